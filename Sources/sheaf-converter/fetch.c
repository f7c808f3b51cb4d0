#define _GNU_SOURCE
#include "fetch.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0) return -1;
  return listener;
}

// The connection of `child`; negative when it ended without one.
static int accepted(int listener, pid_t child) {
  enum { look = 100 };
  struct pollfd ready = {.fd = listener, .events = POLLIN};
  while (poll(&ready, 1, look) <= 0) {
    siginfo_t facts = {0};
    if (waitid(P_PID, (id_t)child, &facts, WEXITED | WNOHANG | WNOWAIT) < 0 || facts.si_pid == child) return -1;
  }
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

static bool send_all(int target, const char *bytes, ssize_t count) {
  while (count > 0) {
    const ssize_t sent = send(target, bytes, (size_t)count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent, count -= sent;
  }
  return true;
}

// False at the end of `source`, which `target` is told.
static bool pass(int source, int target) {
  char bytes[64 << 10];
  ssize_t count;
  do count = recv(source, bytes, sizeof bytes, 0);
  while (count < 0 && errno == EINTR);
  if (count > 0 && send_all(target, bytes, count)) return true;
  shutdown(target, SHUT_WR);
  return false;
}

void relay(int listener, int remote, pid_t child) {
  const int local = accepted(listener, child);
  close(listener);
  if (local < 0) return;
  struct pollfd ends[] = {{.fd = local, .events = POLLIN}, {.fd = remote, .events = POLLIN}};
  while (ends[0].fd >= 0) {
    if (poll(ends, 2, -1) < 0 && errno != EINTR) break;
    if (ends[0].revents && !pass(local, remote)) break;
    // What is still to be read by the program waits in its own socket.
    if (ends[1].fd >= 0 && ends[1].revents && !pass(remote, local)) ends[1].fd = -1;
  }
  close(local);
}
