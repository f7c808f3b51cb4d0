#pragma once
// The part of LibRaw (a C++ library) that Sheaf uses. LibRaw's own functions for C do not tell the kind of a preview before
// they read it. Its reader of previews that are no JPEG writes behind their end where a file lies.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum craw_finding {
  /// The bytes are no raw image of a camera.
  craw_no_raw,
  /// It has a preview.
  craw_preview,
  /// It has none, or none that is a JPEG.
  craw_no_preview,
  craw_damaged,
  craw_no_memory,
};

/// Finds the preview in a raw image: a JPEG, whose EXIF says how the camera was held.
///
/// - Parameters:
///   - jpeg: set to the preview; the caller frees it with free(3).
///   - size: set to its length in bytes.
enum craw_finding craw_find_preview(const void *bytes, size_t length, void **jpeg, size_t *size);

#ifdef __cplusplus
}
#endif
