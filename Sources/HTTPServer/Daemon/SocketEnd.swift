import Glibc

/// The half of a socket that `shutdown(2)` closes.
///
/// The numbers are Linux's (`sys/socket.h`). `SHUT_RD` and the rest are both macros and members of an anonymous
/// enumeration, which the compiler finds in some builds only.
enum SocketEnd: CInt {
  case receiving = 0
  case sending = 1
  case both = 2

  /// Closes this end; has no effect on a socket that is not connected.
  func close(of socket: CInt) { shutdown(socket, rawValue) }
}
