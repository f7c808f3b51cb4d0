#pragma once
#include <sys/types.h>

// A socket that listens at `path`; negative when there can be none.
int listen_at(const char *path);

// Lets the one connection that `child` makes to `listener` speak with `remote`, until one of both has left.
void relay(int listener, int remote, pid_t child);
