#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The kernel's own limit (SCM_MAX_FD).
enum { maximum_descriptors = 253 };
static const int all_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

int clinux_openat2(int directory, const char *path, int flags, unsigned mode, uint64_t resolve) {
  struct open_how how = {.flags = (unsigned)flags, .mode = mode, .resolve = resolve};
  long result;
  // EAGAIN: the kernel could not rule out a race with a rename; openat2(2) recommends to retry.
  do result = syscall(SYS_openat2, directory, path, &how, sizeof how);
  while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result < 0 ? -errno : (int)result;
}

uint64_t clinux_resolve_beneath(void) {
  return RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
}

int clinux_renameat2(int from, const char *source, int to, const char *target, unsigned flags) {
  return renameat2(from, source, to, target, flags) ? -errno : 0;
}

int clinux_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor < 0 ? -errno : descriptor;
}

int clinux_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, all_seals) ? -errno : 0;
}

int clinux_packet_pair(int descriptors[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, descriptors) ? -errno : 0;
}

ssize_t clinux_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int wait) {
  if (descriptor_count > maximum_descriptors) return -EINVAL;
  struct iovec part = {(void *)bytes, count};
  union { char bytes[CMSG_SPACE(sizeof(int) * maximum_descriptors)]; struct cmsghdr align; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)descriptor_count);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : sent;
}

static void keep_descriptors(struct cmsghdr *header, int *descriptors, int capacity, int *count) {
  size_t present = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (size_t i = 0; i < present; i++) {
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
    if (*count < capacity) descriptors[(*count)++] = descriptor;
    else close(descriptor);
  }
}

ssize_t clinux_receive(
  int socket, void *bytes, size_t count, int *descriptors, int capacity, int *descriptor_count) {
  struct iovec part = {bytes, count};
  union { char bytes[CMSG_SPACE(sizeof(int) * maximum_descriptors)]; struct cmsghdr align; } control;
  if (capacity < 0 || capacity > maximum_descriptors) return -EINVAL;
  // The buffer has the requested size only: the kernel drops further descriptors.
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
    .msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)capacity)};
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  *descriptor_count = 0;
  for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h))
    if (h->cmsg_level == SOL_SOCKET && h->cmsg_type == SCM_RIGHTS)
      keep_descriptors(h, descriptors, capacity, descriptor_count);
  return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : received;
}

int clinux_spawn(
  const char *path, char *const arguments[], char *const environment[], const int *descriptors, int count,
  pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  int result = 0;
  // adddup2 onto the same number clears close-on-exec (glibc >= 2.29), so a source may equal its target.
  for (int i = 0; i < count && !result; i++)
    result = posix_spawn_file_actions_adddup2(&actions, descriptors[i], i);
  if (!result) result = posix_spawn_file_actions_addclosefrom_np(&actions, count);
  if (!result) result = posix_spawn(child, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return -result;
}

int clinux_reap(pid_t child, int block, int *code) {
  int status;
  pid_t result;
  do result = waitpid(child, &status, block ? 0 : WNOHANG);
  while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  if (result == 0) return -EAGAIN;
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return 0;
}

int64_t clinux_processor_time(pid_t process) {
  clockid_t clock;
  struct timespec used;
  int failed = clock_getcpuclockid(process, &clock);
  if (failed) return -failed;
  if (clock_gettime(clock, &used)) return -errno;
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

int clinux_limit_processor_time(pid_t process, uint64_t seconds, uint64_t grace) {
  struct rlimit limit = {.rlim_cur = seconds, .rlim_max = seconds + grace};
  return prlimit(process, RLIMIT_CPU, &limit, NULL) ? -errno : 0;
}

int clinux_start_writeback(int descriptor, int64_t offset, int64_t count) {
  return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE) ? -errno : 0;
}

int clinux_copy(int from, int to, int64_t count) {
  off64_t offset = 0;
  while (offset < count) {
    ssize_t copied = copy_file_range(from, &offset, to, NULL, (size_t)(count - offset), 0);
    // Memory files and some file systems do not support it; sendfile(2) reads any of them.
    if (copied < 0 && (errno == EXDEV || errno == EINVAL || errno == EOPNOTSUPP || errno == ENOSYS))
      copied = sendfile64(to, from, &offset, (size_t)(count - offset));
    if (copied < 0 && errno == EINTR) continue;
    if (copied < 0) return -errno;
    if (copied == 0) return -EIO;
  }
  return 0;
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) ? -errno : 0; }

int clinux_watch_open(void) {
  int result = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return result < 0 ? -errno : result;
}

int clinux_watch_add(int watch, const char *path) {
  int number = inotify_add_watch(
      watch, path, IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR | IN_EXCL_UNLINK);
  return number < 0 ? -errno : number;
}

int clinux_watch_remove(int watch, int number) { return inotify_rm_watch(watch, number) ? -errno : 0; }

int clinux_birth(int descriptor, int64_t *nanoseconds) {
  struct statx facts;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &facts)) return -errno;
  if (!(facts.stx_mask & STATX_BTIME)) return 0;
  *nanoseconds = (int64_t)facts.stx_btime.tv_sec * 1000000000 + (int64_t)facts.stx_btime.tv_nsec;
  return 1;
}

int clinux_watch_wait(int watch, int end, int milliseconds) {
  struct pollfd ends[] = {{.fd = watch, .events = POLLIN}, {.fd = end, .events = POLLIN}};
  int ready;
  do ready = poll(ends, 2, milliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready < 0) return -errno;
  if (ready == 0) return 2;
  return ends[1].revents ? 0 : 1;
}

int clinux_watch_meaning(uint32_t mask) {
  return (mask & IN_ISDIR ? clinux_watch_directory : 0) | (mask & IN_Q_OVERFLOW ? clinux_watch_overflow : 0) |
         (mask & IN_IGNORED ? clinux_watch_gone : 0);
}

int clinux_clone(int from, int to) { return ioctl(to, FICLONE, from) ? -errno : 0; }

int clinux_file_system(int descriptor, int64_t *type, int64_t *free_bytes) {
  struct statfs facts;
  if (fstatfs(descriptor, &facts)) return -errno;
  *type = (int64_t)facts.f_type;
  *free_bytes = (int64_t)facts.f_bavail * (int64_t)facts.f_bsize;
  return 0;
}

int clinux_duplicate(int descriptor) {
  int result = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return result < 0 ? -errno : result;
}

void clinux_name_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

void clinux_give_way(void) {
  setpriority(PRIO_PROCESS, 0, 19);
}

int clinux_has_writer(int descriptor) {
  // A process that opens the file for writing during the lease breaks it. The kernel then sends SIGIO, which ends a
  // process by default.
  struct sigaction told;
  if (!sigaction(SIGIO, NULL, &told) && told.sa_handler == SIG_DFL) signal(SIGIO, SIG_IGN);
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK)) return errno == EAGAIN || errno == EWOULDBLOCK ? 1 : -errno;
  fcntl(descriptor, F_SETLEASE, F_UNLCK);
  return 0;
}
