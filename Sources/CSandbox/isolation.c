#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// A process without a user mapping cannot create files in its own root, so it keeps its user.
static void keep_user(unsigned user, unsigned group) {
  struct {
    const char *path, *format;
    unsigned id;
  } const maps[] = {
    {"/proc/self/setgroups", "deny", 0},
    {"/proc/self/uid_map", "%1$u %1$u 1", user},
    {"/proc/self/gid_map", "%1$u %1$u 1", group},
  };
  for (unsigned i = 0; i < sizeof maps / sizeof *maps; i++) {
    int file = open(maps[i].path, O_WRONLY | O_CLOEXEC);
    if (file < 0) continue;
    dprintf(file, maps[i].format, maps[i].id);
    close(file);
  }
}

int csandbox_enter_namespaces(void) {
  const int wanted = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  const unsigned user = getuid(), group = getgid();
  if (unshare(CLONE_NEWUSER | wanted) == 0) {
    keep_user(user, group);
    return 0;
  }
  // Where user namespaces are forbidden, root may unshare without one.
  return unshare(wanted) < 0 ? -errno : 0;
}

// A detached read-only mount of the tree below `path`; -1 where there is no such folder.
static int take_folder(const char *path) {
  struct stat look;
  if (stat(path, &look) < 0 || !S_ISDIR(look.st_mode)) return -1;
  int tree = open_tree(AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
  if (tree < 0) return -errno;
  struct mount_attr attributes = {
    .attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC};
  if (mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) == 0) return tree;
  int failed = -errno;
  close(tree);
  return failed;
}

// Makes the folders of an absolute path below the working directory, and mounts `tree` there.
static int place_folder(int tree, const char *path) {
  char relative[256];
  if (snprintf(relative, sizeof relative, "%s", path + 1) >= (int)sizeof relative) return -ENAMETOOLONG;
  for (char *end = strchr(relative, '/');; end = strchr(end + 1, '/')) {
    if (end) *end = 0;
    if (mkdir(relative, 0755) < 0 && errno != EEXIST) return -errno;
    if (!end) break;
    *end = '/';
  }
  return move_mount(tree, "", AT_FDCWD, relative, MOVE_MOUNT_F_EMPTY_PATH) < 0 ? -errno : 0;
}

// The empty file system is mounted on a folder that every machine has, and then becomes the root.
static int exchange_root(const int trees[], const char *const paths[], int count) {
  static const char place[] = "/usr";
  static const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return -errno;
  if (mount("tmpfs", place, "tmpfs", flags, "size=64k,nr_inodes=64,mode=0755") < 0) return -errno;
  int failed = chdir(place) < 0 ? -errno : 0;
  for (int i = 0; i < count && !failed; i++) {
    if (trees[i] >= 0) failed = place_folder(trees[i], paths[i]);
  }
  // The old root now covers the new one and is unmounted.
  if (!failed && syscall(SYS_pivot_root, ".", ".") < 0) failed = -errno;
  if (failed) {
    if (chdir("/") == 0) umount2(place, MNT_DETACH);
    return failed;
  }
  if (umount2(".", MNT_DETACH) < 0 || chdir("/") < 0) return -errno;
  return mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, NULL) < 0 ? -errno : 0;
}

int csandbox_own_root(const char *const paths[], int count) {
  int trees[16];
  if (count > (int)(sizeof trees / sizeof *trees)) return -E2BIG;
  int failed = 0;
  for (int i = 0; i < count; i++) {
    trees[i] = take_folder(paths[i]);
    if (trees[i] < -1) failed = trees[i];
  }
  if (!failed) failed = exchange_root(trees, paths, count);
  for (int i = 0; i < count; i++) {
    if (trees[i] >= 0) close(trees[i]);
  }
  return failed;
}

int csandbox_drop_capabilities(void) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  // A process that may not change its bounding set has no capability, and cannot gain one without new privileges.
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return syscall(SYS_capset, &header, none) < 0 ? -errno : 0;
}
