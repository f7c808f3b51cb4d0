#pragma once
#include <microhttpd.h>
// Swift's Glibc module leaves these out. The watcher of suspended connections needs the first two.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <dlfcn.h>
// ... and malloc_trim.
#include <malloc.h>
#include <string.h>

// Every shim but the last exists because Swift cannot call C functions with variable arguments. Each could go if
// libmicrohttpd offered the same call with fixed ones.

// The options that a server uses, in the place of the option list of MHD_start_daemon.
struct shim_daemon_settings {
  unsigned int flags;
  unsigned int threads;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t connection_memory;
  MHD_AccessHandlerCallback access;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection_changed;
  MHD_LogCallback log;
  void *context;
};

// MHD_start_daemon is variadic. The logger comes first so that it hears of the options after it.
static inline struct MHD_Daemon *shim_start_daemon(const struct shim_daemon_settings *s) {
  return MHD_start_daemon(
      s->flags, 0, NULL, NULL, s->access, s->context,
      MHD_OPTION_EXTERNAL_LOGGER, s->log, s->context,
      MHD_OPTION_THREAD_POOL_SIZE, s->threads,
      MHD_OPTION_CONNECTION_LIMIT, s->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, s->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->connection_memory,
      MHD_OPTION_URI_LOG_CALLBACK, s->target, s->context,
      MHD_OPTION_UNESCAPE_CALLBACK, s->unescape, s->context,
      MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
      MHD_OPTION_NOTIFY_CONNECTION, s->connection_changed, s->context,
      MHD_OPTION_END);
}

// MHD_get_connection_info is variadic. The result is the client's address, owned by the connection.
static inline const struct sockaddr *shim_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

// As above; the socket, or -1.
static inline int shim_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// As above; what the callback for a new connection left for it.
static inline void *shim_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// How many bytes of all that was sent on a socket the other side has acknowledged, and how many of them wait to be; false
// when the kernel does not say. The first is a member of the kernel's struct tcp_info (linux/tcp.h, since 4.1) which the C
// library's struct of that name ends before, and the two headers cannot be included together.
static inline _Bool shim_sent_bytes(int socket, unsigned long long *acknowledged, int *waiting) {
  enum { at = 120, tcp_info = 11 };  // the option is TCP_INFO
  unsigned char info[at + sizeof *acknowledged];
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, tcp_info, info, &size) || size < sizeof info) return 0;
  memcpy(acknowledged, info + at, sizeof *acknowledged);
  return !ioctl(socket, TIOCOUTQ, waiting);
}

// As above; the size of the request's header section in bytes.
static inline size_t shim_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

// The library's own MHD_queue_response: the program defines one of that name, which the library calls for what it
// refuses by itself (LibraryRefusal.swift). This one is found behind it. -1 is RTLD_NEXT, which glibc hides from
// those who do not ask for its extensions.
static inline enum MHD_Result shim_library_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  static enum MHD_Result (*queue)(struct MHD_Connection *, unsigned int, struct MHD_Response *);
  if (!queue) *(void **)&queue = dlsym((void *)-1L, "MHD_queue_response");
  return queue ? queue(connection, status, response) : MHD_NO;
}
