import Testing

@testable import HTTPServer

@Suite("A remote address")
struct RemoteAddressTests {
  /// The two halves of an IPv6 address in network byte order, from its 16-bit groups.
  static func v6(_ groups: [UInt16], port: UInt16 = 1) -> RemoteAddress {
    let halves = [groups[..<4], groups[4...]].map { $0.reduce(UInt64(0)) { $0 << 16 | UInt64($1) }.bigEndian }
    return .v6(halves[0], halves[1], port: port)
  }

  @Test("counts as one network with every address of its 64 bits, and with no other")
  func v6Networks() {
    let here = Self.v6([0x2001, 0xDB8, 1, 2, 3, 4, 5, 6])
    #expect(here.network == Self.v6([0x2001, 0xDB8, 1, 2, 9, 9, 9, 9], port: 2).network)
    #expect(here.network != Self.v6([0x2001, 0xDB8, 1, 3, 3, 4, 5, 6]).network)
  }

  @Test("of IPv4 is its own network, through whichever socket it comes")
  func v4Networks() {
    let here = RemoteAddress.v4(UInt32(0x7F00_0001).bigEndian, port: 1)
    #expect(here.network == Self.v6([0, 0, 0, 0, 0, 0xFFFF, 0x7F00, 1]).network)
    #expect(here.network != RemoteAddress.v4(UInt32(0x7F00_0002).bigEndian, port: 1).network)
    #expect(here.network != Self.v6([0, 0, 0, 0, 0, 0, 0x7F00, 1]).network)
  }
}
