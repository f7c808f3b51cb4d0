#include "craw.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include <libraw/libraw.h>

namespace {

// LibRaw reports to the standard error output unless it is told not to.
const unsigned quiet = LIBRAW_OPIONS_NO_MEMERR_CALLBACK | LIBRAW_OPIONS_NO_DATAERR_CALLBACK;

craw_finding finding(int status) {
  switch (status) {
  case LIBRAW_SUCCESS: return craw_preview;
  case LIBRAW_NO_THUMBNAIL: return craw_no_preview;
  case LIBRAW_UNSUFFICIENT_MEMORY: return craw_no_memory;
  default: return craw_damaged;
  }
}

craw_finding find(const void *bytes, size_t length, void **jpeg, size_t *size) {
  const auto raw = std::make_unique<LibRaw>(quiet);
  if (raw->open_buffer(const_cast<void *>(bytes), length) != LIBRAW_SUCCESS) return craw_no_raw;
  if (!raw->is_jpeg_thumb()) return craw_no_preview;
  int status = raw->unpack_thumb();
  if (status != LIBRAW_SUCCESS) return finding(status);
  libraw_processed_image_t *made = raw->dcraw_make_mem_thumb(&status);
  if (!made) return finding(status);
  *size = made->data_size;
  *jpeg = malloc(*size);
  if (*jpeg) memcpy(*jpeg, made->data, *size);
  LibRaw::dcraw_clear_mem(made);
  return *jpeg ? craw_preview : craw_no_memory;
}

}  // namespace

craw_finding craw_find_preview(const void *bytes, size_t length, void **jpeg, size_t *size) {
  try {
    return find(bytes, length, jpeg, size);
  } catch (const std::bad_alloc &) {
    return craw_no_memory;
  } catch (...) {
    return craw_damaged;
  }
}
