#pragma once
// Linux calls that Swift cannot reach through Glibc: variadic functions, macros, and calls that glibc 2.36 hides
// behind _GNU_SOURCE or does not wrap. Each returns what the call returns, or -errno.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// openat2(2) has no wrapper in glibc. `resolve` keeps the kernel's RESOLVE_ flags.
int clinux_openat2(int directory, const char *path, int flags, unsigned mode, uint64_t resolve);
/// RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS: macros with suffixes are not imported.
uint64_t clinux_resolve_beneath(void);
/// renameat2(2) is hidden without _GNU_SOURCE.
int clinux_renameat2(int from, const char *source, int to, const char *target, unsigned flags);
/// A close-on-exec memory file that can be sealed; memfd_create(2) is hidden without _GNU_SOURCE.
int clinux_memory_file(const char *name);
/// Forbids writing, growing, shrinking and further seals; fcntl(2) is variadic and the seals are hidden.
int clinux_seal(int descriptor);
/// Whether all of those seals are set: 1, 0, or -errno.
int clinux_is_sealed(int descriptor);
/// socketpair(2) of type SOCK_SEQPACKET: the type is an enum that Swift imports as another type.
int clinux_packet_pair(int descriptors[2]);
/// Sends one packet with up to 253 descriptors beside it; the CMSG_ macros are not imported.
/// With `wait` 0 gives -EAGAIN when there is no room.
ssize_t clinux_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int wait);
/// Receives one packet. 0 at the end of the conversation, -EMSGSIZE for a packet that did not fit.
/// Descriptors come close-on-exec; those beyond `capacity` are closed.
ssize_t clinux_receive(
  int socket, void *bytes, size_t count, int *descriptors, int capacity, int *descriptor_count);
/// posix_spawn with descriptor numbers 0.. set from `descriptors` and all others closed, in a new process group.
/// `posix_spawn_file_actions_addclosefrom_np` is hidden without _GNU_SOURCE.
int clinux_spawn(
  const char *path, char *const arguments[], char *const environment[], const int *descriptors, int count,
  pid_t *child);
/// pidfd_open(2) has no wrapper in glibc 2.36's default headers.
int clinux_pidfd(pid_t child);
/// waitpid(2)'s status taken apart: exit code, or 128 + signal. `block` 0 gives -EAGAIN while it runs.
int clinux_reap(pid_t child, int block, int *code);
/// sync_file_range(2): starts writing out without waiting; hidden without _GNU_SOURCE.
int clinux_start_writeback(int descriptor, int64_t offset, int64_t count);
/// copy_file_range(2): hidden without _GNU_SOURCE. Copies `count` bytes from the start of `from` to `to`.
int clinux_copy(int from, int to, int64_t count);
/// statfs(2)'s f_type, and bytes free to us.
int clinux_file_system(int descriptor, int64_t *type, int64_t *free_bytes);
/// fcntl(2) is variadic.
int clinux_duplicate(int descriptor);
/// prctl(2) is variadic. Names the calling thread for debuggers; 15 bytes are kept.
void clinux_name_thread(const char *name);
/// Whether some process has the file open for writing: 1 or 0, by asking for a read lease (fcntl(2), F_SETLEASE) and
/// giving it back; -errno where the file system or our rights do not let us know. fcntl is variadic.
int clinux_has_writer(int descriptor);
