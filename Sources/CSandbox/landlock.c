#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Debian 12's headers know Landlock's second version. The kernel may know more, so the constants are written out
// here (landlock(7), "include/uapi/linux/landlock.h" of Linux 6.12).
struct ruleset {
  uint64_t files, network, scope;
};

static const struct {
  int version;
  struct ruleset adds;
} since[] = {
  {1, {(1 << 13) - 1, 0, 0}},    // execute, write, read, list, remove, make: all that the first version has
  {2, {1 << 13, 0, 0}},          // link and rename between folders
  {3, {1 << 14, 0, 0}},          // truncate
  {4, {0, 3, 0}},                // bind and connect TCP
  {5, {1 << 15, 0, 0}},          // ioctl on devices
  {6, {0, 0, 3}},                // abstract Unix sockets, signals
};

int csandbox_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? -errno : (int)version;
}

static int create_ruleset(int version) {
  struct ruleset wanted = {0, 0, 0};
  for (unsigned i = 0; i < sizeof since / sizeof *since && since[i].version <= version; i++) {
    wanted.files |= since[i].adds.files;
    wanted.network |= since[i].adds.network;
    wanted.scope |= since[i].adds.scope;
  }
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  long ruleset = syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
  return ruleset < 0 ? -errno : (int)ruleset;
}

// A missing path needs no rule.
static int allow_reading(int ruleset, const char *path) {
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return 0;
  struct landlock_path_beneath_attr rule = {
    .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR, .parent_fd = parent};
  long added = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  int failed = added < 0 ? -errno : 0;
  close(parent);
  return failed;
}

int csandbox_landlock(const char *const paths[], int count) {
  int version = csandbox_landlock_version();
  if (version < 1) return version ? version : -ENOSYS;
  int ruleset = create_ruleset(version);
  if (ruleset < 0) return ruleset;
  int failed = 0;
  for (int i = 0; i < count && !failed; i++) failed = allow_reading(ruleset, paths[i]);
  if (!failed && syscall(SYS_landlock_restrict_self, ruleset, 0) < 0) failed = -errno;
  close(ruleset);
  return failed;
}
