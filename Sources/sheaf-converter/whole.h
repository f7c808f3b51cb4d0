#pragma once
#include <stdbool.h>

/// Copies a file to the end of `target`, or `source` to a new file; false unless all of it, and something, was copied.
bool copy_from(const char *path, int target);
bool copy_to(const char *path, int source);
