#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int result(long value) { return value < 0 ? -errno : 0; }

int csandbox_try_fork(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return result(child);
}

int csandbox_try_exec(void) {
  char *const arguments[] = {"/bin/true", NULL};
  char *const environment[] = {NULL};
  return result(execve(arguments[0], arguments, environment));
}

int csandbox_try_trace(int process) { return result(ptrace(PTRACE_SEIZE, process, 0, 0)); }

int csandbox_try_be_traced(void) { return result(ptrace(PTRACE_TRACEME, 0, 0, 0)); }

int csandbox_try_unshare(void) { return result(unshare(CLONE_FS)); }

int csandbox_try_read_memory(int process, const void *address) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)address, 1};
  return result(process_vm_readv(process, &here, 1, &there, 1, 0));
}

int csandbox_try_executable_memory(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -errno;
  munmap(memory, 4096);
  return 0;
}

int csandbox_try_memory_file(void) {
  int file = memfd_create("attack", MFD_CLOEXEC);
  if (file < 0) return -errno;
  close(file);
  return 0;
}

int csandbox_try_shared_memory(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -errno;
  munmap(memory, 4096);
  return 0;
}

// Sets the present values, which any process may do.
int csandbox_try_limit(void) {
  struct rlimit now;
  if (getrlimit(RLIMIT_CPU, &now) < 0) return -errno;
  return result(setrlimit(RLIMIT_CPU, &now));
}

int csandbox_try_socket(int family) {
  int socket_ = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return -errno;
  close(socket_);
  return 0;
}

int csandbox_try_namespace(void) { return result(unshare(CLONE_NEWUSER | CLONE_NEWNET)); }

int csandbox_try_open(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0600);
  if (file < 0) return -errno;
  close(file);
  return 0;
}

int csandbox_try_status(const char *path) {
  struct stat look;
  return result(stat(path, &look));
}

int csandbox_try_read_link(const char *path) {
  char target[4096];
  return result(readlink(path, target, sizeof target));
}
