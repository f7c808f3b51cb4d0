import HTTPTypes
import Testing

@testable import HTTPServer

@Suite("A multipart form")
struct MultipartTests {
  static let form = """
    preamble\r
    --XyZ\r
    Content-Disposition: form-data; name="folder"\r
    \r
    Papers\r
    --XyZ \t\r
    content-disposition: form-data; name="file"; filename="a \\"b\\".pdf"\r
    Content-Type: application/pdf\r
    \r
    %PDF\r
    --XyYs not a boundary\r
    \r\n--Xy\r
    --XyZ\r
    Content-Disposition: form-data; name="empty"\r
    \r
    \r
    --XyZ--\r
    epilogue
    """

  static func parse(_ body: [UInt8], cutting pieces: Int, boundary: String = "XyZ") throws -> [String] {
    var parser = MultipartParser(
      boundary: try MultipartBoundary(contentType: "multipart/form-data; boundary=\(boundary)"))
    var seen: [String] = []
    for start in stride(from: 0, to: body.count, by: pieces) {
      for event in try parser.feed([UInt8](body[start..<min(start + pieces, body.count)])) {
        note(event, &seen)
      }
    }
    try parser.finish()
    return seen
  }

  static func note(_ event: MultipartParser.Event, _ seen: inout [String]) {
    switch event {
    case .part(let headers):
      seen.append("\(headers.disposition.name)|\(headers.disposition.filename ?? "-")|")
    case .data(let bytes): seen[seen.count - 1] += String(decoding: bytes, as: UTF8.self)
    case .partEnd: seen[seen.count - 1] += "|end"
    }
  }

  static let parts = [
    "folder|-|Papers|end",
    "file|a \"b\".pdf|%PDF\r\n--XyYs not a boundary\r\n\r\n--Xy|end",
    "empty|-||end",
  ]

  @Test("reads the same however its bytes are cut", arguments: 1...120)
  func everyCut(pieces: Int) throws {
    #expect(try Self.parse([UInt8](Self.form.utf8), cutting: pieces) == Self.parts)
  }

  @Test("reads the same when cut in two at every position")
  func everySplit() throws {
    let body = [UInt8](Self.form.utf8)
    for split in 0...body.count {
      var parser = MultipartParser(
        boundary: try MultipartBoundary(contentType: "multipart/form-data;boundary=XyZ"))
      var seen: [String] = []
      for event in try parser.feed([UInt8](body[..<split])) + parser.feed([UInt8](body[split...])) {
        Self.note(event, &seen)
      }
      #expect(seen == Self.parts)
      #expect(parser.isComplete)
    }
  }

  @Test("without its last boundary is refused, wherever it stops")
  func truncated() throws {
    let end = Self.form.utf8.count - "\r\nepilogue".utf8.count
    for length in 0..<end {
      #expect(throws: HTTPError.self) { try Self.parse([UInt8](Self.form.utf8.prefix(length)), cutting: 7) }
    }
  }

  @Test(
    "that is hostile is refused",
    arguments: [
      "--XyZ\r\n\r\nno name\r\n--XyZ--",
      "--XyZ\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n\r\n--XyZ--",
      "--XyZ\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--XyZ--",
      "--XyZ\r\nContent-Disposition : form-data; name=\"a\"\r\n\r\n\r\n--XyZ--",
      "--XyZ\r\n folded\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--XyZ--",
      "--XyZoops\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--XyZ--",
      "--XyZ\r\nA: " + String(repeating: "a", count: 9000) + "\r\n\r\n\r\n--XyZ--",
      "--XyZ" + String(repeating: " ", count: 100) + "\r\n\r\n--XyZ--",
      String(repeating: "--XyZ\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 1001)
        + "--XyZ--",
      "nothing at all",
    ])
  func hostile(body: String) {
    #expect(throws: HTTPError.self) { try Self.parse([UInt8](body.utf8), cutting: 64) }
  }

  @Test("whose headers are not UTF-8 is refused")
  func notUTF8() {
    let body =
      [UInt8]("--XyZ\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF]
      + [UInt8]("\"\r\n\r\n--XyZ--".utf8)
    #expect(throws: HTTPError.malformedMultipart("a part's headers are not UTF-8")) {
      try Self.parse(body, cutting: 10)
    }
  }

  @Test(
    "needs a boundary that RFC 2046 allows",
    arguments: [
      "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a\nb\"",
      "multipart/form-data; boundary=\"ends with blank \"", "multipart/form-data; boundary=ü",
      "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
    ])
  func boundaries(type: String) {
    #expect(throws: HTTPError.self) { try MultipartBoundary(contentType: type) }
  }

  @Test("of another type is refused as such", arguments: ["text/plain", "multipart/mixed; boundary=a", nil])
  func otherType(type: String?) {
    #expect(throws: HTTPError.unsupportedMediaType(expected: "multipart/form-data")) {
      try MultipartBoundary(contentType: type)
    }
  }

  @Test("takes a quoted boundary with blanks and colons")
  func quotedBoundary() throws {
    let boundary = try MultipartBoundary(contentType: "Multipart/Form-Data; charset=utf-8; Boundary=\"a: b\"")
    #expect(boundary.bytes == [UInt8]("a: b".utf8))
  }

  @Test(
    "names its files as browsers write them",
    arguments: [
      (#"form-data; name="f"; filename="C:\new\a.pdf""#, #"C:\new\a.pdf"#),
      (#"form-data; name="f"; filename="say %22hi%22.pdf""#, #"say "hi".pdf"#),
      (#"form-data; name="f"; filename="100%25.pdf""#, "100%25.pdf"),
      (#"form-data; name="f"; filename="ü.pdf""#, "ü.pdf"),
      (#"form-data; name="f"; filename="fallback"; filename*=UTF-8''%C3%BC%20.pdf"#, "ü .pdf"),
      (#"form-data; name="f"; filename="fallback"; filename*=UTF-8''%FF"#, "fallback"),
      (#"form-data; name="f"; filename="../../etc/passwd""#, "../../etc/passwd"),
      (#"form-data; name=f; filename=plain.txt"#, "plain.txt"),
      (#"form-data; name="f"; filename="a;b=c.txt""#, "a;b=c.txt"),
      (#"form-data; filename=""; name="f""#, ""),
    ] as [(String, String)])
  func fileNames(header: String, name: String) {
    #expect(ContentDisposition(header)?.filename == name)
    #expect(ContentDisposition(header)?.name == "f")
  }

  @Test("streams its parts, and skips those that no handler reads", arguments: TestClient.Mode.allCases)
  func streamed(mode: TestClient.Mode) async throws {
    var router = Router()
    router.on(.post, "form") { request, _ in
      var seen: [String] = []
      for try await part in try MultipartForm(request) {
        if part.name == "folder" { continue }
        let text = String(decoding: try await part.body.collect(upTo: 1000), as: UTF8.self)
        seen.append(
          "\(part.name) \(part.filename ?? "-") \(part.headers[.contentType] ?? "-") \(text.utf8.count)")
      }
      return .text(seen.joined(separator: "\n"))
    }
    try await TestClient.run(Sample.application(router), mode) { client in
      let answer = try await client.execute(
        .post, "/form", headers: [.contentType: "multipart/form-data; boundary=XyZ"],
        body: [UInt8](Self.form.utf8))
      #expect(answer.text == "file a \"b\".pdf application/pdf 35\nempty - - 0")
      let other = try await client.execute(.post, "/form", headers: [.contentType: "text/plain"], body: [1])
      #expect(other.status == .unsupportedMediaType)
      let broken = try await client.execute(
        .post, "/form", headers: [.contentType: "multipart/form-data; boundary=XyZ"],
        body: [UInt8]("--XyZ".utf8))
      #expect(broken.status == .badRequest)
      #expect(broken.text.contains("malformed-multipart"))
    }
  }
}
