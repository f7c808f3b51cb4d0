#pragma once
#include <microhttpd.h>
// Swift's Glibc module lacks these headers. The hang-up watcher needs the first two.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <dlfcn.h>
// For malloc_trim.
#include <malloc.h>
#include <string.h>

// Every shim but the last replaces a variadic C function, which Swift cannot call. Each could be removed if
// libmicrohttpd offered the same call with fixed arguments.

// The options of a server, in place of the option list of MHD_start_daemon.
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

// MHD_start_daemon is variadic. The logger comes first, so that it receives messages about the options after it.
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

// The socket from MHD_get_connection_info, or -1.
static inline int shim_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// The connection's context from MHD_get_connection_info, set by the callback for new connections.
static inline void *shim_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// The acknowledged bytes of a socket, and those still in the send buffer; false when the kernel does not tell. The
// first is a member of the kernel's struct tcp_info (linux/tcp.h, since 4.1) that is missing in the C library's
// struct. The two headers cannot be included together.
static inline _Bool shim_sent_bytes(int socket, unsigned long long *acknowledged, int *waiting) {
  enum { at = 120, tcp_info = 11 };  // the option is TCP_INFO
  unsigned char info[at + sizeof *acknowledged];
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, tcp_info, info, &size) || size < sizeof info) return 0;
  memcpy(acknowledged, info + at, sizeof *acknowledged);
  return !ioctl(socket, TIOCOUTQ, waiting);
}

// The size of the request's header section in bytes, from MHD_get_connection_info.
static inline size_t shim_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

// The library's own MHD_queue_response. The program defines a function of that name, which the library calls for its
// own refusals (Callbacks.swift). This shim finds the library's with dlsym. -1 is RTLD_NEXT, which glibc hides
// without _GNU_SOURCE.
static inline enum MHD_Result shim_library_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  static enum MHD_Result (*queue)(struct MHD_Connection *, unsigned int, struct MHD_Response *);
  if (!queue) *(void **)&queue = dlsym((void *)-1L, "MHD_queue_response");
  return queue ? queue(connection, status, response) : MHD_NO;
}
