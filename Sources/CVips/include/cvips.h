#pragma once
// The parts of libvips that Sheaf uses. vips's functions are variadic, and Swift imports no variadic function.
// vips's headers also include GLib's types, which would exist twice in Swift, here and in CDrawing. The alternative,
// generated bindings over vips_operation_new, would be longer than this target.

#include <stdbool.h>
#include <stddef.h>

/// An image: its description, and the lazy pipeline of its pixels.
typedef struct cvips_image cvips_image;

/// Starts the library without modules, run-time compilation or cache, on one thread, with the loaders for trusted
/// files blocked except SVG, JPEG 2000 and Radiance. False on failure.
bool cvips_start(void);
/// Adds one of vips's loader modules permanently, trusted or not; false when there is no such file.
bool cvips_add_module(const char *path);
/// Adds a loader for BMP, ICO, CUR, portable anymaps and Targa, and opens the modules of gdk-pixbuf that it needs.
void cvips_add_pixbuf(void);
/// A part of the version: 0 major, 1 minor, 2 micro.
int cvips_version(int part);
/// The error messages since the last call of this function; the caller frees them with free(3).
char *cvips_take_error(void);

/// The name of the class that loads an image, such as "VipsForeignLoadPngBuffer"; NULL when none does.
const char *cvips_loader(const void *bytes, size_t length);
/// Reads the header of the image that `options` selects, such as "[page=2]"; NULL on failure. The bytes must outlive
/// the image.
cvips_image *cvips_open(const void *bytes, size_t length, const char *options);
/// The whole image, upright, in sRGB, scaled to exactly width x height pixels, while decoding where the format
/// allows; NULL on failure.
cvips_image *cvips_thumbnail(const void *bytes, size_t length, const char *options, int width, int height);
/// A rectangle of an image; NULL on failure.
cvips_image *cvips_crop(cvips_image *image, int left, int top, int width, int height);
/// The image on white, in sRGB, with three channels of eight bits; NULL on failure.
cvips_image *cvips_opaque(cvips_image *image);
/// Computes all pixels by row, three bytes each; NULL on failure. The caller frees them with cvips_free.
unsigned char *cvips_samples(cvips_image *image, size_t *length);
/// Frees the result of cvips_samples.
void cvips_free(void *memory);

/// An image that is computed from the top, a few rows at a time.
typedef struct cvips_rows cvips_rows;

/// Begins at the top of an image with three channels of eight bits; NULL on failure.
cvips_rows *cvips_rows_begin(cvips_image *image);
/// Computes `height` rows from `top`, four bytes per pixel: blue, green, red and 255. Rows above the last ones read
/// may be unavailable. False on failure.
bool cvips_rows_read(cvips_rows *rows, int top, int height, unsigned char *pixels);
void cvips_rows_end(cvips_rows *rows);

/// Calls `take` with each EXIF value of an image: its name in EXIF, and the value in words as libexif writes it.
void cvips_each_exif(
  cvips_image *image, void (*take)(const char *name, const char *value, void *closure), void *closure);

void cvips_release(cvips_image *image);

/// The header's values.
typedef struct {
  int width, height, channels, pages;
  /// Bits of a channel.
  int depth;
  /// In pixels per inch; 0 where the file says none.
  double across, down;
  /// The colours: "srgb", "b-w", "cmyk" and further nicknames of VipsInterpretation.
  const char *colours;
  bool has_transparency;
  /// The time that all frames of a moving picture take, in milliseconds; 0 where none is known.
  int duration;
  /// EXIF rotates the image by a quarter turn.
  bool is_turned;
  /// The pixels are stored in passes over the whole image.
  bool is_interlaced;
} cvips_facts;
cvips_facts cvips_describe(cvips_image *image);
