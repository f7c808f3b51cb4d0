import CMicroHTTPD
import Glibc

/// The MHD daemon of a running server. Started in init; it must be stopped with ``stop()``.
// @unchecked: the pointer never changes, and MHD_stop_daemon is called once, by one task.
final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let core: Unmanaged<ServerCore>

  /// - Throws: ``HTTPError/startFailed(_:)``.
  init(_ core: ServerCore, on socket: ListenSocket) throws(HTTPError) {
    // The daemon's callbacks refer to the core without counting; this reference is given back after the last.
    let retained = Unmanaged.passRetained(core)
    var settings = Self.settings(core.configuration, context: retained.toOpaque())
    guard let pointer = shim_start_daemon(&settings) else {
      retained.release()
      socket.close()
      throw .startFailed("libmicrohttpd refused its settings")
    }
    self.pointer = pointer
    self.core = retained
    do throws(HTTPError) {
      try core.acceptor.start(on: socket) { [self] in add($0, $1, $2) }
    } catch {
      stop()
      socket.close()
      throw error
    }
  }

  /// Serves a connection; any thread may call this before ``stop()``.
  private func add(_ socket: CInt, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Bool {
    MHD_add_connection(pointer, socket, address, size) == .YES
  }

  /// Closes all connections and ends the daemon's threads; blocks until they have ended.
  ///
  /// No connection may be suspended.
  func stop() {
    MHD_stop_daemon(pointer)
    core.release()
  }

  /// Gives memory that was freed back to the kernel; looks through all of it, which takes milliseconds.
  static func giveMemoryBack() { malloc_trim(0) }

  private static func settings(
    _ configuration: ServerConfiguration, context: UnsafeMutableRawPointer
  ) -> shim_daemon_settings {
    let limits = configuration.limits
    let threads = max(1, configuration.threads)
    let flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ITC.rawValue
      | MHD_USE_ERROR_LOG.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue
    return shim_daemon_settings(
      flags: CUnsignedInt(flags), threads: CUnsignedInt(threads),
      // Shared out among the threads. The acceptor keeps to the limit, so none may run out of its share.
      connections: CUnsignedInt(clamping: threads * (max(1, limits.connections) + 1)),
      idle_seconds: CUnsignedInt(max(0, limits.idle.components.seconds)),
      connection_memory: limits.connectionMemory, access: access, target: target, unescape: unescape,
      completed: completed, connection_changed: connectionChanged, log: log, context: context)
  }
}
