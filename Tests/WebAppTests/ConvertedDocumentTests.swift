import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Testing
import Workspace

@testable import WebApp

@Suite("Documents that a converter opens", .timeLimit(.minutes(3)))
struct ConvertedDocumentTests {
  private static let letter = #"{\rtf1\ansi Hello from a letter.\par}"#

  private func upload(_ client: TestClient) async throws -> String {
    try #require(try await client.upload(Self.letter, named: "letter.rtf").id)
  }

  private static let hasOffice = Converters(log: Logger(label: "test")).look().contains(.office)

  @Test(
    "have pages, words, a thumbnail and a PDF as any other",
    .enabled(if: hasOffice, "LibreOffice is installed, and bubblewrap works"))
  func converted() async throws {
    try await TestSite.run { client, _ in
      let address = "/api/v1/documents/\(try await upload(client))"
      let preview = try await client.ask(.get, "\(address)/preview")
      let text = String(decoding: preview.body, as: UTF8.self)
      #expect(text.contains(#""kind":"pages""#) && text.contains(#""converter":"LibreOffice""#))
      let page = try await client.ask(.get, "\(address)/pages/1?width=200")
      #expect(page.status == .ok && page.headers[.contentType] == "image/png")
      let words = try await client.ask(.get, "\(address)/pages/1/text")
      #expect(String(decoding: words.body, as: UTF8.self).contains("letter."))
      let thumbnail = try await client.ask(.get, "\(address)/thumbnail?size=64")
      #expect(thumbnail.status == .ok && thumbnail.headers[.sheafRenderer] != nil)
      let pdf = try await client.ask(.get, "\(address)/rendition")
      #expect(pdf.status == .ok && pdf.body.starts(with: Array("%PDF-".utf8)))
      let version = try await client.ask(.get, "\(address)/versions/1/pages/1?width=100")
      #expect(version.status == .ok)
    }
  }

  private static let hasFFmpeg = Converters(log: Logger(label: "test")).look().contains(.picture)

  @Test(
    "that are pictures are drawn by their pixels, and come as PDFs too",
    .enabled(if: hasFFmpeg, "FFmpeg is installed, and bubblewrap works"))
  func picture() async throws {
    try await TestSite.run { client, _ in
      let pixmap =
        "/* XPM */\nstatic char *x[] = {\n\"2 1 2 1\",\n\"a c #C81E28\",\n\"b c #0000FF\",\n\"ab\"\n};\n"
      let id = try #require(try await client.upload(pixmap, named: "a.xpm").id)
      let address = "/api/v1/documents/\(id)"
      let preview = String(decoding: try await client.ask(.get, "\(address)/preview").body, as: UTF8.self)
      let metadata = String(decoding: try await client.ask(.get, "\(address)/metadata").body, as: UTF8.self)
      #expect(preview.contains(#""converter":"FFmpeg""#) && metadata.contains(#""unit":"pixels""#))
      let page = try await client.ask(.get, "\(address)/pages/1")
      #expect(page.status == .ok && page.headers[.contentType] == "image/png")
      let pdf = try await client.ask(.get, "\(address)/rendition")
      #expect(pdf.status == .ok && pdf.body.starts(with: Array("%PDF-".utf8)))
    }
  }

  @Test("say which program is missing, and are shown when it is there")
  func missing() async throws {
    try await TestSite.run { client, test in
      let types = test.assembly.workspace.types
      _ = types.update(available: [])
      let address = "/api/v1/documents/\(try await upload(client))"
      // Rich text is text as well, and is shown as that.
      #expect(try await client.ask(.get, "\(address)/preview").answer().kind == "pages")
      let slides = try #require(try await client.upload("PK\u{3}\u{4}", named: "a.pptx").id)
      let preview = try await client.ask(.get, "/api/v1/documents/\(slides)/preview").answer()
      #expect(preview.kind == "icon" && preview.reason?.code == "converter-missing")
      let page = try await client.ask(.get, "/api/v1/documents/\(slides)/pages/1")
      #expect(page.status == .unprocessableContent && page.code == "converter-missing")
      let thumbnail = try await client.ask(.get, "/api/v1/documents/\(slides)/thumbnail?size=64")
      #expect(thumbnail.status == .ok)
      func isListedAsShown() async throws -> Bool {
        let list = try await client.ask(.get, "/api/v1/documents?type=public.presentation")
        return String(decoding: list.body, as: UTF8.self).contains(#""previewable":true"#)
      }
      #expect(try await !isListedAsShown())
      #expect(types.update(available: [.office]) && !types.update(available: [.office]))
      #expect(try await isListedAsShown())
      let found = try await client.ask(.get, "/api/v1/documents/\(slides)/preview").answer()
      #expect(found.reason?.code != "converter-missing")
    }
  }

  @Test("that no browser plays have no player without the program that converts them, and say so")
  func unplayed() async throws {
    try await TestSite.run { client, test in
      _ = test.assembly.workspace.types.update(available: [])
      let head = "0&\u{B2}u\u{8E}f\u{CF}\u{11}\u{A6}\u{D9}".unicodeScalars.map { UInt8($0.value) }
      let film = try #require(
        try await client.ask(.post, "/api/v1/documents?name=film.wmv", body: head).answer().id)
      let preview = try await client.ask(.get, "/api/v1/documents/\(film)/preview").answer()
      #expect(preview.kind == "icon" && preview.reason?.code == "converter-missing")
      let openers = try await client.ask(.get, "/api/v1/documents/\(film)/openers")
      #expect(!String(decoding: openers.body, as: UTF8.self).contains(#""player""#))
      let listed = try await client.ask(.get, "/api/v1/documents")
      #expect(!String(decoding: listed.body, as: UTF8.self).contains(#""previewable":true"#))
    }
  }

  @Test("the state of the server names the converters")
  func health() async throws {
    try await TestSite.run { client, test in
      let health = try await client.ask(.get, "/healthz")
      let text = String(decoding: health.body, as: UTF8.self)
      for kind in ConverterKind.allCases {
        let isThere = test.assembly.workspace.types.current.available.contains(kind)
        #expect(text.contains(#""\#(kind.program)":\#(isThere)"#))
      }
    }
  }
}
