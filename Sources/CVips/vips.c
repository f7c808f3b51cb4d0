#include "cvips.h"

#include <gmodule.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>
// Must follow vips.h, whose macros it uses.
#include <vips/vector.h>

static VipsImage *in(cvips_image *image) { return (VipsImage *)image; }
static cvips_image *out(int failed, VipsImage *image) { return failed ? NULL : (cvips_image *)image; }

bool cvips_start(void) {
  // A missing directory keeps vips from loading its modules (ImageMagick among them), and GLib its own.
  setenv("VIPSHOME", "/nowhere", 1);
  setenv("GIO_MODULE_DIR", "/nowhere", 1);
  setenv("GIO_USE_VFS", "local", 1);
  if (vips_init("sheaf-render")) return false;
  // orc generates machine code, and the sandbox forbids executable memory.
  vips_vector_set_enabled(FALSE);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_block_untrusted_set(TRUE);
  // vips counts these as untrusted because their decoders are not fuzzed with vips; here they run in the sandbox.
  // librsvg is written in Rust, OpenJPEG is fuzzed on its own, and Radiance is a few hundred lines.
  const char *const loaders[] = {"VipsForeignLoadSvg", "VipsForeignLoadJp2k", "VipsForeignLoadRad"};
  for (unsigned i = 0; i < sizeof loaders / sizeof *loaders; i++) vips_operation_block_set(loaders[i], FALSE);
  return true;
}

bool cvips_add_module(const char *path) {
  GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
  if (module) g_module_make_resident(module);
  return module != NULL;
}

int cvips_version(int part) { return vips_version(part); }

char *cvips_take_error(void) {
  char *message = strdup(vips_error_buffer());
  vips_error_clear();
  return message;
}

const char *cvips_loader(const void *bytes, size_t length) { return vips_foreign_find_load_buffer(bytes, length); }

cvips_image *cvips_open(const void *bytes, size_t length, const char *options) {
  return out(0, vips_image_new_from_buffer(bytes, length, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL));
}

// Whether colours need conversion by lcms. Without a profile, numbers are sRGB already, and a round trip would
// change them.
static bool has_profile(const void *bytes, size_t length, const char *options) {
  VipsImage *image = in(cvips_open(bytes, length, options));
  if (!image) return false;
  bool answer = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
  g_object_unref(image);
  return answer;
}

cvips_image *cvips_thumbnail(const void *bytes, size_t length, const char *options, int width, int height) {
  VipsImage *image = NULL;
  void *source = (void *)bytes;
  // NULL ends the argument list early.
  const char *profile = has_profile(bytes, length, options) ? "export_profile" : NULL;
  int failed = vips_thumbnail_buffer(
    source, length, &image, width, "height", height, "size", VIPS_SIZE_FORCE, "option_string", options, profile,
    "srgb", NULL);
  return out(failed, image);
}

cvips_image *cvips_crop(cvips_image *image, int left, int top, int width, int height) {
  VipsImage *part = NULL;
  return out(vips_extract_area(in(image), &part, left, top, width, height, NULL), part);
}

static int flatten(VipsImage *image, VipsImage **flat) {
  double white = 255;
  VipsArrayDouble *background = vips_array_double_new(&white, 1);
  int failed = vips_flatten(image, flat, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return failed;
}

// Each step uses the image of the previous step and releases its own reference to it.
typedef int (*step)(VipsImage *, VipsImage **);

static int to_srgb(VipsImage *image, VipsImage **result) {
  return vips_colourspace(image, result, VIPS_INTERPRETATION_sRGB, NULL);
}

static int to_opaque(VipsImage *image, VipsImage **result) {
  return vips_image_hasalpha(image) ? flatten(image, result) : vips_copy(image, result, NULL);
}

static int to_bytes(VipsImage *image, VipsImage **result) {
  return vips_cast(image, result, VIPS_FORMAT_UCHAR, NULL);
}

static int to_three(VipsImage *image, VipsImage **result) {
  return vips_extract_band(image, result, 0, "n", 3, NULL);
}

cvips_image *cvips_opaque(cvips_image *image) {
  static const step steps[] = {to_srgb, to_opaque, to_bytes, to_three};
  VipsImage *now = in(image);
  g_object_ref(now);
  for (unsigned i = 0; i < sizeof steps / sizeof *steps && now; i++) {
    VipsImage *next = NULL;
    if (steps[i](now, &next)) next = NULL;
    g_object_unref(now);
    now = next;
  }
  return (cvips_image *)now;
}

unsigned char *cvips_samples(cvips_image *image, size_t *length) {
  return vips_image_write_to_memory(in(image), length);
}

cvips_rows *cvips_rows_begin(cvips_image *image) { return (cvips_rows *)vips_region_new(in(image)); }

static unsigned char *write_row(const VipsPel *samples, int width, unsigned char *pixels) {
  for (int x = 0; x < width; x++, samples += 3, pixels += 4) {
    pixels[0] = samples[2];
    pixels[1] = samples[1];
    pixels[2] = samples[0];
    pixels[3] = 255;
  }
  return pixels;
}

bool cvips_rows_read(cvips_rows *rows, int top, int height, unsigned char *pixels) {
  // The rows per call: as many as vips itself computes at once for a wide image.
  enum { AT_ONCE = 64 };
  VipsRegion *region = (VipsRegion *)rows;
  int bottom = top + height;
  for (int y = top; y < bottom; y += AT_ONCE) {
    VipsRect part = {0, y, region->im->Xsize, VIPS_MIN(AT_ONCE, bottom - y)};
    if (vips_region_prepare(region, &part)) return false;
    for (int row = 0; row < part.height; row++)
      pixels = write_row(VIPS_REGION_ADDR(region, 0, y + row), part.width, pixels);
  }
  return true;
}

void cvips_rows_end(cvips_rows *rows) { g_object_unref((VipsRegion *)rows); }

void cvips_free(void *memory) { g_free(memory); }

void cvips_release(cvips_image *image) { g_object_unref(in(image)); }

static int duration(VipsImage *image) {
  int *delays, count, sum = 0;
  if (!vips_image_get_typeof(image, "delay") || vips_image_get_array_int(image, "delay", &delays, &count)) return 0;
  for (int i = 0; i < count; i++) sum += VIPS_CLIP(0, delays[i], INT_MAX - sum);
  return sum;
}

// vips has pixels per millimetre, and 1 for a file without a resolution.
static double per_inch(double resolution) { return resolution > 0 && resolution != 1 ? resolution * 25.4 : 0; }

cvips_facts cvips_describe(cvips_image *image) {
  VipsImage *it = in(image);
  return (cvips_facts){
    .width = vips_image_get_width(it),
    .height = vips_image_get_height(it),
    .channels = vips_image_get_bands(it),
    .pages = vips_image_get_n_pages(it),
    .depth = 8 * (int)vips_format_sizeof(vips_image_get_format(it)),
    .across = per_inch(vips_image_get_xres(it)),
    .down = per_inch(vips_image_get_yres(it)),
    .colours = vips_enum_nick(VIPS_TYPE_INTERPRETATION, vips_image_get_interpretation(it)),
    .has_transparency = vips_image_hasalpha(it),
    .duration = duration(it),
    .is_turned = vips_image_get_orientation_swap(it),
    .is_interlaced = vips_image_get_typeof(it, "jpeg-multiscan") || vips_image_get_typeof(it, "interlaced"),
  };
}

typedef struct {
  void (*take)(const char *, const char *, void *);
  void *closure;
} exif_reader;

// vips names values "exif-ifd0-Make", and writes "value (value in words, type, components, bytes)".
static void *read_exif(VipsImage *image, const char *name, GValue *value, void *reader) {
  static const char prefix[] = "exif-ifd";
  const char *text;
  const char *dash = g_str_has_prefix(name, prefix) ? strchr(name + sizeof prefix - 1, '-') : NULL;
  if (dash && vips_image_get_string(image, name, &text) == 0) {
    const exif_reader *it = reader;
    it->take(dash + 1, text, it->closure);
  }
  return NULL;
}

void cvips_each_exif(
  cvips_image *image, void (*take)(const char *name, const char *value, void *closure), void *closure) {
  exif_reader reader = {take, closure};
  vips_image_map(in(image), read_exif, &reader);
}
