import Glibc
import HTTPServer
import HTTPTypes
import Testing

@Suite("A representation")
struct RepresentationTests {
  enum Kind: CaseIterable { case bytes, prepared, descriptor }

  final class OpenFile: Sendable {
    let descriptor: CInt
    init(_ bytes: [UInt8]) {
      var name = [CChar]("/tmp/representation-XXXXXX".utf8CString)
      descriptor = mkstemp(&name)
      unlink(name)
      _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
    deinit { close(descriptor) }
  }

  static let modified = HTTPDate(secondsSince1970: 784_111_777)
  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  static let later = "Sun, 06 Nov 1994 08:49:38 GMT"
  static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"

  static func representation(_ kind: Kind, _ text: String = "0123456789") -> Representation {
    let bytes = [UInt8](text.utf8)
    let tag = EntityTag("v1")
    switch kind {
    case .bytes: return Representation(.bytes(bytes), type: "text/plain", tag: tag, modified: modified)
    case .prepared: return .prepared(bytes, type: "text/plain", tag: tag, modified: modified)
    case .descriptor:
      let file = OpenFile([UInt8](("skip" + text).utf8))
      let body = Response.Body.descriptor(file.descriptor, 4..<UInt64(4 + bytes.count), owner: file)
      return Representation(body, type: "text/plain", tag: tag, modified: modified)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let headers: [(HTTPField.Name, String)]
    let status: Int
    var body = ""
    var range: String?
    var method = HTTPRequest.Method.get
    var testDescription: String { "\(method) \(headers) → \(status)" }
  }

  static let whole = "0123456789"
  static let rows: [Row] = [
    Row(headers: [], status: 200, body: whole),
    Row(headers: [(.range, "bytes=0-0")], status: 206, body: "0", range: "bytes 0-0/10"),
    Row(headers: [(.range, "bytes=2-4")], status: 206, body: "234", range: "bytes 2-4/10"),
    Row(headers: [(.range, "bytes=8-")], status: 206, body: "89", range: "bytes 8-9/10"),
    Row(headers: [(.range, "bytes=8-99999999999999999999")], status: 206, body: "89", range: "bytes 8-9/10"),
    Row(headers: [(.range, "Bytes=-3")], status: 206, body: "789", range: "bytes 7-9/10"),
    Row(headers: [(.range, "bytes=-30")], status: 206, body: whole, range: "bytes 0-9/10"),
    Row(headers: [(.range, "bytes=10-")], status: 416, range: "bytes */10"),
    Row(headers: [(.range, "bytes=99999999999999999999-")], status: 416, range: "bytes */10"),
    Row(headers: [(.range, "bytes=-0")], status: 416, range: "bytes */10"),
    Row(headers: [(.range, "bytes=0-1,3-4")], status: 200, body: whole),
    Row(headers: [(.range, "bytes=4-2")], status: 200, body: whole),
    Row(headers: [(.range, "bytes=a-b")], status: 200, body: whole),
    Row(headers: [(.range, "bytes=-")], status: 200, body: whole),
    Row(headers: [(.range, "pages=1-2")], status: 200, body: whole),
    Row(headers: [(.range, "bytes=0-1")], status: 200, method: .head),
    Row(
      headers: [(.range, "bytes=0-1"), (.ifRange, "\"v1\"")], status: 206, body: "01", range: "bytes 0-1/10"),
    Row(headers: [(.range, "bytes=0-1"), (.ifRange, "\"v2\"")], status: 200, body: whole),
    Row(headers: [(.range, "bytes=0-1"), (.ifRange, "W/\"v1\"")], status: 200, body: whole),
    Row(headers: [(.range, "bytes=0-1"), (.ifRange, date)], status: 200, body: whole),
    Row(headers: [(.ifNoneMatch, "\"v1\"")], status: 304),
    Row(headers: [(.ifNoneMatch, "W/\"v1\"")], status: 304),
    Row(headers: [(.ifNoneMatch, "\"a,b\", \"v1\"")], status: 304),
    Row(headers: [(.ifNoneMatch, "*")], status: 304),
    Row(headers: [(.ifNoneMatch, "\"v1\"")], status: 304, method: .head),
    Row(headers: [(.ifNoneMatch, "\"v2\"")], status: 200, body: whole),
    Row(headers: [(.ifNoneMatch, "v1")], status: 200, body: whole),
    Row(headers: [(.ifNoneMatch, "\"v1\""), (.range, "bytes=0-1")], status: 304),
    Row(headers: [(.ifMatch, "\"v1\"")], status: 200, body: whole),
    Row(headers: [(.ifMatch, "*")], status: 200, body: whole),
    Row(headers: [(.ifMatch, "\"v2\"")], status: 412),
    Row(headers: [(.ifMatch, "W/\"v1\"")], status: 412),
    Row(headers: [(.ifMatch, "\"v2\""), (.ifNoneMatch, "\"v1\"")], status: 412),
    Row(headers: [(.ifModifiedSince, date)], status: 304),
    Row(headers: [(.ifModifiedSince, later)], status: 304),
    Row(headers: [(.ifModifiedSince, earlier)], status: 200, body: whole),
    Row(headers: [(.ifModifiedSince, "yesterday")], status: 200, body: whole),
    Row(headers: [(.ifModifiedSince, date), (.ifNoneMatch, "\"v2\"")], status: 200, body: whole),
    Row(headers: [(.ifUnmodifiedSince, earlier)], status: 412),
    Row(headers: [(.ifUnmodifiedSince, date)], status: 200, body: whole),
    Row(headers: [(.ifUnmodifiedSince, earlier), (.ifMatch, "\"v1\"")], status: 200, body: whole),
  ]

  @Test(
    "answers conditions and ranges as RFC 9110 says", arguments: TestClient.Mode.allCases, Kind.allCases)
  func table(mode: TestClient.Mode, kind: Kind) async throws {
    let representation = Self.representation(kind)
    var router = Router()
    router.on(.get, "file") { request, _ in representation.response(to: request.head) }
    try await TestClient.run(Sample.application(router), mode) { client in
      for row in Self.rows {
        var headers = HTTPFields()
        for (name, value) in row.headers { headers[name] = value }
        let answer = try await client.execute(row.method, "/file", headers: headers)
        #expect(answer.status.code == row.status, "\(row.testDescription)")
        #expect(answer.headers[.contentRange] == row.range, "\(row.testDescription)")
        check(answer, row)
      }
    }
  }

  func check(_ answer: TestResponse, _ row: Row) {
    switch row.status {
    case 200, 206:
      #expect(answer.text == row.body, "\(row.testDescription)")
      #expect(answer.headers[.acceptRanges] == "bytes")
      #expect(answer.headers[.eTag] == "\"v1\"")
      #expect(answer.headers[.lastModified] == Self.date)
      if row.method == .head { #expect(answer.headers[.contentLength] == "10") }
    case 304:
      #expect(answer.body.isEmpty)
      #expect(answer.headers[.eTag] == "\"v1\"")
    default:
      #expect(answer.headers[.contentType] == HTTPProblem.mediaType)
      #expect(answer.text.contains("\"status\":\(row.status)"))
    }
    #expect(answer.headers[.xContentTypeOptions] == "nosniff")
  }

  @Test("without bytes is answered whole, and has no range", arguments: Kind.allCases)
  func empty(kind: Kind) async throws {
    let representation = Self.representation(kind, "")
    var router = Router()
    router.on(.get, "file") { request, _ in representation.response(to: request.head) }
    try await TestClient.run(Sample.application(router), .live) { client in
      let whole = try await client.execute(.get, "/file")
      #expect(whole.status == .ok)
      let part = try await client.execute(.get, "/file", headers: [.range: "bytes=0-"])
      #expect(part.status.code == 416)
    }
  }

  @Test(
    "guards changes by its tag",
    arguments: [
      (HTTPField.Name.ifMatch, "\"v1\"", true, Preconditions.proceed), (.ifMatch, "\"v2\"", true, .failed),
      (.ifMatch, "*", true, .proceed), (.ifMatch, "*", false, .failed), (.ifNoneMatch, "*", false, .proceed),
      (.ifNoneMatch, "*", true, .failed), (.ifNoneMatch, "\"v1\"", true, .failed),
      (.ifModifiedSince, later, true, .proceed), (.ifUnmodifiedSince, earlier, true, .failed),
    ])
  func changes(name: HTTPField.Name, value: String, exists: Bool, expected: Preconditions) throws {
    let head = try RequestHead(.put, "/x", headers: [name: value])
    let tag = exists ? EntityTag("v1") : nil
    #expect(Preconditions(head, tag: tag, modified: exists ? Self.modified : nil) == expected)
  }
}
