#pragma once
// One module: poppler and Pango share the types of GLib and cairo.
#include <poppler.h>
#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-ft.h>
#include FT_FONT_FORMATS_H
#include <pango/pangocairo.h>
