import Glibc
import Synchronization

/// Shows each connection the bytes that libmicrohttpd receives for it, before the library reads them.
///
/// The library offers no such view. But it calls `recv` as shared libraries do, by name, and the program's definition of
/// that name comes first; see ``receive(socket:buffer:size:flags:)``.
enum ReceivedBytes {
  private static let connections = Mutex<[CInt: Connection]>([:])

  static func follow(_ connection: Connection) {
    connections.withLock { $0[connection.socket] = connection }
  }

  /// The connection's socket is about to be closed.
  static func forget(_ connection: Connection) {
    connections.withLock { $0[connection.socket] = nil }
  }

  fileprivate static func show(_ bytes: UnsafeRawBufferPointer, from socket: CInt) {
    guard let connection = connections.withLock({ $0[socket] }) else { return }
    connection.syntax.withLock { $0.read(bytes) }
  }
}

/// Stands in for the C library's function of this name, in the whole process; does what that does.
@c(recv)
@usableFromInline
func receive(socket: CInt, buffer: UnsafeMutableRawPointer?, size: Int, flags: CInt) -> Int {
  let count = recvfrom(socket, buffer, size, flags, nil, nil)
  if count > 0, flags & CInt(MSG_PEEK) == 0 {
    ReceivedBytes.show(UnsafeRawBufferPointer(start: buffer, count: count), from: socket)
  }
  return count
}
