import LinuxSystem
import Testing

@Suite("Codes of authentication")
struct HMACTests {
  @Test("are those of RFC 4231")
  func vectors() {
    let code = HMAC.sha256(of: Array("what do ya want for nothing?".utf8), under: Array("Jefe".utf8))
    let text = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test("are equal in all bytes or not at all")
  func equality() {
    #expect(HMAC.areEqual([1, 2, 3], [1, 2, 3]) && HMAC.areEqual([], []))
    #expect(!HMAC.areEqual([1, 2, 3], [1, 2, 4]) && !HMAC.areEqual([1, 2], [1, 2, 3]))
  }
}

@Suite("The machines of a name")
struct HostLookupTests {
  private let pool = BlockingPool(threads: 1)

  @Test(
    "are found by numbers in any spelling",
    arguments: ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "017700000001", "0x7f000001"])
  func numbers(host: String) async {
    #expect(await pool.run { HostLookup.addresses(of: host) } == [[127, 0, 0, 1]])
  }

  @Test("are none where there is no such name")
  func unknown() async {
    #expect(await pool.run { HostLookup.addresses(of: "no such name") }.isEmpty)
    let six = await pool.run { HostLookup.addresses(of: "::1") }
    #expect(six == [Array(repeating: 0, count: 15) + [1]])
  }
}
