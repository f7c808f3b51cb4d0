import FoundationEssentials
import Glibc
import HTTPServer
import HTTPTypes
import LinuxSystem
import Testing

@testable import WebApp

@Suite("Pages over HTTP")
struct PageRoutesTests {
  private func uploadPDF(_ client: TestClient, pages: Int = 2) async throws -> String {
    let answer = try await client.ask(
      .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: pages))
    return try #require(try answer.answer().id)
  }

  private func width(ofPNG bytes: [UInt8]) -> Int {
    bytes.count > 20 ? bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } : 0
  }

  @Test("a page is drawn at the asked width, and again from memory", arguments: TestClient.Mode.allCases)
  func page(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await uploadPDF(client)
      let target = "/api/v1/documents/\(id)/pages/2?width=400"
      let first = try await client.ask(.get, target)
      #expect(first.status == .ok)
      #expect(first.headers[.contentType] == "image/png")
      #expect(width(ofPNG: first.body) == 400)
      #expect(first.headers[.serverTiming]?.hasPrefix("render") == true)
      let source = try await client.ask(.get, "/api/v1/documents/\(id)").answer().sha256
      for name in ["Sheaf-Source", "Sheaf-Renderer", "Sheaf-Scale"] {
        #expect(first.headers[try #require(HTTPField.Name(name))] != nil, "\(name)")
      }
      #expect(first.headers[.sheafSource] == source)
      #expect(first.headers[.sheafRenderer]?.hasPrefix("poppler ") == true)
      #expect(first.headers[.sheafScale] == "2.0")
      let again = try await client.ask(.get, target)
      #expect(again.body == first.body)
      #expect(again.headers[.serverTiming] == "cache;desc=hit")
      let tag = try #require(first.headers[.eTag])
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: tag]).status == .notModified)
    }
  }

  @Test(
    "an image too large for memory has a strong tag too, drawn and from the cache",
    arguments: TestClient.Mode.allCases)
  func largeImage(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let noise = SmallTIFF.bytes(pages: [(width: 900, height: 800)], isNoise: true)
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.tif", body: noise).answer().id)
      let target = "/api/v1/documents/\(id)/pages/1?scale=1&format=png"
      let first = try await client.ask(.get, target)
      #expect(first.body.count > ResponseCache.maximumBytes)
      let tag = try #require(first.headers[.eTag])
      #expect(!tag.hasPrefix("W/"))
      let again = try await client.ask(.get, target)
      #expect(again.headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true)
      #expect(again.headers[.eTag] == tag && again.body == first.body)
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: tag]).status == .notModified)
      let part = try await client.ask(.get, target, headers: [.range: "bytes=600000-600009", .ifRange: tag])
      #expect(part.status == .partialContent && part.body == Array(first.body[600_000...600_009]))
      let other = try await client.ask(.get, target, headers: [.range: "bytes=0-9", .ifRange: "\"x\""])
      #expect(other.status == .ok)
    }
  }

  @Test("the preview says how its pages were come by")
  func explained() async throws {
    struct Explained: Decodable {
      struct Explain: Decodable {
        struct Rendering: Decodable {
          let scale: Double?
          let milliseconds: Double?
          let cached: Bool
        }
        let rendering: Rendering?
      }
      let explain: Explain
    }
    func rendering(_ client: TestClient, _ id: String) async throws -> Explained.Explain.Rendering? {
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/preview")
      let explained = try JSONDecoder().decode(Explained.self, from: Data(answer.body))
      return explained.explain.rendering
    }
    try await TestSite.run { client, site in
      let id = try await uploadPDF(client)
      let first = try #require(try await rendering(client, id))
      #expect(!first.cached && (first.milliseconds ?? -1) >= 0 && first.scale == 2)
      site.site.cache.forgetEverything()
      let again = try #require(try await rendering(client, id))
      #expect(again.cached && again.milliseconds == nil && again.scale == 2)
      let archive = try await client.upload(Self.archive, named: "a.zip")
      #expect(try await rendering(client, try #require(archive.id)) == nil)
    }
  }

  @Test("a page is drawn anew when the content has changed")
  func newContent() async throws {
    try await TestSite.run(.live) { client, _ in
      let id = try await uploadPDF(client)
      let target = "/api/v1/documents/\(id)/pages/1?scale=1"
      #expect(width(ofPNG: try await client.ask(.get, target).body) == 200)
      _ = try await client.ask(.put, "/api/v1/documents/\(id)/content", body: SmallPDF.bytes(width: 320))
      #expect(width(ofPNG: try await client.ask(.get, target).body) == 320)
    }
  }

  @Test("a document is not drawn from the file of another that had its content once")
  func sharedContent() async throws {
    try await TestSite.run { client, test in
      let content = SmallPDF.bytes(pages: 30)
      for name in ["a.pdf", "b.pdf"] {
        _ = try await client.ask(.post, "/api/v1/documents?name=\(name)", body: content)
      }
      let list = try await client.ask(.get, "/api/v1/documents").answer().documents ?? []
      let ids = Dictionary(uniqueKeysWithValues: list.map { ($0.name ?? "", $0.id ?? "") })
      let first = try #require(ids["a.pdf"])
      let second = try #require(ids["b.pdf"])
      // The worker has the content open from the first document's file, which is then overwritten.
      _ = try await client.ask(.get, "/api/v1/documents/\(first)/pages/1?scale=1")
      let file = try Descriptor.open("\(test.root)/Documents/a.pdf", flags: O_WRONLY | O_TRUNC)
      try file.append(SmallPDF.bytes(width: 320))
      #expect(
        width(ofPNG: try await client.ask(.get, "/api/v1/documents/\(second)/pages/20?scale=2").body) == 400)
      let changed = try await client.ask(.get, "/api/v1/documents/\(first)/pages/1?scale=2")
      #expect(width(ofPNG: changed.body) == 640)
      let source = try await client.ask(.get, "/api/v1/documents/\(first)").answer().sha256
      #expect(changed.headers[.sheafSource] == source)
    }
  }

  @Test("an address that names the content is immutable, another is not")
  func immutable() async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let hash = try #require(try await client.ask(.get, "/api/v1/documents/\(id)").answer().sha256)
      let named = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=50&v=\(hash)")
      #expect(named.headers[.cacheControl]?.contains("immutable") == true)
      let other = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=50&v=old")
      #expect(other.headers[.cacheControl] == "private, no-cache")
    }
  }

  @Test(
    "parameters that cannot be right are refused by name",
    arguments: [
      "width=abc", "width=0", "width=-5", "width=1000000", "height=1e3", "scale=0", "scale=nan", "scale=inf",
      "scale=100", "format=gif", "width=10&scale=2",
    ])
  func parameters(query: String) async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?\(query)")
      #expect(answer.status == .badRequest)
      #expect(answer.code == "invalid-parameter")
    }
  }

  @Test(
    "a client that names no format gets the one that Accept prefers, also from memory",
    arguments: TestClient.Mode.allCases)
  func negotiated(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await uploadPDF(client)
      let target = "/api/v1/documents/\(id)/pages/1?width=60"
      for (accept, type) in [
        ("image/webp", "image/webp"), ("*/*", "image/png"),
        ("image/jpeg;q=0.9, image/png;q=0.2", "image/jpeg"),
        ("image/avif,image/webp,image/*,*/*;q=0.8", "image/png"), ("text/html", "image/png"),
        ("image/webp", "image/webp"),
      ] {
        let answer = try await client.ask(.get, target, headers: [.accept: accept])
        #expect(answer.headers[.contentType] == type, "\(accept)")
        #expect(answer.headers[.vary] == "Accept")
      }
      let named = try await client.ask(.get, target + "&format=jpg", headers: [.accept: "image/webp"])
      #expect(named.headers[.contentType] == "image/jpeg")
      #expect(named.headers[.vary] == nil)
      for _ in 1...2 {
        let suited = try await client.ask(.get, target + "&format=auto", headers: [.accept: "image/webp"])
        #expect(suited.headers[.contentType] == "image/png")
        #expect(suited.headers[.vary] == nil)
      }
    }
  }

  @Test("an image over the pixel budget is refused before it is drawn")
  func budget() async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=16000")
      #expect(answer.status == .badRequest)
      #expect(answer.code == "too-large")
    }
  }

  @Test(
    "a page picture is never larger than its image, unless that is asked",
    arguments: [
      ("width=2000", 60), ("height=2000", 60), ("width=2000&height=2000", 60), ("scale=9", 60),
      ("width=30", 30),
      ("height=20", 30), ("width=600&upscale=true", 600), ("scale=2&upscale=true", 120),
      ("width=600&upscale=false", 60), ("upscale=true", 60),
    ])
  func upscaled(query: String, expected: Int) async throws {
    try await TestSite.run { client, _ in
      let image = SmallTIFF.bytes(pages: [(width: 60, height: 40)])
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.tif", body: image).answer().id)
      for place in ["pages/1", "versions/1/pages/1"] {
        let page = try await client.ask(.get, "/api/v1/documents/\(id)/\(place)?\(query)&format=png")
        #expect(page.status == .ok && width(ofPNG: page.body) == expected, "\(place)")
      }
    }
  }

  @Test("a picture with more pixels on a side than a page may have is drawn as large as one may be")
  func longPicture() async throws {
    try await TestSite.run { client, _ in
      let image = SmallTIFF.bytes(pages: [(width: 1, height: 20_000)])
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.tif", body: image).answer().id)
      for query in ["", "?width=300", "?height=90000", "?scale=4"] {
        let page = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1\(query)")
        #expect(query == "?height=90000" ? page.status == .badRequest : page.status == .ok, "\(query)")
      }
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/rendition").status == .ok)
    }
  }

  @Test("an empty file has a reason in place of pages, the same wherever it is asked for")
  func empty() async throws {
    try await TestSite.run { client, _ in
      for name in ["a.html", "a.rtf", "a.pdf", "a.eml", "a.xyz", "a.svg"] {
        let id = try #require(try await client.upload("", named: name).id)
        let preview = try await client.ask(.get, "/api/v1/documents/\(id)/preview").answer()
        #expect(preview.kind == "icon" && preview.reason?.code == "damaged", "\(name)")
        for place in ["pages/1", "pages/1/text", "rendition", "versions/1/pages/1"] where name != "a.pdf" {
          let answer = try await client.ask(.get, "/api/v1/documents/\(id)/\(place)")
          #expect(answer.status == .unprocessableContent && answer.code == "damaged", "\(name) \(place)")
        }
      }
      let text = try #require(try await client.upload("", named: "a.txt").id)
      #expect(try await client.ask(.get, "/api/v1/documents/\(text)/preview").answer().kind == "pages")
      #expect(try await client.ask(.get, "/api/v1/documents/\(text)/pages/1").status == .ok)
    }
  }

  @Test("a board has no pages and no reason, and a damaged one the reason")
  func board() async throws {
    try await TestSite.run { client, _ in
      let good = #"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#
      for (text, code) in [(good, nil), (#"{"format":1"#, "damaged"), ("", "damaged")] {
        let id = try #require(try await client.upload(text, named: "a.sheafboard").id)
        let preview = try await client.ask(.get, "/api/v1/documents/\(id)/preview").answer()
        #expect(preview.kind == "icon" && preview.reason?.code == code, "\(text)")
      }
    }
  }

  private struct Forms: Decodable {
    struct Form: Decodable {
      let role: String
      let mediaType: String
      let url: String
      let size: Int?
    }

    let renditions: [Form]?
  }

  /// The forms of a document, by its preview; each is fetched, and is what the preview says.
  private func forms(_ id: String?, _ client: TestClient) async throws -> [String] {
    let preview = try await client.ask(.get, "/api/v1/documents/\(id ?? "")/preview")
    let forms = try #require(try JSONDecoder().decode(Forms.self, from: Data(preview.body)).renditions)
    for form in forms {
      let answer = try await client.ask(.get, form.url)
      let type = answer.headers[.contentType]?.prefix { $0 != ";" }
      #expect(answer.status == .ok && type == form.mediaType[...], "\(form)")
      #expect(form.size == nil || form.size == answer.body.count, "\(form)")
    }
    return forms.map(\.role)
  }

  @Test("the preview lists the forms of a document, each with its address, media type and known length")
  func renditions() async throws {
    try await TestSite.run { client, _ in
      let pdf = try await uploadPDF(client)
      #expect(try await forms(pdf, client) == ["original", "page", "thumbnail", "text"])
      let text = try await client.upload("typeset", named: "a.txt").id
      #expect(try await forms(text, client) == ["original", "pdf", "page", "thumbnail", "text"])
      let archive = try await client.upload(Self.archive, named: "a.zip").id
      #expect(try await forms(archive, client) == ["original", "thumbnail", "entries"])
      let board = try await client.upload(Self.writtenBoard, named: "a.sheafboard").id
      #expect(try await forms(board, client) == ["original", "pdf", "thumbnail"])
      let broken = try await client.upload(#"{"format":1"#, named: "b.sheafboard").id
      #expect(try await forms(broken, client) == ["original", "thumbnail"])
      let empty = try await client.upload("", named: "a.pdf").id
      #expect(try await forms(empty, client) == ["original", "thumbnail"])
      let version = try await client.ask(.get, "/api/v1/documents/\(pdf)/versions/1/preview")
      #expect(!version.text.contains("renditions"), "a version has no such addresses")
    }
  }

  private static let writtenBoard = """
    {"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[{"id":"s","color":"#000000","width":2,\
    "points":[[0,0,0.5,0],[50,50,0.5,20]]}]}
    """

  @Test("a page that is drawn of lines has no largest size")
  func vector() async throws {
    try await TestSite.run { client, _ in
      let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>"#
      let svg = try #require(try await client.upload(drawing, named: "a.svg").id)
      for id in [svg, try await uploadPDF(client)] {
        let page = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=600&format=png")
        #expect(width(ofPNG: page.body) == 600)
      }
    }
  }

  @Test("a page that is not there is a 404", arguments: ["0", "3", "99999999"])
  func missingPage(page: String) async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/pages/\(page)").code == "not-found")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/pages/\(page)?width=9").code == "not-found")
    }
  }

  @Test("a PDF cut at any tenth is shown or has a reason, and always a thumbnail", arguments: 0...9)
  func truncated(tenth: Int) async throws {
    try await TestSite.run { client, _ in
      let whole = SmallPDF.bytes(pages: 3)
      let part = Array(whole.prefix(whole.count * tenth / 10))
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: part).answer().id)
      let preview = try await client.ask(.get, "/api/v1/documents/\(id)/preview")
      #expect(preview.status == .ok)
      let answer = try preview.answer()
      #expect(
        answer.kind == "pages" ? (answer.pageCount ?? 0) > 0 : answer.reason != nil || answer.kind == "icon")
      let thumbnail = try await client.ask(.get, "/api/v1/documents/\(id)/thumbnail?size=64")
      #expect(thumbnail.status == .ok)
      #expect(thumbnail.headers[.contentType]?.hasPrefix("image/") == true)
    }
  }

  /// The media type by the first bytes of a picture.
  private func format(of bytes: [UInt8]) -> String {
    let head = bytes.prefix(12)
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if head.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
    return head.suffix(4) == Array("WEBP".utf8)[...] ? "image/webp" : "image/svg+xml; charset=utf-8"
  }

  @Test(
    "the icon in place of a page comes in the named format, else as a drawing where one is accepted",
    arguments: [
      ("&format=png", "*/*", "image/png"), ("&format=jpg", "image/png", "image/jpeg"),
      ("&format=webp", "*/*", "image/webp"), ("", "image/png", "image/png"),
      ("", "image/webp, image/png;q=0.5", "image/webp"), ("", "image/png, */*;q=0.1", "image/png"),
      ("", "*/*", "image/svg+xml; charset=utf-8"), ("", "text/html", "image/svg+xml; charset=utf-8"),
      ("", "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8", "image/svg+xml; charset=utf-8"),
    ])
  func icon(query: String, accept: String, expected: String) async throws {
    try await TestSite.run { client, _ in
      let archive = try #require(try await client.upload(Self.archive, named: "a.zip").id)
      let broken = try #require(try await client.upload("%PDF-1.4 nothing", named: "a.pdf").id)
      for id in [archive, broken] {
        let target = "/api/v1/documents/\(id)/thumbnail?size=64\(query)"
        let icon = try await client.ask(.get, target, headers: [.accept: accept])
        #expect(icon.status == .ok && icon.headers[.contentType] == expected)
        #expect(format(of: icon.body) == expected)
        if expected == "image/png" { #expect(width(ofPNG: icon.body) == 64) }
        #expect(icon.headers[.vary] == (query.isEmpty ? "Accept" : nil))
        #expect(icon.headers[.cacheControl] == "private, no-cache")
      }
    }
  }

  /// An archive without entries.
  private static let archive = "PK\u{5}\u{6}" + String(repeating: "\0", count: 18)

  @Test("a text has pages and words, also where it was chosen to be read as a text")
  func text() async throws {
    try await TestSite.run { client, _ in
      let address = "/api/v1/documents/\(try #require(try await client.upload("typeset").id))"
      let preview = try await client.ask(.get, "\(address)/preview").answer()
      #expect(preview.kind == "pages" && preview.pageCount == 1)
      #expect(try await client.ask(.get, "\(address)/pages/1?width=200&format=png").status == .ok)
      let words = try await client.ask(.get, "\(address)/pages/1/text").text
      #expect(words.contains(#""text":"typeset""#))
      let chosen = try await client.ask(.patch, address, text: #"{"handler":"text"}"#)
      #expect(chosen.status == .ok)
      let read = try await client.ask(.get, "\(address)/preview").answer()
      #expect(read.kind == "text" && read.pageCount == 1)
    }
  }

  @Test("an archive has no pages: a page of it is a typed refusal")
  func archive() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload(Self.archive, named: "a.zip").id)
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/preview").answer().kind == "archive")
      let page = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1")
      #expect(page.status == .unprocessableContent)
      #expect(page.code == "not-showable")
    }
  }
}
