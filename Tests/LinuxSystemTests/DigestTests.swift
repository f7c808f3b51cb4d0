import LinuxSystem
import Testing

/// The examples of FIPS 180-4 and of its test vectors.
@Suite("A digest")
struct DigestTests {
  static let abc = Array("abc".utf8)

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("by SHA-256 is the standard's, in one piece or in many")
  func sha256() {
    let wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Self.hexadecimal(SHA256.hash(Self.abc)) == wanted)
    var hash = SHA256()
    #expect(Self.hexadecimal(hash.finalize()).hasPrefix("e3b0c44298fc1c149afbf4c8996fb924"))
    for byte in Self.abc { hash.update([byte]) }
    #expect(Self.hexadecimal(hash.finalize()) == wanted)
  }

  @Test("of a million letters is the standard's")
  func long() {
    let wanted = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(Self.hexadecimal(SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))) == wanted)
  }

  @Test("by SHA-512 is the standard's, and goes on after it was asked for")
  func sha512() {
    var hash = SHA512()
    hash.update([])
    #expect(Self.hexadecimal(hash.finalize()).hasPrefix("cf83e1357eefb8bdf1542850d66d8007"))
    hash.update(Self.abc)
    #expect(
      Self.hexadecimal(hash.finalize())
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
        + "454d4423643ce80e2a9ac94fa54ca49f")
  }
}
