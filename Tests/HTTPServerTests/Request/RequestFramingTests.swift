import HTTPTypes
import Testing

@testable import HTTPServer

@Suite("A request's framing")
struct RequestFramingTests {
  static func framing(_ headers: [(String, String)]) -> RequestFraming {
    var framing = RequestFraming()
    for (name, value) in headers {
      [UInt8](name.utf8).withUnsafeBytes { name in
        [UInt8](value.utf8).withUnsafeBytes { value in framing.add(name: name, value: value) }
      }
    }
    return framing
  }

  static let host = ("Host", "h")

  @Test(
    "is refused when two servers could read it differently",
    arguments: [
      [], [host, host], [host, ("Content-Length", "3"), ("content-length", "3")],
      [host, ("Content-Length", "+3")],
      [host, ("Content-Length", "")], [host, ("Content-Length", "3, 3")],
      [host, ("Content-Length", "99999999999999999999")],
      [host, ("Content-Length", "3"), ("Transfer-Encoding", "chunked")],
      [host, ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")],
      [host, ("Transfer-Encoding", "gzip, chunked")], [host, ("Transfer-Encoding", "identity")],
      [host, ("X ", "1")], [host, (" X", "1")], [host, ("X\u{1}", "1")],
    ])
  func ambiguous(headers: [(String, String)]) {
    #expect(Self.framing(headers).objection(isHTTP11: true) != nil)
  }

  @Test("says whether there is a body")
  func body() {
    #expect(Self.framing([Self.host]).body == .none)
    #expect(Self.framing([Self.host, ("Content-Length", "0")]).body == .none)
    #expect(Self.framing([Self.host, ("CONTENT-LENGTH", "7")]).length == 7)
    #expect(Self.framing([Self.host, ("Transfer-Encoding", "Chunked")]).isChunked)
    #expect(Self.framing([Self.host, ("Transfer-Encoding", "chunked")]).body == .large)
    #expect(Self.framing([Self.host, ("Content-Length", "65536")]).body == .small)
    #expect(Self.framing([Self.host, ("Content-Length", "65537")]).body == .large)
    #expect(Self.framing([Self.host, ("Content-Length", "1"), ("Expect", "100-continue")]).body == .expected)
    #expect(Self.framing([Self.host, ("Expect", "100-continue")]).expectsContinue)
  }

  @Test("of HTTP/1.0 needs no host and takes no chunks")
  func version10() {
    #expect(Self.framing([]).objection(isHTTP11: false) == nil)
    #expect(Self.framing([("Transfer-Encoding", "chunked")]).objection(isHTTP11: false) != nil)
  }

  @Test("with another transfer coding is told that it is not there")
  func otherCoding() {
    let objection = Self.framing([Self.host, ("Transfer-Encoding", "gzip")]).objection(isHTTP11: true)
    #expect(objection?.problem.status == .notImplemented)
  }
}
