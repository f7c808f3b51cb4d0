import DocumentModel
import FoundationEssentials
import Testing

@testable import Rendering

@Suite struct `The facts of certificates and keys` {
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBzTCCAXKgAwIBAgICEjQwCgYIKoZIzj0EAwIwKzETMBEGA1UECgwKR3LDtsOf
    ZSBBRzEUMBIGA1UEAwwLZXhhbXBsZS5vcmcwIBcNMjYxMTI4MDg1MDA3WhgPMjEy
    NjExMDQwODUwMDdaMCsxEzARBgNVBAoMCkdyw7bDn2UgQUcxFDASBgNVBAMMC2V4
    YW1wbGUub3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElcme+E5r5L8URomS
    kOwyUtKxB7P2nxtEmEvZEHz5Pkp8BOq/kauo+jOdVGdB2HrwmsLTdjk+veqcAub9
    LG1XQ6OBgzCBgDAdBgNVHQ4EFgQUtrj3mQSEmOS4YmJfLNRt3FYK46YwHwYDVR0j
    BBgwFoAUtrj3mQSEmOS4YmJfLNRt3FYK46YwDwYDVR0TAQH/BAUwAwEB/zAtBgNV
    HREEJjAkggtleGFtcGxlLm9yZ4IPd3d3LmV4YW1wbGUub3JnhwTAAAIBMAoGCCqG
    SM49BAMCA0kAMEYCIQDSG4WcsySq8I/7g+BrUj1TM4RsCmwWXm4GLlfrqrz/7QIh
    AMD9Cs7t2zc+1V7u7+tv/SKHlamDJhgPbGINUTofPjFn
    -----END CERTIFICATE-----
    """
  private static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElcme+E5r5L8URomSkOwyUtKxB7P2
    nxtEmEvZEHz5Pkp8BOq/kauo+jOdVGdB2HrwmsLTdjk+veqcAub9LG1XQw==
    -----END PUBLIC KEY-----
    """

  private func facts(_ text: String) -> [String: String]? { Certificate(Array(text.utf8))?.fields }

  /// The bytes in a block of PEM.
  private func content(of text: String) throws -> [UInt8] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return [UInt8](try #require(Data(base64Encoded: lines.joined())))
  }

  @Test func `are read from PEM and from DER alike`() throws {
    let found = try #require(facts(Self.certificate))
    #expect(
      found == [
        "format": "Certificate", "subject": "CN=example.org, O=Größe AG",
        "issuer": "CN=example.org, O=Größe AG",
        "validFrom": "2026-11-28T08:50:07Z", "validUntil": "2126-11-04T08:50:07Z",
        "names": "example.org, www.example.org, 192.0.2.1", "key": "EC, prime256v1",
        "signature": "ecdsa-with-SHA256",
        "serial": "1234",
        "fingerprint":
          "62:2A:52:81:C4:65:3D:64:F8:49:D0:8F:B1:06:C1:9D:"
          + "E7:98:51:56:5A:A6:E3:EB:EF:37:C0:F0:F9:B5:82:BB",
      ])
    #expect(Certificate(try content(of: Self.certificate))?.fields == found)
  }

  @Test func `are those of the first of several, which are counted`() throws {
    let found = try #require(facts("a comment\n\(Self.certificate)\n\(Self.publicKey)\n"))
    #expect(found["format"] == "Certificate" && found["entries"] == "2")
  }

  @Test func `of a key are its kind and size, and of a locked one that it is locked`() throws {
    #expect(facts(Self.publicKey) == ["format": "Public key", "key": "EC, prime256v1"])
    #expect(Certificate(try content(of: Self.publicKey))?.fields["format"] == "Public key")
    let locked = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"
    #expect(facts(locked) == ["format": "Private key, locked by a password"])
    let other = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"
    #expect(facts(other) == ["format": "OPENSSH PRIVATE KEY"])
  }

  @Test func `are none of other bytes, or of damaged ones`() throws {
    #expect(facts("words") == nil && facts("") == nil && facts("0 is a digit") == nil)
    let bytes = try content(of: Self.certificate)
    for count in stride(from: 1, to: bytes.count, by: 37) {
      #expect(Certificate(Array(bytes.prefix(count))) == nil)
    }
    let torn = Self.certificate.replacing("MII", with: "MIJ")
    #expect(facts(torn).map { $0["subject"] } == .some(nil))
  }
}
