#pragma once
// The sandbox of a worker. The shims exist because prctl(2) is variadic, Landlock has no wrapper in glibc, and
// libseccomp's rules are variadic. Every function returns 0, or -errno.

/// Forbids new privileges for this process and its children (PR_SET_NO_NEW_PRIVS).
int csandbox_no_new_privileges(void);
/// Restricts reading this process's memory and tracing it to root (PR_SET_DUMPABLE 0); it leaves no core.
int csandbox_not_dumpable(void);
/// Enters new namespaces for users, network, mounts, System V IPC and host names, as far as the machine allows. An
/// ordinary user needs the user namespace, root does not. Call it while there is one thread.
int csandbox_enter_namespaces(void);
/// Makes an empty file system the root, with read-only mounts of those `paths` that are folders. Changes nothing
/// when it fails. Requires csandbox_enter_namespaces().
int csandbox_own_root(const char *const paths[], int count);
/// Drops all capabilities, from the bounding set too where allowed, for this thread and those that it starts.
int csandbox_drop_capabilities(void);
/// Limits address space to `bytes`, open descriptors to `files` and files to `file_size` bytes; no core.
int csandbox_limit(unsigned long long bytes, unsigned files, unsigned long long file_size);
/// Returns freed memory to the kernel (malloc_trim(3), whose header Swift does not see).
void csandbox_return_memory(void);

/// The kernel's Landlock version, or -errno without Landlock.
int csandbox_landlock_version(void);
/// Allows reading below `paths` and no other file access; forbids TCP, abstract sockets and signals to other
/// processes, as far as the kernel's version can. Applies to this thread and those that it starts.
int csandbox_landlock(const char *const paths[], int count);
/// Allows the calls listed in seccomp.c only, for all threads. With `deny_open` no file can be opened. `channel` is
/// the only descriptor for sendmsg and recvmsg.
int csandbox_seccomp(int channel, int deny_open);

/// Forbids new processes, sockets other than those of Unix, new namespaces and mounts, tracing, and the kernel's less
/// tried interfaces. Applies to this thread and those that it starts. Another program may still be executed in its place.
int csandbox_forbid_processes(void);

/// Attempts of the self-test; each returns 0 when it succeeded, or -errno.
int csandbox_try_fork(void);
int csandbox_try_exec(void);
int csandbox_try_trace(int process);
int csandbox_try_be_traced(void);
int csandbox_try_unshare(void);
int csandbox_try_read_memory(int process, const void *address);
int csandbox_try_executable_memory(void);
int csandbox_try_memory_file(void);
int csandbox_try_shared_memory(void);
int csandbox_try_limit(void);
int csandbox_try_socket(int family);
int csandbox_try_namespace(void);
/// Queries the status of a path.
int csandbox_try_status(const char *path);
int csandbox_try_read_link(const char *path);
int csandbox_try_open(const char *path, int flags);
