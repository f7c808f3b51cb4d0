// A library between a program and the C library (LD_PRELOAD): the clock shows the time of EARLIER_SECONDS ago. Clocks that
// only measure how long something takes stay as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t earlier(void) {
  const char *seconds = getenv("EARLIER_SECONDS");
  return seconds ? (time_t)strtoll(seconds, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
  int status = next(clock, time);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec -= earlier();
  return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec found;
  int status = clock_gettime(CLOCK_REALTIME, &found);
  if (status == 0) *time = (struct timeval){found.tv_sec, found.tv_nsec / 1000};
  return status;
}

time_t time(time_t *told) {
  struct timespec found;
  clock_gettime(CLOCK_REALTIME, &found);
  if (told) *told = found.tv_sec;
  return found.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}
