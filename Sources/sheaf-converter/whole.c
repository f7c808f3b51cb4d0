#define _GNU_SOURCE
#include "whole.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static bool copy(int source, int target) {
  struct stat facts;
  bool is_whole = source >= 0 && target >= 0 && fstat(source, &facts) == 0 && facts.st_size > 0;
  for (off_t offset = 0; is_whole && offset < facts.st_size;) {
    is_whole = sendfile(target, source, &offset, (size_t)(facts.st_size - offset)) > 0;
  }
  return is_whole;
}

bool copy_to(const char *path, int source) {
  int target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool is_whole = copy(source, target);
  if (target >= 0) close(target);
  return is_whole;
}

bool copy_from(const char *path, int target) {
  int source = open(path, O_RDONLY | O_CLOEXEC);
  bool is_whole = copy(source, target);
  if (source >= 0) close(source);
  return is_whole;
}
