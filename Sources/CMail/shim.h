#pragma once
// GLib's types come from the module CDrawing, so that they exist once.
#include "../CDrawing/shim.h"
#include <gmime/gmime.h>
