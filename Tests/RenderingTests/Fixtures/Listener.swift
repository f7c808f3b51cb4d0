import Glibc
import LinuxSystem
import Testing

/// A TCP port on this machine that notes whether a client connects.
final class Listener {
  let port: UInt16
  private let socket: Descriptor

  init() throws {
    let socket = try Self.open(CInt(SOCK_NONBLOCK.rawValue))
    var address = Self.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(socket.rawValue, generic, length) | listen(socket.rawValue, 8)
          | getsockname(socket.rawValue, generic, &length)
      }
    }
    try #require(failed == 0)
    port = UInt16(bigEndian: address.sin_port)
    self.socket = socket
  }

  /// Whether a client has connected since the last call.
  func hadVisitor() -> Bool {
    let visitor = accept(socket.rawValue, nil, nil)
    if visitor >= 0 { close(visitor) }
    return visitor >= 0
  }

  static func visit(_ port: UInt16) throws {
    let socket = try open(0)
    var address = loopback(port)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket.rawValue, $0, length) }
    }
    try #require(failed == 0)
  }

  private static func open(_ flags: CInt) throws -> Descriptor {
    let number = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | flags, 0)
    try #require(number >= 0)
    return Descriptor(owning: number)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
