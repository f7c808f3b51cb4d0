import Glibc

/// The addresses of this machine in its networks, at which other devices may reach it.
enum MachineAddresses {
  private static let most = 8

  /// Numeric hosts, those of IPv4 first; without loopback and link-local ones.
  static func all() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    let entries = sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { $0?.pointee }
    let isUp = { (entry: ifaddrs) in entry.ifa_flags & UInt32(IFF_UP) != 0 }
    let hosts = entries.filter(isUp).compactMap { $0.ifa_addr.flatMap(host) }
    let ordered = hosts.filter { !$0.contains(":") } + hosts.filter { $0.contains(":") }.map { "[\($0)]" }
    return Array(ordered.prefix(most))
  }

  private static func host(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
    let length: Int
    switch CInt(address.pointee.sa_family) {
    case AF_INET: length = MemoryLayout<sockaddr_in>.size
    case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(
        address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    let host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let isLocal =
      host.hasPrefix("127.") || host.hasPrefix("169.254.") || host == "::1" || host.hasPrefix("fe80:")
    return isLocal ? nil : host
  }
}
