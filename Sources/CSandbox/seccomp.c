#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// Calls that are allowed with any arguments. They act on memory, open descriptors, time or this process's own
// threads. The existence of a path can be queried: Landlock does not prevent that, but a root of its own does. Links
// cannot be read, because /proc/self/fd would reveal the paths of open documents.
static const int always[] = {
  // Open descriptors
  SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(preadv), SCMP_SYS(write), SCMP_SYS(writev),
  SCMP_SYS(pwrite64), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(fadvise64), SCMP_SYS(ftruncate), SCMP_SYS(fstat), SCMP_SYS(getdents64), SCMP_SYS(fstatfs), SCMP_SYS(poll), SCMP_SYS(ppoll),
  SCMP_SYS(eventfd2), SCMP_SYS(pipe2),
  // Querying paths
  SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(access), SCMP_SYS(faccessat),
  SCMP_SYS(faccessat2), SCMP_SYS(getcwd), SCMP_SYS(statfs),
  // Memory
  SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk), SCMP_SYS(msync),
  // Threads, signals to this process, time
  SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(exit), SCMP_SYS(exit_group),
  SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getattr),
  SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
  SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(nanosleep),
  SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),
  SCMP_SYS(time), SCMP_SYS(getrusage), SCMP_SYS(times),
  // Process and machine identity
  SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
  SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getrandom), SCMP_SYS(getrlimit), SCMP_SYS(getcpu),
};

// The fcntl commands for own descriptors; F_SETOWN and F_SETSIG would send signals to other processes.
static const int commands[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC};

static int allow_always(scmp_filter_ctx filter) {
  for (unsigned i = 0; i < sizeof always / sizeof *always; i++) {
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, always[i], 0);
    if (failed) return failed;
  }
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
    const scmp_datum_t command = (scmp_datum_t)commands[i];
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, command));
    if (failed) return failed;
  }
  return 0;
}

// Memory is either writable or executable from the start, so data of a document cannot be executed.
//
// Anonymous private memory is counted by RLIMIT_AS. Shared memory is an unnamed file: one mapped page keeps all other
// pages, and RLIMIT_AS would count that page only. For the same reason memfd_create is forbidden: a worker may fill
// the memory file of each request only, and the server counts its size.
static int allow_memory(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp data = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  int failed = seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, data, SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0));
  if (failed) return failed;
  failed = seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, data,
    SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_ANONYMOUS, MAP_PRIVATE | MAP_ANONYMOUS));
  if (failed) return failed;
  return seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

// Files are opened for reading only. O_TMPFILE and O_PATH are forbidden flags, too; openat2 has its flags behind a
// pointer and is forbidden.
static int allow_opening(scmp_filter_ctx filter) {
  const scmp_datum_t forbidden = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY) | O_PATH;
  int failed = seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, forbidden, O_RDONLY));
  if (failed) return failed;
  return seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, forbidden, O_RDONLY));
}

// Threads but no processes; clone3 has its flags behind a pointer, and glibc falls back to clone on ENOSYS.
static int allow_threads(scmp_filter_ctx filter) {
  int failed = seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  if (failed) return failed;
  failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (failed) return failed;
  failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
  if (failed) return failed;
  // abort() sends its signal to this process only.
  return seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
}

// The socket to the server. Limits may be read; a process that could change them could remove them.
static int allow_conversation(scmp_filter_ctx filter, int channel) {
  const scmp_datum_t socket = (scmp_datum_t)channel;
  int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1, SCMP_A0(SCMP_CMP_EQ, socket));
  if (failed) return failed;
  failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(recvmsg), 1, SCMP_A0(SCMP_CMP_EQ, socket));
  if (failed) return failed;
  return seccomp_rule_add(
    filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
}

static int load(scmp_filter_ctx filter, int channel, int deny_open) {
  int failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  // A sorted tree instead of a list, so that a call is checked in a few steps.
  if (!failed) failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (!failed) failed = allow_always(filter);
  if (!failed) failed = allow_memory(filter);
  if (!failed && !deny_open) failed = allow_opening(filter);
  if (!failed) failed = allow_threads(filter);
  if (!failed) failed = allow_conversation(filter, channel);
  return failed ? failed : seccomp_load(filter);
}

int csandbox_seccomp(int channel, int deny_open) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return -ENOMEM;
  int failed = load(filter, channel, deny_open);
  seccomp_release(filter);
  return failed;
}

// Calls that no converter needs.
static const int never[] = {
  SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
  SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(open_tree),
  SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsmount), SCMP_SYS(mount_setattr), SCMP_SYS(keyctl),
  SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd),
  SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register), SCMP_SYS(open_by_handle_at),
};

static int forbid_processes(scmp_filter_ctx filter) {
  const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
  for (unsigned i = 0; i < sizeof never / sizeof *never; i++) {
    int failed = seccomp_rule_add(filter, refuse, never[i], 0);
    if (failed) return failed;
  }
  int failed = seccomp_rule_add(
    filter, refuse, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  if (failed) return failed;
  failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (failed) return failed;
  failed = seccomp_rule_add(filter, refuse, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
  return failed ? failed : seccomp_load(filter);
}

int csandbox_forbid_processes(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return -ENOMEM;
  int failed = forbid_processes(filter);
  seccomp_release(filter);
  return failed;
}
