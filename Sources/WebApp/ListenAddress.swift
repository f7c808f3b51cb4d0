import Glibc

/// The address that the operator set: IPv4 or IPv6, with or without brackets, or a name.
struct ListenAddress: Sendable {
  let host: String

  init(_ text: String) {
    host = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
  }

  func authority(_ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Whether only programs of this machine can reach it: a numeric loopback address, or `localhost` where that means
  /// nothing else.
  ///
  /// Any other name can be pointed anywhere by its owner, also one that looks like a number: `127.example.org`. May ask
  /// the system's resolver, which blocks.
  var isLoopback: Bool {
    if host.lowercased() == "localhost" { return Self.means(host, flags: 0) }
    return Self.means(host, flags: AI_NUMERICHOST)
  }

  /// Whether the host resolves to loopback addresses only, and to at least one.
  private static func means(_ host: String, flags: CInt) -> Bool {
    // The resolver also reads "127.1" and "0x7f.1" as addresses; such short forms are refused as probable mistakes.
    guard flags == 0 || isPlain(host) else { return false }
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = flags
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { return false }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0.pointee.ai_next }).allSatisfy { isLoopback($0.pointee.ai_addr) }
  }

  /// Whether the text is four decimal numbers, or can only be IPv6.
  private static func isPlain(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host.contains(":")
      || (parts.count == 4 && parts.allSatisfy { PlainNumber.whole(String($0)) != nil })
  }

  private static func isLoopback(_ address: UnsafeMutablePointer<sockaddr>?) -> Bool {
    guard let address else { return false }
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
      // RFC 1122, 3.2.1.3: all of 127/8.
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 24 == 127
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin6_addr) { bytes in
          bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }
      }
    default: return false
    }
  }
}
