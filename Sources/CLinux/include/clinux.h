#pragma once
// Linux calls that Swift cannot reach through Glibc: variadic functions, macros, and calls that glibc 2.36 hides
// behind _GNU_SOURCE or does not wrap. Each returns the call's result, or -errno.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// openat2(2) has no wrapper in glibc. `resolve` holds the kernel's RESOLVE_ flags.
int clinux_openat2(int directory, const char *path, int flags, unsigned mode, uint64_t resolve);
/// RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS: macros with suffixes are not imported.
uint64_t clinux_resolve_beneath(void);
/// renameat2(2) is hidden without _GNU_SOURCE.
int clinux_renameat2(int from, const char *source, int to, const char *target, unsigned flags);
/// A close-on-exec memory file that can be sealed; memfd_create(2) is hidden without _GNU_SOURCE.
int clinux_memory_file(const char *name);
/// Forbids writing, growing, shrinking and further seals; fcntl(2) is variadic and the seals are hidden.
int clinux_seal(int descriptor);
/// socketpair(2) of type SOCK_SEQPACKET: the type is an enum that Swift imports as another type.
int clinux_packet_pair(int descriptors[2]);
/// Sends one packet with up to 253 descriptors; the CMSG_ macros are not imported. With `wait` 0 it returns -EAGAIN
/// when the socket is full.
ssize_t clinux_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int wait);
/// Receives one packet: 0 when the other end is closed, -EMSGSIZE for too large a packet. Descriptors are
/// close-on-exec; those beyond `capacity` are closed.
ssize_t clinux_receive(
  int socket, void *bytes, size_t count, int *descriptors, int capacity, int *descriptor_count);
/// posix_spawn in a new session, with descriptors 0.. set from `descriptors` and all other descriptors
/// closed. `posix_spawn_file_actions_addclosefrom_np` is hidden without _GNU_SOURCE.
int clinux_spawn(
  const char *path, char *const arguments[], char *const environment[], const int *descriptors, int count,
  pid_t *child);
/// waitpid(2) with the decoded status: exit code, or 128 + signal. With `block` 0 it returns -EAGAIN while the child
/// runs.
int clinux_reap(pid_t child, int block, int *code);
/// Processor time of all threads of a process in nanoseconds, ended ones included (clock_getcpuclockid(3)). The
/// kernel counts it, so the process cannot falsify it.
int64_t clinux_processor_time(pid_t process);
/// prlimit(2), hidden without _GNU_SOURCE. After `seconds` of processor time the process gets SIGXCPU each second,
/// and `grace` seconds later SIGKILL. Raising the limit again needs privileges.
int clinux_limit_processor_time(pid_t process, uint64_t seconds, uint64_t grace);
/// sync_file_range(2): starts writing out without waiting; hidden without _GNU_SOURCE.
int clinux_start_writeback(int descriptor, int64_t offset, int64_t count);
/// copy_file_range(2): hidden without _GNU_SOURCE. Copies `count` bytes from the start of `from` to `to`.
int clinux_copy(int from, int to, int64_t count);
/// pipe2(2), close-on-exec: hidden without _GNU_SOURCE.
int clinux_pipe(int ends[2]);
/// inotify_init1(2), close-on-exec and non-blocking.
int clinux_watch_open(void);
/// inotify_add_watch(2) of the directory at `path`, for names added, removed, or closed after writing; returns its
/// number.
int clinux_watch_add(int watch, const char *path);
/// inotify_rm_watch(2).
int clinux_watch_remove(int watch, int number);
/// statx(2): returns 1 with the file's birth time in nanoseconds since 1970; 0 where the file system does not record
/// it.
int clinux_birth(int descriptor, int64_t *nanoseconds);
/// poll(2): waits until `watch` is readable (1), the pipe `end` is readable (0), or `milliseconds` have passed (2);
/// negative values wait for ever.
int clinux_watch_wait(int watch, int end, int milliseconds);
/// The meaning of an inotify event's mask.
enum clinux_watch_meaning { clinux_watch_directory = 1, clinux_watch_overflow = 2, clinux_watch_gone = 4 };
int clinux_watch_meaning(uint32_t mask);
/// ioctl_ficlone(2): makes the empty file `to` share the blocks of `from`; ioctl(2) is variadic.
int clinux_clone(int from, int to);
/// statfs(2)'s f_type, and the bytes free to this user.
int clinux_file_system(int descriptor, int64_t *type, int64_t *free_bytes);
/// fcntl(2) is variadic.
int clinux_duplicate(int descriptor);
/// prctl(2) is variadic. Names the calling thread for debuggers; 15 bytes are kept.
void clinux_name_thread(const char *name);
/// setpriority(2), whose first parameter is an enumeration with _GNU_SOURCE: nice 19 for the calling thread, as on
/// Linux.
void clinux_give_way(void);
/// Whether a process has the file open for writing: 1 or 0. It requests a read lease (fcntl(2), F_SETLEASE) and
/// releases it; -errno where the file system or missing rights prevent that. fcntl is variadic.
int clinux_has_writer(int descriptor);
