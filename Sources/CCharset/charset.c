#include "ccharset.h"

#include <stdio.h>
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
