#include "ccharset.h"

#include <limits.h>
#include <stdio.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

static int best(UCharsetDetector *detector, const char *bytes, int count, char *name, int room) {
  UErrorCode status = U_ZERO_ERROR;
  ucsdet_setText(detector, bytes, count, &status);
  const UCharsetMatch *match = ucsdet_detect(detector, &status);
  if (U_FAILURE(status) || !match) return 0;
  const char *found = ucsdet_getName(match, &status);
  int confidence = ucsdet_getConfidence(match, &status);
  if (U_FAILURE(status) || !found) return 0;
  snprintf(name, (size_t)room, "%s", found);
  return confidence;
}

int ccharset_detect(const char *bytes, int count, char *name, int room) {
  UErrorCode status = U_ZERO_ERROR;
  UCharsetDetector *detector = ucsdet_open(&status);
  if (U_FAILURE(status)) return 0;
  int confidence = best(detector, bytes, count, name, room);
  ucsdet_close(detector);
  return confidence;
}

long ccharset_to_utf8(const char *encoding, const void *bytes, long count, void *text, long room) {
  if (count > INT_MAX || room > INT_MAX) return -1;
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(encoding, &status);
  if (U_FAILURE(status)) return -1;
  int length = ucnv_toAlgorithmic(UCNV_UTF8, converter, text, (int)room, bytes, (int)count, &status);
  ucnv_close(converter);
  return U_FAILURE(status) ? -1 : length;
}
