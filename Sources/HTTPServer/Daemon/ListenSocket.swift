import Glibc

final class ListenSocket: Sendable {
  /// Open until ``close()``.
  let descriptor: CInt
  let port: Int

  private init(descriptor: CInt, port: Int) {
    self.descriptor = descriptor
    self.port = port
  }

  func refuse() { SocketEnd.receiving.close(of: descriptor) }

  /// Closes the socket; must be called once, after the last use of the descriptor.
  func close() { Glibc.close(descriptor) }

  /// Listens on a numeric address or else a host name; for port 0 the system chooses one.
  ///
  /// - Throws: ``HTTPError/addressInUse(host:port:)``, ``HTTPError/addressUnavailable(host:port:reason:)``.
  static func listen(host: String, port: Int) throws(HTTPError) -> ListenSocket {
    guard (0...65535).contains(port) else {
      throw .addressUnavailable(host: host, port: port, reason: "ports are numbers up to 65535")
    }
    var found: UnsafeMutablePointer<addrinfo>?
    var status = resolve(host, port, AI_NUMERICHOST, &found)
    if status != 0 { status = resolve(host, port, 0, &found) }
    defer { if let found { freeaddrinfo(found) } }
    guard status == 0, let address = found?.pointee else {
      throw .addressUnavailable(host: host, port: port, reason: String(cString: gai_strerror(status)))
    }
    return try listen(at: address, host: host, port: port)
  }

  private static func resolve(
    _ host: String, _ port: Int, _ flags: CInt, _ found: inout UnsafeMutablePointer<addrinfo>?
  ) -> CInt {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV | flags
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    return getaddrinfo(name, String(port), &hints, &found)
  }

  private static func listen(at address: addrinfo, host: String, port: Int) throws(HTTPError) -> ListenSocket
  {
    let kind = address.ai_socktype | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, kind, address.ai_protocol)
    guard descriptor >= 0 else { throw failure(host, port) }
    // Connections of a server that just stopped would otherwise block the port.
    var yes: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, 1024) == 0
    else {
      let error = failure(host, port)
      Glibc.close(descriptor)
      throw error
    }
    return ListenSocket(descriptor: descriptor, port: boundPort(descriptor))
  }

  private static func failure(_ host: String, _ port: Int) -> HTTPError {
    if errno == EADDRINUSE { return .addressInUse(host: host, port: port) }
    return .addressUnavailable(host: host, port: port, reason: String(cString: strerror(errno)))
  }

  /// IPv4 and IPv6 addresses have the port at the same offset.
  private static func boundPort(_ descriptor: CInt) -> Int {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout.size(ofValue: address))
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
    }
    return Int(UInt16(bigEndian: address.sin6_port))
  }
}
