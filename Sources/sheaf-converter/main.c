// Runs inside a jail of bubblewrap, confines itself further and lets a converter work.
//
//   sheaf-converter MEMORY SECONDS FILE_SIZE run INPUT PROGRAM [ARGUMENT…]
//     runs PROGRAM, which is to write /tmp/result, and copies that to descriptor 4. INPUT is to be the file that is open as
//     descriptor 3.
//   sheaf-converter MEMORY SECONDS FILE_SIZE stream INPUT PROGRAM [ARGUMENT…]
//     executes PROGRAM, whose standard output is descriptor 4.
//   sheaf-converter MEMORY SECONDS FILE_SIZE office FOLDER
//     answers requests on the socket 3 with LibreOffice, whose programs lie in FOLDER.
//   sheaf-converter MEMORY SECONDS FILE_SIZE fetch PROGRAM [ARGUMENT…]
//     runs PROGRAM, whose standard output is descriptor 4, and which may write to descriptor 3. What it says to the socket
//     /tmp/remote goes to the connected socket 5, and back: it reaches that one machine and no other.
//
//   sheaf-converter mount PROGRAM [ARGUMENT…]
//     executes PROGRAM in a root that is a mount point, as bubblewrap needs one: that of chroot(2) is none. Outside of a
//     jail, and for root alone.
//
// MEMORY and FILE_SIZE are in bytes, SECONDS are of processor time.
#define _GNU_SOURCE
#include "csandbox.h"
#include "fetch.h"
#include "office.h"
#include "whole.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Exit codes (sysexits.h), which the server tells from a converter's own.
enum { usage = 64, empty = 65, unavailable = 69, refused = 71, changed = 75 };
enum { input = 3, output = 4, remote = 5, most_descriptors = 256 };

// Pages that are seen are drawn first: of a busy processor a conversion has about a tenth.
enum { niceness = 10 };

static int confine(char *limits[]) {
  errno = 0;
  if (nice(niceness) < 0 && errno) return -errno;
  int failed = csandbox_limit(strtoull(limits[0], NULL, 10), most_descriptors, strtoull(limits[2], NULL, 10));
  if (failed) return failed;
  const rlim_t seconds = strtoull(limits[1], NULL, 10);
  // The signal of the first limit tells more than that of the second.
  if (setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 2}) < 0) return -errno;
  failed = csandbox_no_new_privileges();
  return failed ? failed : csandbox_forbid_processes();
}

static void require_confinement(char *limits[]) {
  int failed = confine(limits);
  if (!failed) return;
  fprintf(stderr, "cannot be confined: %s\n", strerror(-failed));
  _exit(refused);
}

// bubblewrap binds the input by its path, which another file may have had by then.
static int is_input(const char *path) {
  struct stat open_file, bound;
  if (fstat(input, &open_file) < 0 || stat(path, &bound) < 0) return 0;
  return open_file.st_dev == bound.st_dev && open_file.st_ino == bound.st_ino;
}

static void become(char *command[], char *limits[]) {
  // A descriptor could be opened anew for writing; the bound file cannot.
  if (strncmp(command[0], "/in/", 4) == 0) close(input);
  close(output);
  require_confinement(limits);
  execv(command[1], command + 1);
  perror(command[1]);
  _exit(unavailable);
}

// The exit code of `child`, or 128 + its signal.
static int end_of(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return refused;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int run(char *command[], char *limits[]) {
  if (!is_input(command[0])) return changed;
  pid_t child = fork();
  if (child == 0) become(command, limits);
  if (child < 0) return refused;
  require_confinement(limits);
  const int code = end_of(child);
  if (code) return code;
  return copy_from("/tmp/result", output) ? 0 : empty;
}

static void become_fetcher(char *command[], char *limits[]) {
  close(remote);
  if (dup2(output, STDOUT_FILENO) < 0) _exit(refused);
  close(output);
  require_confinement(limits);
  execv(command[0], command);
  _exit(unavailable);
}

static int fetch(char *command[], char *limits[]) {
  const int listener = listen_at("/tmp/remote");
  if (listener < 0) return refused;
  pid_t child = fork();
  if (child == 0) become_fetcher(command, limits);
  if (child < 0) return refused;
  // They end with the program.
  close(input);
  close(output);
  require_confinement(limits);
  relay(listener, remote, child);
  return end_of(child);
}

static int stream(char *command[], char *limits[]) {
  if (!is_input(command[0])) return changed;
  if (dup2(output, STDOUT_FILENO) < 0) return refused;
  become(command, limits);
  return unavailable;
}

// Names the input by its path: within another root bubblewrap does not find it by its descriptor. `is_input` sees later
// whether it is still that file.
static void name_input(char *command[]) {
  static char path[PATH_MAX];
  static const char descriptor[] = "/proc/self/fd/3";
  const ssize_t length = readlink(descriptor, path, sizeof path - 1);
  for (char **word = command; length > 0 && *word; word++)
    if (strcmp(word[0], "--ro-bind") == 0 && word[1] && strcmp(word[1], descriptor) == 0) word[1] = path;
}

static int execute_in_mounted_root(char *command[]) {
  static const char place[] = "/mnt";
  name_input(command);
  if (unshare(CLONE_NEWNS) < 0 || mount("/", place, NULL, MS_BIND | MS_REC, NULL) < 0) return refused;
  if (chroot(place) < 0 || chdir("/") < 0) return refused;
  execv(command[0], command);
  return unavailable;
}

int main(int count, char *arguments[]) {
  if (count > 2 && strcmp(arguments[1], "mount") == 0) return execute_in_mounted_root(arguments + 2);
  if (count < 6) return usage;
  char **limits = arguments + 1;
  if (strcmp(arguments[4], "run") == 0 && count > 6) return run(arguments + 5, limits);
  if (strcmp(arguments[4], "stream") == 0 && count > 6) return stream(arguments + 5, limits);
  if (strcmp(arguments[4], "fetch") == 0) return fetch(arguments + 5, limits);
  if (strcmp(arguments[4], "office") != 0) return usage;
  require_confinement(limits);
  return serve_office(arguments[5], input);
}
