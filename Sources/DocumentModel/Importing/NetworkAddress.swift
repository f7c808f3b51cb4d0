/// The number of a machine on the internet protocol, of version 4 or 6.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// 4 or 16 bytes in network order.
  public let bytes: [UInt8]

  /// The address of these bytes; nil unless they are 4 or 16.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// A block of addresses: those that begin with its bits.
  private struct Block {
    let bytes: [UInt8]
    let bits: Int

    init(_ bytes: [UInt8], _ bits: Int) { (self.bytes, self.bits) = (bytes, bits) }

    func contains(_ address: [UInt8]) -> Bool {
      (0..<bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        let own = bit / 8 < bytes.count ? bytes[bit / 8] : 0
        return own & mask == address[bit / 8] & mask
      }
    }
  }

  /// Blocks that are not on the public internet (the IANA registry of special addresses of IPv4, RFC 6890).
  private static let special4 = [
    Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
    Block([172, 16], 12), Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 88, 99], 24),
    Block([192, 168], 16), Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24),
    // Multicast, reserved ones, and the broadcast.
    Block([224], 4), Block([240], 4),
  ]
  /// All public addresses of IPv6 are in this block (RFC 4291, 2.4).
  private static let global6 = Block([0x20], 3)
  /// Protocols and tunnels within it, which may lead to any address of IPv4, and examples in texts.
  private static let special6 = [
    Block([0x20, 0x01, 0, 0], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x20, 0x02], 16),
    Block([0x3F, 0xFF], 20),
  ]
  /// A gateway of the network leads to the address of IPv4 in the last four bytes (RFC 6052).
  private static let translated = Block([0, 0x64, 0xFF, 0x9B], 96)

  /// Whether it is a single machine of the public internet: not this one, none of a private network, and no group.
  ///
  /// An address of IPv4 that is written as one of IPv6 is not public, whichever it is: no name of the web leads there.
  public var isPublic: Bool {
    if bytes.count == 4 { return !Self.special4.contains { $0.contains(bytes) } }
    if Self.translated.contains(bytes) { return NetworkAddress(Array(bytes.suffix(4)))?.isPublic ?? false }
    return Self.global6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
  }

  /// `127.0.0.1`, or `0:0:0:0:0:0:0:1`.
  public var description: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }
}
