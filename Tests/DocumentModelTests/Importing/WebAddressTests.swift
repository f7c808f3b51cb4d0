import DocumentModel
import FoundationEssentials
import Testing

@Suite("Addresses of the web")
struct WebAddressTests {
  @Test(
    "are read in their parts, and written in one form",
    arguments: [
      ("http://example.org", "http://example.org/"),
      ("HTTPS://Example.ORG:443/A%20b?q=1#x", "https://example.org/A%20b?q=1"),
      ("http://example.org:8080/ä b", "http://example.org:8080/%C3%A4%20b"),
      ("http://[::1]:80/x", "http://[::1]/x"),
      ("https://example.org.?a|b", "https://example.org/?a%7Cb"),
      ("http://2130706433/", "http://2130706433/"),
      ("http://example.org:/", "http://example.org/"), ("http://a/\\x\"", "http://a/%5Cx%22"),
    ])
  func forms(text: String, written: String) throws {
    #expect(try WebAddress(text).description == written)
  }

  @Test(
    "of other kinds, with secrets or without a host are refused",
    arguments: [
      "", "example.org", "ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)",
      "http:/example.org",
      "http://", "http:///x", "http://user@example.org/", "http://a:b@example.org/", "http://exämple.org/",
      "http://exa mple.org/", "http://example.org:0/", "http://example.org:65536/", "http://example.org:8o/",
      "http://[::1/", "http://[fe80::1%25eth0]/", "http://[1.2.3.4]/", "http://%31.0.0.1/", "http://a\\b/",
      "http://example.org/\n", "http://example.org/\u{0}", "http://\u{ff11}27.0.0.1/",
      "http://example.org/" + String(repeating: "x", count: 5000),
    ])
  func refusals(text: String) {
    #expect(throws: DocumentError.self) { try WebAddress(text) }
  }

  @Test(
    "lead on to others",
    arguments: [
      ("https://b.org/c", "https://b.org/c"), ("//b.org/c", "http://b.org/c"), ("/c", "http://a.org/c"),
      ("c", "http://a.org/x/c"), ("?q", "http://a.org/x/y?q"), ("#f", "http://a.org/x/y?z"),
      ("", "http://a.org/x/y?z"),
    ])
  func references(text: String, meant: String) throws {
    #expect(try WebAddress("http://a.org/x/y?z").resolving(text).description == meant)
  }

  @Test(
    "lead to no other kind of address", arguments: ["file:///etc/passwd", "ftp://a/", "http:x", "data:,x"])
  func foreign(text: String) throws {
    let address = try WebAddress("http://a.org/")
    #expect(throws: DocumentError.self) { try address.resolving(text) }
  }

  @Test("name their content by the last part of the path")
  func names() throws {
    #expect(try WebAddress("http://a/b/c%20d.pdf?x=/y").lastComponent == "c d.pdf")
    #expect(try WebAddress("http://a/b/%zz").lastComponent == "%zz")
    #expect(try WebAddress("http://a/b/").lastComponent == nil && WebAddress("http://a").lastComponent == nil)
  }
}

@Suite("Addresses of machines")
struct NetworkAddressTests {
  private func address(_ text: String) throws -> NetworkAddress {
    let bytes =
      text.contains(".")
      ? text.split(separator: ".").compactMap { UInt8($0) }
      : text.split(separator: ":").flatMap { group -> [UInt8] in
        let value = UInt16(group, radix: 16) ?? 0
        return [UInt8(value >> 8), UInt8(value & 0xFF)]
      }
    return try #require(NetworkAddress(bytes))
  }

  @Test(
    "of this machine, of private networks, of groups and of examples are not public",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.0.1",
      "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
      "192.168.0.1",
      "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1",
      "255.255.255.255", "0:0:0:0:0:0:0:0", "0:0:0:0:0:0:0:1", "0:0:0:0:0:ffff:7f00:1",
      "0:0:0:0:0:ffff:808:808",
      "0:0:0:0:0:0:7f00:1", "fc00:0:0:0:0:0:0:1", "fd12:3456:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1",
      "fec0:0:0:0:0:0:0:1",
      "ff02:0:0:0:0:0:0:1", "64:ff9b:0:0:0:0:7f00:1", "64:ff9b:1:0:0:0:808:808", "2001:0:1:2:3:4:5:6",
      "2001:db8:0:0:0:0:0:1", "2002:7f00:1:0:0:0:0:1", "3fff:0:0:0:0:0:0:1", "100:0:0:0:0:0:0:1",
      "4000:0:0:0:0:0:0:1",
    ])
  func special(text: String) throws {
    #expect(try !address(text).isPublic)
  }

  @Test(
    "of the internet are public",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.0",
      "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
      "198.20.0.0",
      "223.255.255.255", "2606:4700:4700:0:0:0:0:1111", "2a00:1450:4001:80b:0:0:0:200e",
      "2001:4860:4860:0:0:0:0:8888",
      "64:ff9b:0:0:0:0:808:808",
    ])
  func ordinary(text: String) throws {
    #expect(try address(text).isPublic && address(text).description == text)
  }
}

@Suite("Heads of responses of the web")
struct WebResponseHeadTests {
  private func head(_ text: String) -> WebResponseHead? {
    WebResponseHead(parsing: Array(text.replacing("\n", with: "\r\n").utf8))
  }

  @Test("are whole with their empty line, and the first one counts that is no interim one")
  func whole() throws {
    #expect(head("HTTP/1.1 200 OK\nA: b\n") == nil && head("HTTP/1.1 100 Continue\n\n") == nil)
    let found = try #require(
      head("HTTP/1.1 103 Early\nLink: x\n\nHTTP/2 404\nContent-Length: 12\nX-Y:  z \nnonsense\n\n"))
    #expect(found.status == 404 && found.length == 12 && found["x-y"] == "z" && found["link"] == nil)
    #expect(head("HTTP/1.1 200 OK\nA: b\n\nTrailer: x\n")?["a"] == "b")
    #expect(head("\n\n") == nil && head("HTTP/1.1 abc\n\n") == nil && head("HTTP/1.1 20 OK\n\n") == nil)
  }

  @Test(
    "name their content",
    arguments: [
      ("attachment; filename=a.pdf", "a.pdf"), ("inline; filename=\"a \\\"b\\\".pdf\"; x=y", "a \"b\".pdf"),
      ("attachment; filename=\"x\"; filename*=UTF-8''%E2%82%AC.txt", "€.txt"),
      ("attachment; filename*=iso-8859-1''%A3; filename=x", "x"),
      ("attachment; filename*=UTF-8''%FF; filename=x", "x"),
      ("attachment;filename=\"ä.txt\"", "ä.txt"), ("attachment", nil), ("attachment; filename=\"\"", nil),
      ("attachment; filename=\"unended", "unended"), (";;;=;\"", nil),
    ] as [(String, String?)])
  func names(header: String, name: String?) throws {
    let found = try #require(head("HTTP/1.1 200 OK\nContent-Disposition: \(header)\n\n"))
    #expect(found.suggestedName == name)
  }

  @Test("tell whether the rest of a body can be asked for")
  func validators() throws {
    let tagged = try #require(
      head("HTTP/1.1 200 OK\nAccept-Ranges: bytes\nETag: \"x\"\nLast-Modified: y\n\n"))
    #expect(tagged.validator == "\"x\"" && tagged.offset == nil)
    #expect(head("HTTP/1.1 200 OK\nETag: \"x\"\n\n")?.validator == nil)
    let weak = try #require(head("HTTP/1.1 200 OK\nAccept-Ranges: bytes\nETag: W/\"x\"\n\n"))
    #expect(weak.validator == nil)
    #expect(head("HTTP/1.1 206 Part\nContent-Range: bytes 5-9/10\n\n")?.offset == 5)
    #expect(head("HTTP/1.1 206 Part\nContent-Range: bytes */10\n\n")?.offset == nil)
    #expect(head("HTTP/1.1 200 OK\nContent-Length: -1\n\n")?.length == nil)
    #expect(head("HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n")?.isPlain == false)
    #expect(head("HTTP/1.1 200 OK\nContent-Type: Text/HTML; charset=x\n\n")?.mediaType == "text/html")
  }
}

@Suite("Where a document comes from")
struct ProvenanceTests {
  @Test("is written and read again, with any annotation")
  func written() throws {
    let annotation = try JSONValue(reading: Array(#"{"line":3,"x":[null,true,1.5,"é"]}"#.utf8))
    let provenance = try Provenance(source: "Mail", annotation: annotation, url: "http://a/", open: true)
    let metadata = try DocumentMetadata(
      tags: [], favourite: true, note: "", handler: nil, provenance: provenance)
    let json = try JSONEncoder().encode(metadata)
    #expect(try JSONDecoder().decode(DocumentMetadata.self, from: json) == metadata)
  }

  @Test("stays with what else is said of the document, and goes with its copies")
  func kept() throws {
    let metadata = DocumentMetadata(provenance: try Provenance(source: "Mail"))
    let changed = try MetadataChanges(favourite: true, note: "x").applied(to: metadata)
    #expect(changed.provenance?.source == "Mail" && changed.copied.provenance?.source == "Mail")
  }

  @Test("has a short name on one line, and a small annotation")
  func bounds() throws {
    #expect(try Provenance(source: "").source == nil)
    for source in ["a\nb", String(repeating: "x", count: 201), "\u{202E}x", " "] {
      #expect(throws: DocumentError.self) { try Provenance(source: source) }
    }
    #expect(throws: DocumentError.self) {
      try Provenance(annotation: .string(String(repeating: "x", count: Provenance.maximumAnnotationBytes)))
    }
    let deep = (0..<40).reduce(JSONValue.null) { value, _ in .array([value]) }
    #expect(throws: DocumentError.self) { try Provenance(annotation: deep) }
  }
}
