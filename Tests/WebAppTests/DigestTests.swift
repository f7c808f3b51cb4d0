import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Digests that a client announces")
struct DigestTests {
  /// Digests of two texts in base 64, as printed by `openssl dgst -binary | base64`.
  private static let known = [
    "sha-256 hello": "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    "sha-256 hallo": "03UdM/nNUEnErytGJzVFfk07rxMLy7h/OJ40n7rrILk=",
    "sha-512 hello":
      "m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4U"
      + "uMXaDEZjR1wuXDre9G9zvN7AQw==",
    "sha-512 hallo":
      "cLd7dUbULoMTkxbsB9BIZy9cSqQaH+wynebBjm71Pjz3rRJK8YrsC1WiWt6x"
      + "BR9H6ImZIc/Zr1YOja/rCTmrzw==",
  ]

  private func sha256(_ text: String) -> String { "sha-256=:\(Self.known["sha-256 \(text)"] ?? ""):" }

  private func sha512(_ text: String) -> String { "sha-512=:\(Self.known["sha-512 \(text)"] ?? ""):" }

  /// Uploads "hello"; returns the code of the refusal, or the status's number.
  private func upload(_ fields: [(String, String)]) async throws -> String {
    var headers: HTTPFields = [:]
    for (name, value) in fields {
      headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    var result = ""
    try await TestSite.run { [headers] client, test in
      let answer = try await client.ask(.post, "/api/v1/documents?name=a", headers: headers, text: "hello")
      let stored = try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents")
      #expect(stored.count == (answer.status == .created ? 1 : 0))
      result = answer.code ?? "\(answer.status.code)"
    }
    return result
  }

  @Test("each of them alone is checked", arguments: ["Content-Digest", "Repr-Digest"])
  func alone(name: String) async throws {
    #expect(try await upload([(name, sha256("hello"))]) == "201")
    #expect(try await upload([(name, sha512("hello"))]) == "201")
    #expect(try await upload([(name, sha256("hallo"))]) == "content-mismatch")
    #expect(try await upload([(name, sha512("hallo"))]) == "content-mismatch")
  }

  @Test("a wrong one beside a right one is found, whichever field or algorithm it has")
  func beside() async throws {
    for right in [sha256("hello"), sha512("hello")] {
      for wrong in [sha256("hallo"), sha512("hallo")] {
        #expect(try await upload([("Content-Digest", right), ("Repr-Digest", wrong)]) == "content-mismatch")
        #expect(try await upload([("Content-Digest", wrong), ("Repr-Digest", right)]) == "content-mismatch")
        #expect(try await upload([("Content-Digest", "\(right), \(wrong)")]) == "content-mismatch")
      }
    }
    #expect(
      try await upload([("Content-Digest", "\(sha512("hello")), \(sha256("hello"))")]) == "201")
  }

  @Test("algorithms that are not understood are passed over, and parameters mean nothing")
  func unknown() async throws {
    #expect(try await upload([("Content-Digest", "md5=:AAAA:, \(sha256("hello"));x=1")]) == "201")
    #expect(try await upload([("Content-Digest", "crc32c=:AAAA:")]) == "201")
    #expect(try await upload([("Content-Digest", "md5=:AAAA:, \(sha512("hallo"))")]) == "content-mismatch")
  }

  @Test(
    "one that cannot be read is refused, not passed over",
    arguments: [
      "sha-256=:nonsense:", "sha-512=:AAAA:", "sha-256=abc", "sha-512=::", "sha-256=",
      "sha-512=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:",
    ])
  func malformed(value: String) async throws {
    #expect(try await upload([("Repr-Digest", value)]) == "invalid-parameter")
  }
}
