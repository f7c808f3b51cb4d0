import Glibc

/// Where a request came from.
public enum RemoteAddress: Sendable, Hashable {
  /// An IPv4 address in network byte order, with the port.
  case v4(UInt32, port: UInt16)
  /// An IPv6 address as its two halves in network byte order, with the port.
  case v6(UInt64, UInt64, port: UInt16)
  /// No socket: a test that calls the application directly.
  case inProcess

  /// The numeric host: `127.0.0.1`, `::1`.
  ///
  /// An IPv4 address that came through an IPv6 socket reads as IPv4.
  public var host: String {
    switch self {
    case .v4(let address, _): Self.text(of: address, family: AF_INET)
    case .v6(let high, let low, _): Self.text(high: high, low: low)
    case .inProcess: "in-process"
    }
  }

  /// What whoever asks has for certain, however many addresses: the host of an IPv4 address, of an IPv6 address the first 64
  /// bits (RFC 4291, 2.5.4).
  public var network: String {
    guard case .v6(let high, _, _) = self, host.contains(":") else { return host }
    return Self.text(high: high, low: 0) + "/64"
  }

  /// The client's port; 0 without a socket.
  public var port: Int {
    switch self {
    case .v4(_, let port), .v6(_, _, let port): Int(port)
    case .inProcess: 0
    }
  }

  /// Whether the client is on this machine.
  public var isLoopback: Bool {
    switch self {
    case .v4(let address, _): UInt32(bigEndian: address) >> 24 == 127
    case .v6: host == "::1" || host.hasPrefix("127.")
    case .inProcess: true
    }
  }

  private static func text(high: UInt64, low: UInt64) -> String {
    let text = text(of: (high, low), family: AF_INET6)
    let mapped = "::ffff:"
    return text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.count)) : text
  }

  private static func text<Address>(of address: Address, family: CInt) -> String {
    withUnsafeBytes(of: address) { bytes in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
        guard let start = buffer.baseAddress, let source = bytes.baseAddress,
          inet_ntop(family, source, start, socklen_t(buffer.count)) != nil
        else { return "" }
        return String(cString: start)
      }
    }
  }
}
