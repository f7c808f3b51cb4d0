import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Descriptions of documents, over HTTP")
struct DescriptionRoutesTests {
  private func metadata(_ client: TestClient, _ name: String, _ bytes: [UInt8]) async throws -> (
    String, TestResponse
  ) {
    let id = try #require(
      try await client.ask(.post, "/api/v1/documents?name=\(name)", body: bytes).answer().id)
    let answer = try await client.ask(.get, "/api/v1/documents/\(id)/metadata")
    return (String(decoding: answer.body, as: UTF8.self), answer)
  }

  @Test(
    "a PDF tells its pages, an image its pixels, a text its encoding", arguments: TestClient.Mode.allCases)
  func kinds(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let (pdf, answer) = try await metadata(client, "a.pdf", SmallPDF.bytes(pages: 2))
      #expect(answer.status == .ok && pdf.contains(#""pageCount":2"#) && pdf.contains(#""unit":"points""#))
      let (image, _) = try await metadata(client, "a.tif", SmallTIFF.bytes(pages: [(30, 20)]))
      #expect(image.contains(#""unit":"pixels""#) && image.contains(#""width":30"#))
      let (text, _) = try await metadata(client, "a.txt", Array("Grüße aus Wien".utf8))
      #expect(text.contains(#""encoding":"utf-8""#))
      let tag = try #require(answer.headers[.eTag])
      let id = try #require(
        try await client.ask(.get, "/api/v1/documents?q=a.pdf").answer().documents?.first?.id)
      let again = try await client.ask(
        .get, "/api/v1/documents/\(id)/metadata", headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
    }
  }

  /// 8 × 8 pixels with EXIF, written by hand.
  private static let photograph = """
    /9j/4QEeRXhpZgAASUkqAAgAAAAFAA4BAgAIAAAASgAAAA8BAgAGAAAAUgAAABABAgAKAAAAWAAAAGmHBAABAAAAYgAAACWI
    BAABAAAAsAAAAAAAAABBIHRpdGxlAFNoZWFmAE1vZGVsICgyKQADAJqCBQABAAAAjAAAAJ2CBQABAAAAlAAAAAOQAgAUAAAA
    nAAAAAAAAAABAAAAfQAAABwAAAAKAAAAMjAyNjoxMToyNiAxMjowMDowMQAEAAEAAgACAAAATgAAAAIABQADAAAA5gAAAAMA
    AgACAAAAVwAAAAQABQADAAAA/gAAAAAAAAAwAAAAAQAAAAwAAAABAAAAuAsAAGQAAAAQAAAAAQAAABYAAAABAAAAAAAAAAEA
    AAD/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG
    kJ6jq62rZ4C8ybqmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/EABQQAQAAAAAAAAAAAAAAAAAA
    AAD/2gAIAQEAAD8AH//Z
    """

  @Test("a photograph tells its camera, and where and when it was taken")
  func photograph() async throws {
    try await TestSite.run { client, _ in
      let photograph = try #require(
        Data(base64Encoded: Self.photograph, options: .ignoreUnknownCharacters))
      let (text, _) = try await metadata(client, "a.jpg", [UInt8](photograph))
      #expect(text.contains(#""latitude":48.2083"#) && text.contains(#""longitude":-16.3666"#))
      #expect(text.contains(#""Model":"Model (2)""#) && text.contains(#""FNumber":"f/2.8""#))
      #expect(text.contains(#""created":"2026-11-26T12:00:01""#) && text.contains(#""title":"A title""#))
    }
  }

  @Test("a document that cannot be opened says why, and tells its known facts")
  func damaged() async throws {
    try await TestSite.run { client, _ in
      let (damaged, answer) = try await metadata(client, "a.pdf", Array("%PDF-1.4\nand no more".utf8))
      #expect(
        answer.status == .ok && damaged.contains(#""code":"damaged""#) && damaged.contains(#""size":20"#))
    }
  }

  @Test("bytes that nothing opens are described")
  func bytes() async throws {
    try await TestSite.run { client, _ in
      let head = Array("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32]
      let (text, _) = try await metadata(client, "a.sqlite", head + [UInt8](repeating: 0, count: 488))
      #expect(text.contains(#""format":"SQLite 3.x database"#))
      let torrent = "d8:announce8:udp://a/4:infod6:lengthi70e4:name7:harvestee"
      #expect(try await metadata(client, "a.torrent", Array(torrent.utf8)).0.contains(#""title":"harvest""#))
    }
  }

  @Test("an attachment is downloaded under its own name, and what is none is not there")
  func attachments() async throws {
    try await TestSite.run { client, _ in
      let stream = "<</Type/EmbeddedFile/Length 5>>stream\nHello\nendstream"
      let file = """
        %PDF-1.6
        1 0 obj <</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a) 5 0 R]>>>>>> endobj
        2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
        3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj
        4 0 obj \(stream) endobj
        5 0 obj <</Type/Filespec/F(../words.txt)/UF(../words.txt)/EF<</F 4 0 R>>>> endobj
        trailer<</Root 1 0 R/Size 6>>

        """
      let id = try #require(try await client.upload(file, named: "a.pdf").id)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/attachments/0")
      #expect(answer.status == .ok && answer.body.starts(with: Array("Hello".utf8)))
      let disposition = try #require(answer.headers[.contentDisposition])
      #expect(
        disposition.hasPrefix("attachment") && disposition.contains("words.txt") && !disposition.contains("/")
      )
      for other in ["1", "-1", "x"] {
        #expect(
          try await client.ask(.get, "/api/v1/documents/\(id)/attachments/\(other)").status == .notFound)
      }
    }
  }
}
