import Glibc
import Synchronization

/// Gives each connection's received bytes to its syntax check, before libmicrohttpd reads them.
///
/// The library has no hook for this. It calls `recv` through the dynamic linker, which resolves the name to the
/// program's definition; see ``receive(socket:buffer:size:flags:)``.
enum ReceivedBytes {
  private static let connections = Mutex<[CInt: Connection]>([:])

  static func follow(_ connection: Connection) {
    connections.withLock { $0[connection.socket] = connection }
  }

  /// Called before the connection's socket is closed.
  static func forget(_ connection: Connection) {
    connections.withLock { $0[connection.socket] = nil }
  }

  fileprivate static func show(_ bytes: UnsafeRawBufferPointer, from socket: CInt) {
    guard let connection = connections.withLock({ $0[socket] }) else { return }
    connection.syntax.withLock { $0.read(bytes) }
  }
}

/// Replaces the C library's function of this name in the whole process, with the same behaviour.
@c(recv)
@usableFromInline
func receive(socket: CInt, buffer: UnsafeMutableRawPointer?, size: Int, flags: CInt) -> Int {
  let count = recvfrom(socket, buffer, size, flags, nil, nil)
  if count > 0, flags & CInt(MSG_PEEK) == 0 {
    ReceivedBytes.show(UnsafeRawBufferPointer(start: buffer, count: count), from: socket)
  }
  return count
}
