import Glibc

/// The client's address.
public enum RemoteAddress: Sendable, Hashable {
  /// An IPv4 address in network byte order, with the port.
  case v4(UInt32, port: UInt16)
  /// An IPv6 address as its two halves in network byte order, with the port.
  case v6(UInt64, UInt64, port: UInt16)
  /// No socket, in tests that call the application directly.
  case inProcess

  /// The numeric host: `127.0.0.1`, `::1`; an IPv4-mapped address reads as IPv4.
  public var host: String {
    switch self {
    case .v4(let address, _): Self.text(of: address, family: AF_INET)
    case .v6(let high, let low, _): Self.text(high: high, low: low)
    case .inProcess: "in-process"
    }
  }

  /// The client's port; 0 without a socket.
  public var port: Int {
    switch self {
    case .v4(_, let port), .v6(_, _, let port): Int(port)
    case .inProcess: 0
    }
  }

  /// Whether the client runs on this machine.
  public var isLoopback: Bool {
    switch self {
    case .v4(let address, _): UInt32(bigEndian: address) >> 24 == 127
    case .v6: host == "::1" || host.hasPrefix("127.")
    case .inProcess: true
    }
  }

  /// The part of an address that belongs to one client: an IPv4 address, or the 64-bit network of an IPv6 address.
  ///
  /// Providers assign at least such a network to a customer (RFC 6177).
  public struct Network: Hashable, Sendable {
    private let bits: UInt64
    private let isV4: Bool

    init(v4 address: UInt32) { (bits, isV4) = (UInt64(address), true) }
    init(v6 high: UInt64) { (bits, isV4) = (high, false) }
  }

  /// The network of the address; an IPv4-mapped address counts as IPv4.
  public var network: Network {
    switch self {
    case .v4(let address, _): Network(v4: address)
    case .v6(0, let low, _) where UInt64(bigEndian: low) >> 32 == 0xFFFF:
      Network(v4: UInt32(truncatingIfNeeded: UInt64(bigEndian: low)).bigEndian)
    case .v6(let high, _, _): Network(v6: high)
    case .inProcess: Network(v6: 0)
    }
  }

  init(_ address: UnsafePointer<sockaddr>) {
    switch CInt(address.pointee.sa_family) {
    case AF_INET6:
      self = UnsafeRawPointer(address).withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { v6 in
        let halves = withUnsafeBytes(of: v6.pointee.sin6_addr) {
          ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        return .v6(halves.0, halves.1, port: UInt16(bigEndian: v6.pointee.sin6_port))
      }
    default:
      self = UnsafeRawPointer(address).withMemoryRebound(to: sockaddr_in.self, capacity: 1) { v4 in
        .v4(v4.pointee.sin_addr.s_addr, port: UInt16(bigEndian: v4.pointee.sin_port))
      }
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
