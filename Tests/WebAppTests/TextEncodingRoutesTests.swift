import FoundationEssentials
import HTTPServer
import HTTPTypes
import Previews
import Testing

@testable import WebApp

@Suite("Texts that are not UTF-8, over HTTP")
struct TextEncodingRoutesTests {
  private struct Preview: Decodable {
    struct Text: Decodable {
      let encoding: String?
      let confidence: Double
    }
    let kind: String
    let text: Text?
  }

  private static let japanese = Array(
    Data(
      base64Encoded:
        "jOGUeYLNlEyCxYKggumBQpa8kU+CzYLcgr6Ws4KigUKCx4KxgsWQtoLqgr2CqYLGgvGCxoypk5aCqoLCgqmCyoFCib"
        + "2CxYLglJaIw4KigraC34K2gt+CtYK9j4qCxYNqg4OBW4Nqg4OBW4uDgqKCxIKigr2OloK+gq+CzYtMia+CtYLEgqKC"
        + "6YFCjOGUeYLNgrGCsYLFjm6C34LEkGyK1ILGgqKCpILggsyC8Iypgr2BQg==") ?? Data())
  private static let german = Array(
    Data(
      base64Encoded:
        "RGllIFBy/GZ1bmcgZXJnYWIsIGRh3yBncvbfZXJlIMRuZGVydW5nZW4g/GJlciBkYXMg3GJsaWNoZSBoaW5hdXMgbv"
        + "Z0aWcgd+RyZW4uIE38bGxlciBzY2hsb98gZGllIFT8ci4gU3RyYd9lLCBGdd8sIHNjaPZuIHVuZCDWbC4gV2lyIG32"
        + "Y2h0ZW4gZvxyIGRpZXNlIEz2c3VuZyBm/G5mIFN0/GNrIHp1bSBQcmVpcyB2b24genf2bGYgRXVybyBiZXN0ZWxsZW"
        + "47IGRpZSBMaWVmZXJ1bmcgZXJmb2xndCBzcOR0ZXN0ZW5zIGltIE3kcnou") ?? Data())

  @Test(
    "the preview names the encoding, and so does what is sent",
    arguments: [
      (japanese, "shift_jis"), (german, "windows-1252"), (Array("Grüße".utf8), "utf-8"),
      (Array("\u{FEFF}Grüße".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, "utf-16le"),
    ])
  func named(bytes: [UInt8], encoding: String) async throws {
    try await TestSite.run { client, _ in
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.txt", body: bytes).answer().id)
      let address = "/api/v1/documents/\(id)"
      let preview = try await preview(client, address)
      #expect(preview.kind == "pages" && preview.text?.encoding == encoding)
      #expect((preview.text?.confidence ?? 0) > 0)
      for target in ["\(address)/content", "\(address)/versions/1/content"] {
        let content = try await client.ask(.get, target)
        #expect(content.headers[.contentType] == "text/plain; charset=\(encoding)")
        #expect(content.body == bytes)
      }
    }
  }

  @Test("it is found once, and kept")
  func kept() async throws {
    try await TestSite.run { client, test in
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.txt", body: Self.german).answer().id)
      _ = try await client.ask(.get, "/api/v1/documents/\(id)/content")
      let hits = test.assembly.cache.status.hits
      _ = try await client.ask(.get, "/api/v1/documents/\(id)/content")
      #expect(test.assembly.cache.status.hits == hits + 1)
    }
  }

  @Test("an encoding that cannot be known is said to be so, and nothing is sent of one")
  func unknown() async throws {
    try await TestSite.run { client, _ in
      let bytes: [UInt8] = [0x41, 0x42, 0x81, 0x8D, 0x8F, 0x0A]
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.txt", body: bytes).answer().id)
      let preview = try await preview(client, "/api/v1/documents/\(id)")
      let text = try #require(preview.text)
      #expect(text.encoding == nil && text.confidence == 0)
      let content = try await client.ask(.get, "/api/v1/documents/\(id)/content")
      #expect(content.headers[.contentType] == "text/plain")
    }
  }

  private func preview(_ client: TestClient, _ address: String) async throws -> Preview {
    let answer = try await client.ask(.get, "\(address)/preview")
    return try JSONDecoder().decode(Preview.self, from: Data(answer.body))
  }
}
