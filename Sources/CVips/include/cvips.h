#pragma once
// As much of libvips as Sheaf needs. vips is variadic throughout, and Swift imports no variadic function; and
// vips's own headers bring GLib's types along, which then exist twice in Swift, once here and once in CPoppler.
// What would remove this target: generated bindings over vips_operation_new, longer than what they would replace.

#include <stdbool.h>
#include <stddef.h>

/// A picture: what it is, and how its pixels are computed when they are asked for.
typedef struct cvips_image cvips_image;

/// Starts the library without its modules, without run-time compilation, without cache, on one thread, with the
/// loaders for trusted files blocked but for SVG. False when it cannot start.
bool cvips_start(void);
/// Adds the loader in a module of vips's own, for good; false when there is no such file.
bool cvips_add_module(const char *path);
/// A part of the version: 0 major, 1 minor, 2 micro.
int cvips_version(int part);
/// The message of what failed since the last call of this function; to be freed with free(3).
char *cvips_take_error(void);

/// The name of the class that loads an image, such as "VipsForeignLoadPngBuffer"; NULL when none does.
const char *cvips_loader(const void *bytes, size_t length);
/// Reads the header, of the picture that `options`, such as "[page=2]", name; NULL on failure. The bytes stay
/// where they are as long as the picture.
cvips_image *cvips_open(const void *bytes, size_t length, const char *options);
/// The whole picture in exactly width x height pixels, reduced while decoding where the format can, upright, in
/// sRGB; NULL on failure.
cvips_image *cvips_thumbnail(const void *bytes, size_t length, const char *options, int width, int height);
/// A rectangle of a picture; NULL on failure.
cvips_image *cvips_crop(cvips_image *image, int left, int top, int width, int height);
/// The picture on white, in three channels of eight bits, in sRGB; NULL on failure.
cvips_image *cvips_opaque(cvips_image *image);
/// Computes all pixels, row by row, three bytes each; NULL on failure, else to be freed with cvips_free.
unsigned char *cvips_samples(cvips_image *image, size_t *length);
/// Frees what cvips_samples made.
void cvips_free(void *memory);

/// A picture that is computed from its top downward, a few rows at a time.
typedef struct cvips_rows cvips_rows;

/// Begins at the top of a picture of three channels of eight bits; NULL on failure.
cvips_rows *cvips_rows_begin(cvips_image *image);
/// Computes `height` rows from `top` on, four bytes a pixel: blue, green, red and 255. Rows above the last ones read
/// may be gone. False on failure.
bool cvips_rows_read(cvips_rows *rows, int top, int height, unsigned char *pixels);
/// Ends it.
void cvips_rows_end(cvips_rows *rows);

/// Drops a picture.
void cvips_release(cvips_image *image);

/// What the header says.
typedef struct {
  int width, height, channels, pages;
  /// Lies on its side and is turned by a quarter to be shown (EXIF).
  bool is_turned;
  /// Its pixels come in passes over the whole picture.
  bool is_interlaced;
} cvips_facts;
cvips_facts cvips_describe(cvips_image *image);
