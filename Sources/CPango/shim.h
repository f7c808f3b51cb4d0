#pragma once
// Empty: this target tells the compiler where Pango's headers lie. The module CDrawing declares Pango.
