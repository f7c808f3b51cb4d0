#pragma once
// vips is variadic throughout, and Swift imports no variadic function. What would remove this file: generated
// bindings over vips_operation_new and g_object_set_property, which are longer than what they would replace.
#include <vips/vips.h>

/// Reads the header (and, later and only as far as needed, the pixels) of an image in memory.
/// `options` are the loader's own, such as "[page=2]".
static inline VipsImage *sheaf_vips_open(const void *bytes, size_t length, const char *options) {
  return vips_image_new_from_buffer(bytes, length, options, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Decodes to exactly `width` x `height`, reduced while decoding where the format can, turned upright, in sRGB.
static inline int sheaf_vips_thumbnail(
  const void *bytes, size_t length, VipsImage **out, int width, int height, const char *options) {
  return vips_thumbnail_buffer(
    (void *)bytes, length, out, width, "height", height, "size", VIPS_SIZE_FORCE, "option_string", options,
    "export_profile", "srgb", "intent", VIPS_INTENT_RELATIVE, NULL);
}

/// Cuts a rectangle out; evaluated on demand.
static inline int sheaf_vips_crop(VipsImage *in, VipsImage **out, int left, int top, int width, int height) {
  return vips_extract_area(in, out, left, top, width, height, NULL);
}

/// Grey or whatever it is to sRGB.
static inline int sheaf_vips_to_srgb(VipsImage *in, VipsImage **out) {
  return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

/// Puts the image on white and drops its transparency.
static inline int sheaf_vips_flatten(VipsImage *in, VipsImage **out) {
  double white = 255;
  VipsArrayDouble *background = vips_array_double_new(&white, 1);
  int result = vips_flatten(in, out, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return result;
}

/// Eight bits a channel.
static inline int sheaf_vips_to_bytes(VipsImage *in, VipsImage **out) {
  return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

/// The first three channels.
static inline int sheaf_vips_first_three(VipsImage *in, VipsImage **out) {
  return vips_extract_band(in, out, 0, "n", 3, NULL);
}

/// `vips_image_hasalpha` answers with a `gboolean`; this one is a `bool`.
static inline bool sheaf_vips_has_alpha(VipsImage *in) { return vips_image_hasalpha(in) != 0; }

/// Drops a reference; `g_object_unref` takes untyped pointers, and Swift sees the handle as another type.
static inline void sheaf_vips_release(VipsImage *image) { g_object_unref(image); }
