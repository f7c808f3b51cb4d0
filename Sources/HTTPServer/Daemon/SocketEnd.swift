import Glibc

/// What of a connected socket is closed (shutdown(2)).
///
/// The numbers are Linux's (`sys/socket.h`). Their names there, `SHUT_RD` and the rest, are both macros and members of
/// an enumeration without a name, which the compiler finds in some builds and not in others.
enum SocketEnd: CInt {
  /// Nothing more is received.
  case receiving = 0
  /// Nothing more is sent.
  case sending = 1
  /// Nothing more is received or sent.
  case both = 2

  /// Closes this end; a socket that is not connected is left alone.
  func close(of socket: CInt) { shutdown(socket, rawValue) }
}
