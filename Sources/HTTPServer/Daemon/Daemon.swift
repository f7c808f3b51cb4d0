import CMicroHTTPD
import Glibc

/// The MHD daemon of a running server, started in init and stopped with ``stop()``.
// @unchecked: the pointer never changes, and MHD_stop_daemon is called once, by one task.
final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let core: Unmanaged<ServerCore>

  /// - Throws: ``HTTPError/startFailed(_:)``.
  init(_ core: ServerCore, on socket: ListenSocket) throws(HTTPError) {
    // The daemon's callbacks use the core unretained; this reference is released after the last callback.
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

  /// Closes all connections and waits for the daemon's threads; blocks.
  ///
  /// No connection may be suspended.
  func stop() {
    MHD_stop_daemon(pointer)
    core.release()
  }

  /// Returns freed memory to the kernel; walks the whole heap, which takes milliseconds.
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
      // The daemon divides this number among its threads. The acceptor enforces the limit, so each share exceeds it.
      connections: CUnsignedInt(clamping: threads * (max(1, limits.connections) + 1)),
      idle_seconds: CUnsignedInt(max(0, limits.longestSilence.components.seconds)),
      connection_memory: limits.connectionMemory, access: access, target: target, unescape: unescape,
      completed: completed, connection_changed: connectionChanged, log: log, context: context)
  }
}
