#pragma once
// Empty: this target tells the compiler where gdk-pixbuf's headers lie. Only CVips uses them.
