// Stands between a server and the C library (LD_PRELOAD) and lets chosen calls on files below one directory fail or
// wait, and the clock jump, while the server runs. `fault_library.py` compiles it, and writes the rules into the file
// that FAULT_CONTROL names; FAULT_ROOT is the directory. Without both it does nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The layout of the control file; fault_library.py writes the same.
enum { rule_count = 16 };

struct rule {
  char calls[96];    // names of calls, each between spaces: " write fsync "; empty: the rule is not in use
  char part[48];     // what the path below the root must hold
  int32_t error;     // errno; 0: the call goes through
  int32_t delay;     // milliseconds to wait before
  int32_t skip;      // so many matching calls go through first
  int32_t times;     // so many are then hit; -1: all
  int32_t seen;      // calls that matched
  int32_t hit;       // calls that were made to fail or wait
  int32_t unused[2];
};

struct control {
  int64_t clock;     // seconds added to the time of day
  int64_t active;
  struct rule rules[rule_count];
};

static struct control *control;
static char root[PATH_MAX];

// The function that this one stands before.
#define NEXT(name) \
  ({ \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    next; \
  })

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("FAULT_CONTROL"), *below = getenv("FAULT_ROOT");
  if (!file || !below || strlen(below) + 2 > sizeof root) return;
  snprintf(root, sizeof root, "%s/", below);
  int descriptor = NEXT(open)(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (map != MAP_FAILED) control = map;
}

static void wait_for(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  while (nanosleep(&time, &time) && errno == EINTR) continue;
}

// Whether the rule applies to this call, counted.
static int applies(struct rule *rule, const char *call, const char *path) {
  if (!rule->calls[0] || !strstr(rule->calls, call) || !strstr(path, rule->part)) return 0;
  int number = __atomic_fetch_add(&rule->seen, 1, __ATOMIC_SEQ_CST);
  if (number < rule->skip || (rule->times >= 0 && number - rule->skip >= rule->times)) return 0;
  __atomic_fetch_add(&rule->hit, 1, __ATOMIC_SEQ_CST);
  return 1;
}

// The errno that a call on the file at an absolute path is to fail with; 0 when it is to go through. Waits when the
// rule says so. `call` is a name between spaces.
static int fault(const char *call, const char *path) {
  size_t length = strlen(root);
  if (strncmp(path, root, length) != 0) return 0;
  int error = 0;
  for (int i = 0; i < rule_count; i++) {
    struct rule *rule = &control->rules[i];
    if (!applies(rule, call, path + length - 1)) continue;
    if (rule->delay) wait_for(rule->delay);
    if (rule->error) error = rule->error;
  }
  return error;
}

static int is_idle(void) {
  return !control || !__atomic_load_n(&control->active, __ATOMIC_SEQ_CST);
}

// As fault(), for a path relative to a directory; with no path, for the open file itself. Leaves errno as it was.
static int fault_at(const char *call, int directory, const char *path) {
  if (is_idle()) return 0;
  if (path && path[0] == '/') return fault(call, path);
  int before = errno;
  char link[64], whole[2 * PATH_MAX];
  if (directory == AT_FDCWD) strcpy(link, "/proc/self/cwd");
  else snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
  ssize_t count = readlink(link, whole, PATH_MAX - 1);
  errno = before;
  if (count < 0) return 0;
  snprintf(whole + count, sizeof whole - (size_t)count, "%s%s", path ? "/" : "", path ? path : "");
  return fault(call, whole);
}

#define FAIL_IF(expression) \
  do { \
    int error = (expression); \
    if (error) { errno = error; return -1; } \
  } while (0)

// Opening. `make` is opening a file that is to be made, `look` is taking a name without opening what it names.

static const char *kind_of_open(int flags) {
  return flags & O_PATH ? " look " : flags & O_CREAT ? " make " : " open ";
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    FAIL_IF(fault_at(kind_of_open(flags), AT_FDCWD, path)); \
    return NEXT(name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

long syscall(long number, ...) {
  long a[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_openat2) {
    // struct open_how begins with the flags.
    int flags = (int)*(const uint64_t *)a[2];
    FAIL_IF(fault_at(kind_of_open(flags), (int)a[0], (const char *)a[1]));
  }
  return NEXT(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// Bytes.

ssize_t write(int file, const void *bytes, size_t count) {
  FAIL_IF(fault_at(" write ", file, NULL));
  return NEXT(write)(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  FAIL_IF(fault_at(" write ", file, NULL));
  return NEXT(pwrite64)(file, bytes, count, offset);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  FAIL_IF(fault_at(" read ", file, NULL));
  return NEXT(pread)(file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
  FAIL_IF(fault_at(" read ", file, NULL));
  return NEXT(pread64)(file, bytes, count, offset);
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t count) {
  FAIL_IF(fault_at(" read ", from, NULL));
  return NEXT(sendfile64)(to, from, offset, count);
}

ssize_t copy_file_range(int from, off64_t *in, int to, off64_t *out, size_t count, unsigned flags) {
  FAIL_IF(fault_at(" read ", from, NULL));
  FAIL_IF(fault_at(" write ", to, NULL));
  return NEXT(copy_file_range)(from, in, to, out, count, flags);
}

int ftruncate(int file, off_t length) {
  FAIL_IF(fault_at(" truncate ", file, NULL));
  return NEXT(ftruncate)(file, length);
}

int ftruncate64(int file, off64_t length) {
  FAIL_IF(fault_at(" truncate ", file, NULL));
  return NEXT(ftruncate64)(file, length);
}

// Durability.

int fsync(int file) {
  FAIL_IF(fault_at(" fsync ", file, NULL));
  return NEXT(fsync)(file);
}

int fdatasync(int file) {
  FAIL_IF(fault_at(" fsync ", file, NULL));
  return NEXT(fdatasync)(file);
}

// Names.

int renameat2(int from, const char *source, int to, const char *target, unsigned flags) {
  FAIL_IF(fault_at(" rename ", to, target));
  return NEXT(renameat2)(from, source, to, target, flags);
}

int linkat(int from, const char *source, int to, const char *target, int flags) {
  FAIL_IF(fault_at(" link ", to, target));
  return NEXT(linkat)(from, source, to, target, flags);
}

int unlinkat(int directory, const char *path, int flags) {
  FAIL_IF(fault_at(" remove ", directory, path));
  return NEXT(unlinkat)(directory, path, flags);
}

int unlink(const char *path) {
  FAIL_IF(fault_at(" remove ", AT_FDCWD, path));
  return NEXT(unlink)(path);
}

int mkdirat(int directory, const char *path, mode_t mode) {
  FAIL_IF(fault_at(" mkdir ", directory, path));
  return NEXT(mkdirat)(directory, path, mode);
}

int futimens(int file, const struct timespec times[2]) {
  FAIL_IF(fault_at(" times ", file, NULL));
  return NEXT(futimens)(file, times);
}

// The time of day.

static time_t shift(void) {
  return control ? (time_t)__atomic_load_n(&control->clock, __ATOMIC_SEQ_CST) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = NEXT(clock_gettime)(clock, now);
  if (!result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int result = NEXT(gettimeofday)(now, zone);
  if (!result) now->tv_sec += shift();
  return result;
}

time_t time(time_t *now) {
  time_t result = NEXT(time)(NULL) + shift();
  if (now) *now = result;
  return result;
}
