import Glibc

/// Asks the system's resolver for the machines of a name.
public enum HostLookup {
  /// The addresses of `host`, each once and the best first: 4 or 16 bytes in network order; none for an unknown name.
  ///
  /// Numbers are read in every spelling that the C library knows (`inet_aton(3)`). Blocks.
  public static func addresses(of host: String) -> [[UInt8]] {
    BlockingPool.assertIsCurrent()
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { return [] }
    defer { freeaddrinfo(first) }
    var addresses: [[UInt8]] = []
    for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
      guard let bytes = bytes(of: entry.pointee.ai_addr), !addresses.contains(bytes) else { continue }
      addresses.append(bytes)
    }
    return addresses
  }

  private static func bytes(of address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address else { return nil }
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
      }
    default: return nil
    }
  }
}

extension Descriptor {
  /// A connection (TCP) to the machine with these 4 or 16 bytes as its address.
  ///
  /// Throws `ETIMEDOUT` or `EINPROGRESS` when it does not come about within `seconds`. Blocks.
  public static func connection(
    to address: [UInt8], port: UInt16, withinSeconds seconds: Int
  ) throws(SystemError) -> Descriptor {
    BlockingPool.assertIsCurrent()
    let family = address.count == 4 ? AF_INET : AF_INET6
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let connection = Descriptor(owning: try SystemError.checkErrno("socket") { socket(family, type, 0) })
    // It limits `connect`, too (socket(7)).
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    _ = setsockopt(
      connection.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    _ = try SystemError.checkErrno("connect") {
      family == AF_INET
        ? connect(v4: address, port, connection.rawValue) : connect(v6: address, port, connection.rawValue)
    }
    return connection
  }

  private static func connect(v4 address: [UInt8], _ port: UInt16, _ socket: CInt) -> Int {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    withUnsafeMutableBytes(of: &name.sin_addr) { $0.copyBytes(from: address.prefix(4)) }
    return connect(name, socket)
  }

  private static func connect(v6 address: [UInt8], _ port: UInt16, _ socket: CInt) -> Int {
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    name.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &name.sin6_addr) { $0.copyBytes(from: address.prefix(16)) }
    return connect(name, socket)
  }

  private static func connect<Name>(_ name: Name, _ socket: CInt) -> Int {
    withUnsafePointer(to: name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Int(Glibc.connect(socket, $0, socklen_t(MemoryLayout<Name>.size)))
      }
    }
  }

  /// Waits until there are bytes to be read, or the end; false after so many milliseconds.
  ///
  /// Blocks.
  public func waitToRead(withinMilliseconds limit: Int) throws(SystemError) -> Bool {
    var watched = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return try SystemError.checkErrno("poll") { Int(poll(&watched, 1, CInt(clamping: limit))) } > 0
  }
}
