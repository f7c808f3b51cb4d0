import DocumentModel
import Testing

@testable import Rendering

@Suite("Sniffing contents") struct ContentSnifferTests {
  @Test(
    "contents are known by their bytes",
    arguments: [
      ("%PDF-1.4\n1 0 obj", "application/pdf", "us-ascii"), ("plain words\n", "text/plain", "us-ascii"),
      ("schöne Wörter\n", "text/plain", "utf-8"), ("{\"a\": [1, 2]}", "application/json", "us-ascii"),
      ("GIF89a\u{1}\u{0}\u{1}\u{0}", "image/gif", "binary"),

      ("", "application/x-empty", "binary"),
    ])
  func kinds(text: String, type: String, encoding: String) throws {
    let sniffer = try #require(ContentSniffer())
    let found = try sniffer.sniff(Contents.descriptor(Array(text.utf8)))
    #expect(found.mediaType == type)
    #expect(found.encoding == encoding)
    #expect(!found.description.isEmpty)
  }

  @Test("a description says more than the type")
  func description() throws {
    let sniffer = try #require(ContentSniffer())
    #expect(sniffer.sniff(Array("%PDF-1.4\n".utf8)).description.contains("PDF document, version 1.4"))
  }
}
