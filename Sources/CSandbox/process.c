#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static int result(int value) { return value < 0 ? -errno : 0; }

int csandbox_no_new_privileges(void) { return result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int csandbox_not_dumpable(void) { return result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)); }

static int limit(int which, rlim_t value) {
  struct rlimit now;
  if (getrlimit(which, &now) < 0) return -errno;
  if (now.rlim_max < value) value = now.rlim_max;
  struct rlimit wanted = {value, value};
  return result(setrlimit(which, &wanted));
}

int csandbox_limit(unsigned long long bytes, unsigned files, unsigned long long file_size) {
  int failed = limit(RLIMIT_AS, bytes);
  if (!failed) failed = limit(RLIMIT_NOFILE, files);
  if (!failed) failed = limit(RLIMIT_FSIZE, file_size);
  if (!failed) failed = limit(RLIMIT_CORE, 0);
  return failed;
}

void csandbox_return_memory(void) { malloc_trim(0); }
