// A library between a server and the C library (LD_PRELOAD). On files below WEATHER_ROOT it makes chosen calls fail or
// wait. It records in order every change of files and directories and every sync on that file system. `preload.py`
// compiles it, writes the rules into the file at WEATHER_CONTROL, and reads the record at WEATHER_RECORD. Without these
// variables the library does nothing.
//
// A change is made and recorded under one lock, so the record has the order of the changes. A sync has two entries: only
// changes before the first are durable, and only after the second. While it records, it does not sync the disk: the
// reader of the record decides what a power cut leaves. A sync takes a varying time, so that other calls come between its
// entries; a sync of the file or folder at WEATHER_SLOW takes long.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// The layout of the control file; preload.py writes the same.
enum { rule_count = 16 };

struct rule {
  char calls[96];    // names of calls, each between spaces: " write fsync "; empty: no rule
  char part[48];     // part of the path below the root
  int32_t error;     // errno; 0: the call succeeds
  int32_t delay;     // milliseconds to wait before the call
  int32_t skip;      // the number of matching calls that pass first
  int32_t times;     // the number of calls that are hit after them; -1: all
  int32_t seen;      // the number of calls that matched
  int32_t hit;       // the number of calls that failed or waited
  int32_t unused[2];
};

struct control {
  int64_t active;
  uint64_t entries;  // the number of entries in the record
  struct rule rules[rule_count];
};

// Kinds of entries; power_history.py has the same numbers. `one` and `other` are inode numbers unless noted.
enum kind {
  made = 1,       // one: the directory; other: the new file; place: its mode; names: its name
  linked = 2,     // one: the directory; other: the file; names: its new name
  removed = 3,    // one: the directory; names: the name
  renamed = 4,    // one, other: both directories; place: flags of renameat2; names: both names
  written = 5,    // one: the file; place: the offset; then the bytes
  truncated = 6,  // one: the file; place: its new length
  syncing = 7,    // one: the file or directory
  synced = 8,     // one: as before; place: the number of its `syncing` entry
  answered = 9,   // one: the port of a client that receives a response
};

struct entry {
  uint32_t kind, bytes;
  uint64_t one, other;
  int64_t place;
};

static struct control *control;
static char root[PATH_MAX];
static dev_t device;
static int record = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The C library's own function of this name.
#define NEXT(name) \
  ({ \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    next; \
  })

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("WEATHER_CONTROL"), *below = getenv("WEATHER_ROOT"), *written = getenv("WEATHER_RECORD");
  struct stat facts;
  if (!file || !below || strlen(below) + 2 > sizeof root || stat(below, &facts)) return;
  snprintf(root, sizeof root, "%s/", below);
  device = facts.st_dev;
  int descriptor = NEXT(open)(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (map == MAP_FAILED) return;
  control = map;
  if (written) record = NEXT(open)(written, O_WRONLY | O_APPEND | O_CLOEXEC);
}

// Rules.

static void wait_for(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  while (nanosleep(&time, &time) && errno == EINTR) continue;
}

// Whether the rule applies to this call; counts the call.
static int applies(struct rule *rule, const char *call, const char *path) {
  if (!rule->calls[0] || !strstr(rule->calls, call) || !strstr(path, rule->part)) return 0;
  int number = __atomic_fetch_add(&rule->seen, 1, __ATOMIC_SEQ_CST);
  if (number < rule->skip || (rule->times >= 0 && number - rule->skip >= rule->times)) return 0;
  __atomic_fetch_add(&rule->hit, 1, __ATOMIC_SEQ_CST);
  return 1;
}

// Waits as the rules say; returns the errno with which a call on the file at an absolute path must fail, or 0. `call` is
// a name between spaces.
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

// fault() for a path relative to a directory, or for the open file itself when there is no path. Keeps errno.
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

// The record.

// Adds an entry; the lock is held. Keeps errno.
static uint64_t add(enum kind kind, uint64_t one, uint64_t other, int64_t place, const void *bytes, size_t length) {
  int before = errno;
  struct entry entry = {kind, (uint32_t)length, one, other, place};
  struct iovec parts[] = {{&entry, sizeof entry}, {(void *)bytes, length}};
  // A record with a gap is useless.
  if (NEXT(writev)(record, parts, 2) != (ssize_t)(sizeof entry + length)) abort();
  uint64_t number = control->entries;
  __atomic_store_n(&control->entries, number + 1, __ATOMIC_SEQ_CST);
  errno = before;
  return number;
}

// Makes the change `call` under the lock, and records `entry` when it succeeded.
#define CHANGE(type, call, entry) \
  do { \
    if (record < 0) return call; \
    pthread_mutex_lock(&lock); \
    type result = call; \
    if (result >= 0) { entry; } \
    pthread_mutex_unlock(&lock); \
    return result; \
  } while (0)

// The inode number of an open file or directory on the workspace's file system; 0 for anything else.
static uint64_t number_of(int file) {
  struct stat facts;
  int before = errno;
  int is_known = record >= 0 && !fstat(file, &facts) && facts.st_dev == device &&
                 (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode));
  errno = before;
  return is_known ? facts.st_ino : 0;
}

static uint64_t number_at(int directory, const char *path, mode_t *mode) {
  struct stat facts;
  int before = errno;
  int failed = fstatat(directory, path, &facts, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH);
  errno = before;
  if (mode) *mode = failed ? 0 : facts.st_mode;
  return failed || facts.st_dev != device ? 0 : facts.st_ino;
}

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// The inode number of the directory that holds the last name of `path`.
static uint64_t parent_of(int directory, const char *path) {
  char above[PATH_MAX];
  size_t length = (size_t)(last_name(path) - path);
  if (length >= sizeof above) return 0;
  memcpy(above, path, length);
  above[length] = 0;
  return number_at(directory, length ? above : directory == AT_FDCWD ? "." : "", NULL);
}

static void add_made(int directory, const char *path) {
  mode_t mode;
  uint64_t file = number_at(directory, path, &mode);
  const char *name = last_name(path);
  if (file) add(made, parent_of(directory, path), file, mode, name, strlen(name));
}

// Opening. `make` opens a file that is to be created, `look` takes a name without opening it.

static const char *kind_of_open(int flags) {
  return flags & O_PATH ? " look " : flags & O_CREAT ? " make " : " open ";
}

// An open call that may create or empty a file; the lock is held.
static void add_opened(int directory, const char *path, int flags, int was_there, int file) {
  if (flags & O_CREAT && !was_there) return add_made(directory, path);
  if (flags & O_TRUNC && number_of(file)) add(truncated, number_of(file), 0, 0, NULL, 0);
}

static int is_there(int directory, const char *path) {
  return number_at(directory, path, NULL) != 0;
}

#define OPENING(call, directory, path, flags) \
  do { \
    if (record < 0 || !((flags) & (O_CREAT | O_TRUNC))) return call; \
    pthread_mutex_lock(&lock); \
    int was_there = is_there(directory, path); \
    long file = call; \
    if (file >= 0) add_opened(directory, path, flags, was_there, (int)file); \
    pthread_mutex_unlock(&lock); \
    return (__typeof__(call))file; \
  } while (0)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    FAIL_IF(fault_at(kind_of_open(flags), AT_FDCWD, path)); \
    OPENING(NEXT(name)(path, flags, mode), AT_FDCWD, path, flags); \
  }
OPEN(open)
OPEN(open64)

long syscall(long number, ...) {
  long a[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  // The first member of struct open_how is the flags.
  int flags = number == SYS_openat2 ? (int)*(const uint64_t *)a[2] : 0;
  if (number == SYS_openat2) FAIL_IF(fault_at(kind_of_open(flags), (int)a[0], (const char *)a[1]));
  OPENING(
      NEXT(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]), (int)a[0], (const char *)a[1], flags);
}

// Bytes.

// A write at the shared position, which has already advanced.
static off64_t start_of(int file, ssize_t length) {
  return lseek64(file, 0, SEEK_CUR) - length;
}

// A call that changes an open file.
#define ON_FILE(type, name, parameters, arguments, call, entry) \
  type name parameters { \
    FAIL_IF(fault_at(call, file, NULL)); \
    uint64_t number = number_of(file); \
    if (!number) return NEXT(name) arguments; \
    CHANGE(type, NEXT(name) arguments, entry); \
  }

ON_FILE(
    ssize_t, write, (int file, const void *bytes, size_t length), (file, bytes, length), " write ",
    add(written, number, 0, start_of(file, result), bytes, (size_t)result))

#define PWRITE(name, offset_type) \
  ON_FILE( \
      ssize_t, name, (int file, const void *bytes, size_t length, offset_type offset), \
      (file, bytes, length, offset), " write ", add(written, number, 0, offset, bytes, (size_t)result))
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, length_type) \
  ON_FILE( \
      int, name, (int file, length_type length), (file, length), " truncate ", \
      add(truncated, number, 0, length, NULL, 0))
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define PREAD(name, offset_type) \
  ssize_t name(int file, void *bytes, size_t length, offset_type offset) { \
    FAIL_IF(fault_at(" read ", file, NULL)); \
    return NEXT(name)(file, bytes, length, offset); \
  }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

// Bytes that the kernel copied between files, read from the source.
static void add_copied(int from, off64_t start, uint64_t number, off64_t place, size_t length) {
  char piece[65536];
  while (length > 0) {
    ssize_t got = pread64(from, piece, length < sizeof piece ? length : sizeof piece, start);
    if (got <= 0) abort();
    add(written, number, 0, place, piece, (size_t)got);
    start += got, place += got, length -= (size_t)got;
  }
}

ssize_t copy_file_range(int from, off64_t *in, int to, off64_t *out, size_t length, unsigned flags) {
  FAIL_IF(fault_at(" read ", from, NULL));
  FAIL_IF(fault_at(" write ", to, NULL));
  uint64_t number = number_of(to);
  if (!number) return NEXT(copy_file_range)(from, in, to, out, length, flags);
  CHANGE(
      ssize_t, NEXT(copy_file_range)(from, in, to, out, length, flags),
      add_copied(
          from, in ? *in - result : start_of(from, result), number, out ? *out - result : start_of(to, result),
          (size_t)result));
}

ssize_t sendfile64(int to, int from, off64_t *in, size_t length) {
  FAIL_IF(fault_at(" read ", from, NULL));
  uint64_t number = number_of(to);
  if (!number) return NEXT(sendfile64)(to, from, in, length);
  CHANGE(
      ssize_t, NEXT(sendfile64)(to, from, in, length),
      add_copied(
          from, in ? *in - result : start_of(from, result), number, start_of(to, result), (size_t)result));
}

int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  uint64_t number = request == FICLONE ? number_of(file) : 0;
  if (!number) return NEXT(ioctl)(file, request, argument);
  int from = (int)(intptr_t)argument;
  CHANGE(
      int, NEXT(ioctl)(file, request, argument),
      add_copied(from, 0, number, 0, (size_t)lseek64(file, 0, SEEK_END)));
}

// Durability.

// At most some milliseconds, mostly less than one.
static void take_time(uint64_t number, int is_long) {
  uint64_t dice = number * 0x9E3779B97F4A7C15u >> 40;
  long microseconds = is_long ? 200000 : (long)(dice % (dice % 8 ? 500 : 8000));
  struct timespec time = {0, microseconds * 1000};
  nanosleep(&time, NULL);
}

static int is_slow(uint64_t number) {
  const char *path = getenv("WEATHER_SLOW");
  return path && number_at(AT_FDCWD, path, NULL) == number;
}

static int make_durable(uint64_t number) {
  pthread_mutex_lock(&lock);
  uint64_t begun = add(syncing, number, 0, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  take_time(begun, is_slow(number));
  pthread_mutex_lock(&lock);
  add(synced, number, 0, (int64_t)begun, NULL, 0);
  pthread_mutex_unlock(&lock);
  return 0;
}

#define SYNC(name) \
  int name(int file) { \
    FAIL_IF(fault_at(" fsync ", file, NULL)); \
    uint64_t number = number_of(file); \
    return number ? make_durable(number) : NEXT(name)(file); \
  }
SYNC(fsync)
SYNC(fdatasync)

// Names.

static void add_renamed(uint64_t from, const char *source, uint64_t to, const char *target, unsigned flags) {
  char names[2 * NAME_MAX + 2];
  int length = snprintf(names, sizeof names, "%s/%s", last_name(source), last_name(target));
  add(renamed, from, to, flags, names, (size_t)length);
}

static void add_linked(int directory, const char *path) {
  const char *name = last_name(path);
  add(linked, parent_of(directory, path), number_at(directory, path, NULL), 0, name, strlen(name));
}

static void add_removed(int directory, const char *path) {
  const char *name = last_name(path);
  add(removed, parent_of(directory, path), 0, 0, name, strlen(name));
}

// A call on the name at a path.
#define ON_NAME(name, parameters, arguments, call, directory, path, entry) \
  int name parameters { \
    FAIL_IF(fault_at(call, directory, path)); \
    CHANGE(int, NEXT(name) arguments, entry); \
  }

ON_NAME(
    renameat2, (int from, const char *source, int to, const char *target, unsigned flags),
    (from, source, to, target, flags), " rename ", to, target,
    add_renamed(parent_of(from, source), source, parent_of(to, target), target, flags))
ON_NAME(
    rename, (const char *source, const char *target), (source, target), " rename ", AT_FDCWD, target,
    add_renamed(parent_of(AT_FDCWD, source), source, parent_of(AT_FDCWD, target), target, 0))
ON_NAME(
    linkat, (int from, const char *source, int to, const char *target, int flags), (from, source, to, target, flags),
    " link ", to, target, add_linked(to, target))
ON_NAME(
    unlinkat, (int directory, const char *path, int flags), (directory, path, flags), " remove ", directory, path,
    add_removed(directory, path))
ON_NAME(unlink, (const char *path), (path), " remove ", AT_FDCWD, path, add_removed(AT_FDCWD, path))
ON_NAME(rmdir, (const char *path), (path), " remove ", AT_FDCWD, path, add_removed(AT_FDCWD, path))
ON_NAME(
    mkdirat, (int directory, const char *path, mode_t mode), (directory, path, mode), " mkdir ", directory, path,
    add_made(directory, path))
ON_NAME(mkdir, (const char *path, mode_t mode), (path, mode), " mkdir ", AT_FDCWD, path, add_made(AT_FDCWD, path))

int futimens(int file, const struct timespec times[2]) {
  FAIL_IF(fault_at(" times ", file, NULL));
  return NEXT(futimens)(file, times);
}

// An acknowledgement counts from the moment in which it is sent.

static void add_answered(int socket) {
  struct sockaddr_in peer;
  socklen_t length = sizeof peer;
  int before = errno;
  if (record >= 0 && !getpeername(socket, (struct sockaddr *)&peer, &length) && peer.sin_family == AF_INET) {
    pthread_mutex_lock(&lock);
    add(answered, ntohs(peer.sin_port), 0, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
  }
  errno = before;
}

// `sendfile` sends contents, and no acknowledgement.

ssize_t send(int socket, const void *bytes, size_t length, int flags) {
  add_answered(socket);
  return NEXT(send)(socket, bytes, length, flags);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  add_answered(socket);
  return NEXT(sendmsg)(socket, message, flags);
}
