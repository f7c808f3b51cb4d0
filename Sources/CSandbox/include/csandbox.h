#pragma once
// What closes a worker in: prctl(2) is variadic, Landlock has no wrapper in glibc, and libseccomp's rules are
// variadic. Every function returns 0, or -errno.

/// No new privileges for this process and what it may start (PR_SET_NO_NEW_PRIVS).
int csandbox_no_new_privileges(void);
/// Nobody but root may read this process's memory or trace it (PR_SET_DUMPABLE 0); it leaves no core.
int csandbox_not_dumpable(void);
/// Users, network, mounts, System V IPC and host names of its own, as far as the machine grants them: an ordinary user
/// by a user namespace, root without one if need be. To be called while there is one thread.
int csandbox_enter_namespaces(void);
/// The root becomes an empty file system with nothing but `paths`, where these are folders, for reading. Changes nothing when it
/// fails. Behind csandbox_enter_namespaces() alone.
int csandbox_own_root(const char *const paths[], int count);
/// Takes all capabilities away, from the bounding set too where that is allowed. Counts for this thread and those it starts.
int csandbox_drop_capabilities(void);
/// Leaves at most `bytes` of address space, `files` open descriptors and `file_size` bytes in a file; no core.
int csandbox_limit(unsigned long long bytes, unsigned files, unsigned long long file_size);
/// Gives memory that was freed back to the kernel (malloc_trim(3), whose header Swift does not see).
void csandbox_return_memory(void);

/// The kernel's Landlock version, or -errno where it has none.
int csandbox_landlock_version(void);
/// From now on nothing of the file system but reading below `paths`; no TCP, no abstract sockets, no signals to
/// others, as far as the kernel's version knows them. Counts for this thread and those it starts.
int csandbox_landlock(const char *const paths[], int count);
/// From now on only the calls on the list in seccomp.c, for all threads. With `deny_open`, no file is opened
/// either. `channel` is the one descriptor for sendmsg and recvmsg.
int csandbox_seccomp(int channel, int deny_open);

/// Attempts for the self-test; each returns 0 when it succeeded, or -errno.
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
/// Looks where a path is, and whether it is there.
int csandbox_try_status(const char *path);
int csandbox_try_read_link(const char *path);
int csandbox_try_open(const char *path, int flags);
