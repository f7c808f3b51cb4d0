import HTTPServer
import Testing

@Suite("A request's address")
struct RequestTargetTests {
  @Test(
    "is split before it is decoded",
    arguments: [
      ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("/a//b", ["a", "", "b"]), ("/a%2Fb/c", ["a/b", "c"]),
      ("/%C3%BC", ["ü"]), ("/ü", ["ü"]), ("/a+b", ["a+b"]), ("/a%20b?c=/d", ["a b"]), ("/..", [".."]),
      ("/%2e%2E/x", ["..", "x"]), ("/%F0%9F%93%84", ["📄"]),
    ] as [(String, [String])])
  func segments(raw: String, segments: [String]) throws {
    let target = try RequestTarget(raw)
    #expect(target.segments == segments)
    #expect(target.raw == raw)
  }

  @Test(
    "is refused when it is malformed",
    arguments: [
      "", "a", "?a", "/%", "/%1", "/%zz", "/a%00b", "/%80", "/%C0%AF", "/%ED%A0%80", "/%F5%80%80%80", "/%C3",
      "/a b", "/a\tb", "/a\u{7F}", "/a?b=%", "/a?%00", "/a?b=%FF", "*a", "ftp://host/a", "/%E0%80%AF",
    ])
  func malformed(raw: String) {
    #expect(throws: HTTPError.self) { try RequestTarget(raw) }
  }

  @Test(
    "may be in absolute form",
    arguments: [
      ("http://host:80/a?b", "host:80", "/a"), ("HTTPS://host/a", "host", "/a"), ("http://host", "host", "/"),
      ("http://host?q=1", "host", "/"),
    ])
  func absolute(raw: String, authority: String, path: String) throws {
    let target = try RequestTarget(raw)
    #expect(target.authority == authority)
    #expect(target.path == path)
  }

  @Test("keeps the query's pairs in order, repeated and empty ones too")
  func query() throws {
    let query = try RequestTarget("/x?a=1&b&a=2&=3&c=a%26b+c&&d==e").query
    #expect(query.map { "\($0.name)=\($0.value)" } == ["a=1", "b=", "a=2", "=3", "c=a&b c", "d==e"])
    #expect(query["a"] == "1")
    #expect(query.values("a") == ["1", "2"])
    #expect(query["none"] == nil)
  }

  @Test("has an empty query when there is none", arguments: ["/x", "/x?"])
  func noQuery(raw: String) throws {
    #expect(try RequestTarget(raw).query.isEmpty)
  }
}
