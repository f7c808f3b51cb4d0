import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The outline of XML` {
  private func titles(_ text: String) -> [String] {
    MarkupOutline(Array(text.utf8)).entries.map { String(repeating: "·", count: $0.depth - 1) + $0.title }
  }

  @Test func `has the root, its elements and those in them`() {
    #expect(
      titles("<?xml version='1.0'?><a><b><c><d/></c></b><e/></a>") == ["a", "·b", "··c", "·e"])
  }

  @Test func `names an element by its best attribute, else by its first text`() {
    let text = #"""
      <books xmlns="x">
        <book id="b1" lang="en" name="&lt;Two &amp; more&gt;"/>
        <book myid="b0" id='b2'><author>Ann</author></book>
        <book id=""><author><![CDATA[ A < B
          & C ]]></author><year>1999</year></book>
      </books>
      """#
    #expect(
      titles(text) == [
        "books", "·book: <Two & more>", "·book: b2", "··author: Ann", "·book: A < B & C",
        "··author: A < B & C", "··year: 1999",
      ])
  }

  @Test func `shortens long names between letters`() {
    let title = titles("<a>\(String(repeating: "ü", count: 100))</a>")[0]
    #expect(title == "a: \(String(repeating: "ü", count: 30))…")
  }

  @Test func `leaves the deepest elements out where they are many`() {
    let many = titles("<a>\(String(repeating: "<b><c/><c/></b>", count: 1000))</a>")
    #expect(many.count == 1001 && many.dropFirst().allSatisfy { $0 == "·b" })
    #expect(titles("<a>\(String(repeating: "<b/>", count: 9000))</a>").count == MarkupOutline.maximumEntries)
  }

  @Test(arguments: ["", "no markup", "<", "<a", "<a b=", "<a b='", "<a ='x'/", "<a =", "<a='x'>", "</a></a>"])
  func `ends at a fault`(text: String) {
    #expect(titles(text).count <= 1)
    #expect(titles("<r><k/>\(text)").prefix(2) == ["r", "·k"] || text.isEmpty || text == "no markup")
  }

  @Test func `leads to the page and line of each element`() throws {
    let rows = (1...300).map { "<row id=\"\($0)\">\n<cell/>\n</row>" }.joined(separator: "\n")
    let text = DecodedText(Array("<table>\n\(rows)\n</table>".utf8))
    let pages = PlainTextPages(text, numbersLines: true, language: "xml")
    let root = try #require(pages.outline.first)
    #expect(pages.outline.count == 1 && root.title == "table" && root.children.count == 300)
    let item = root.children[199]
    let page = try #require(item.page)
    let area = try #require(item.area)
    let word = pages.page(page).words().first { $0.text.contains("200") }
    let box = try #require(word?.box)
    #expect(item.title == "row: 200" && page > 1 && item.children.map(\.title) == ["cell"])
    #expect(area.y <= box.y && box.y - area.y < 14)
  }

  @Test func `is that of XML alone`() {
    let text = DecodedText(Array("<a/>".utf8))
    #expect(PlainTextPages(text, numbersLines: true, language: "js").outline.isEmpty)
  }
}
