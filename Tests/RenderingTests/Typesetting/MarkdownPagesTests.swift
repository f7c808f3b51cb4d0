import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The pages of a Markdown text` {
  private func pages(_ text: String) throws -> MarkdownPages {
    try #require(MarkdownPages(DecodedText(Array(text.utf8))))
  }

  private func words(_ page: TypesetPage) -> [String] { page.words().map(\.text) }

  @Test func `set headings larger than the text, and list them as contents`() throws {
    let found = try pages("# Title\n\nText\n\n## Part\n\nMore\n")
    let page = found.page(1)
    #expect(words(page) == ["Title", "Text", "Part", "More"])
    let heights = page.words().map(\.box.height)
    #expect(heights[0] > heights[2] && heights[2] > heights[1])
    #expect(found.title == "Title")
    #expect(found.outline.map(\.title) == ["Title"])
    #expect(found.outline.first?.children.map(\.title) == ["Part"])
  }

  @Test func `put a marker before each item of a list, in the order of reading`() throws {
    let page = try pages("- one\n- two\n\n3. three\n4. four\n\n- [x] done\n- [ ] open\n").page(1)
    #expect(
      words(page) == ["•", "one", "•", "two", "3.", "three", "4.", "four", "☑", "done", "☐", "open"])
    let text = page.words()
    #expect(text[0].box.x < text[1].box.x)
  }

  @Test func `have the numbers of footnotes in the text, and before the notes below a rule`() throws {
    let page = try pages("Text[^a] and more[^b].\n\n[^b]: Second\n[^a]: First note\n").page(1)
    #expect(words(page).joined(separator: " ").contains("Text1 and more2."))
    #expect(words(page).suffix(5) == ["1.", "First", "note", "2.", "Second"])
    #expect(page.fills.count == 1)
  }

  @Test func `keep the lines of code`() throws {
    let page = try pages("```c\nint a;\n  int b;\n```\n").page(1)
    let lines = page.words().map(\.box.y)
    #expect(words(page) == ["int", "a;", "int", "b;"] && lines[2] > lines[0])
    #expect(page.fills.count == 1)
  }

  @Test func `keep the lines of long code in their order`() throws {
    let found = try pages("```\n" + (1...1_000).map { "\($0)\n" }.joined() + "```\n")
    #expect((1...found.pageCount).flatMap { words(found.page($0)) } == (1...1_000).map(String.init))
  }

  @Test func `have a table with its cells below its head`() throws {
    let page = try pages("| A | B |\n|---|--:|\n| one | 2 |\n").page(1)
    #expect(words(page) == ["A", "B", "one", "2"])
    let boxes = page.words().map(\.box)
    #expect(abs(boxes[0].x - boxes[2].x) < 1 && boxes[2].y > boxes[0].y)
    #expect(abs((boxes[1].x + boxes[1].width) - (boxes[3].x + boxes[3].width)) < 1)
    // The ground of the head, and a rule below each row.
    #expect(page.fills.count == 3)
  }

  @Test func `lead to the web and to their own headings`() throws {
    let text = "[web](https://example.com/a) [down](#the-end) [file](other.md)\n\n# The end\n"
    let found = try pages(text)
    let links = found.page(1).links + found.innerLinks(ofPage: 1)
    #expect(links.map(\.address).contains("https://example.com/a"))
    #expect(links.contains { $0.page == 1 && $0.address == nil })
    #expect(links.count == 2)
  }

  @Test func `never offer an address that is a script`() throws {
    let page = try pages("[x](javascript:alert(1)) [y](data:text/html,hello)\n").page(1)
    #expect(page.links.isEmpty && words(page) == ["x", "y"])
  }

  @Test func `show no tags of HTML`() throws {
    let page = try pages("<div align=center>\n<b>Bold</b> &amp; more\n<!-- hidden -->\n</div>\n\nend<br>ed\n")
      .page(1)
    #expect(words(page) == ["Bold", "&", "more", "end", "ed"])
  }

  @Test func `lose nothing where they break`() throws {
    let text = (1...400).map { "Paragraph \($0) with some words.\n" }.joined(separator: "\n")
    let found = try pages(text)
    #expect(found.pageCount > 4)
    let numbers = (1...found.pageCount).flatMap { words(found.page($0)) }.compactMap { Int($0) }
    #expect(numbers == Array(1...400))
  }

  @Test func `keep a heading with the text that follows it`() throws {
    for filler in 30...45 {
      let text =
        (1...filler).map { "Line \($0)\n" }.joined(separator: "\n") + "\n## Head\n\nBody of the part\n"
      let found = try pages(text)
      let last = words(found.page(found.pageCount))
      let isTogether = (1...found.pageCount).contains { number in
        let words = words(found.page(number))
        return words.contains("Head") && words.contains("Body")
      }
      #expect(isTogether, "after \(filler) lines: \(last)")
    }
  }

  @Test func `go on with a row of a table that is higher than a page`() throws {
    let long = (1...2500).map { "w\($0)" }.joined(separator: " ")
    let found = try pages("| A | B |\n|---|---|\n| \(long) | end |\n")
    let seen = (1...found.pageCount).flatMap { words(found.page($0)) }.filter { $0.hasPrefix("w") }
    #expect(found.pageCount > 1 && seen == (1...2500).map { "w\($0)" })
  }

  @Test func `survive quotes within quotes without end`() throws {
    let found = try pages(String(repeating: "> ", count: 5000) + "deep\n")
    #expect(found.pageCount >= 1)
  }

  @Test func `show the metadata before the text as code`() throws {
    let page = try pages("---\ntitle: A\n---\n# Real\n").page(1)
    #expect(words(page) == ["title:", "A", "Real"])
  }

  @Test func `keep a long paragraph in whole lines, with its words in order and its links in place`() throws {
    let parts = 3
    let count = parts * MarkdownWriter.longestPart / 8
    let text = (1...count).map { "[wörd\($0)](https://example.org/\($0))" }.joined(separator: " ")
    let found = try pages(text)
    let all = (1...found.pageCount).flatMap { number in found.page(number).words() }
    #expect(all.map(\.text) == (1...count).map { "wörd\($0)" })
    let lines = Dictionary(grouping: found.page(1).words(), by: \.box.y).values
    for line in lines {
      let right = line.map { $0.box.x + $0.box.width }.max() ?? 0
      #expect(right > PageFlow.margins.x + PageFlow.width * 0.8)
    }
    let links = (1...found.pageCount).flatMap { found.page($0).links }
    #expect(links.compactMap(\.address) == (1...count).map { "https://example.org/\($0)" })
    #expect(zip(links, all).allSatisfy { abs($0.box.x - $1.box.x) < 0.1 && abs($0.box.y - $1.box.y) < 0.1 })
  }

  @Test func `have no empty lines where the parts of a long paragraph meet at the end of a line`() throws {
    let count = 2 * MarkdownWriter.longestPart / 5
    let found = try pages((0..<count).map { "\($0)" }.joined(separator: "\\\n"))
    let tops = found.page(1).words().map(\.box.y)
    let steps = Set(zip(tops, tops.dropFirst()).map { (($1 - $0) * 10).rounded() })
    #expect(steps.count == 1)
    #expect((1...found.pageCount).flatMap { words(found.page($0)) } == (0..<count).map { "\($0)" })
  }

  @Test(arguments: ["[a](b)\n", "[a](b\n", "[", "~~a~~"])
  func `are laid out in parts where one paragraph is all of a long text`(piece: String) throws {
    let found = try pages(String(repeating: piece, count: 60_000 / piece.utf8.count))
    #expect(found.pageCount > 1)
    for number in 1...found.pageCount {
      // Pango takes the square of a part's length.
      #expect(found.page(number).lines.allSatisfy { $0.text.text.length <= MarkdownWriter.longestPart })
    }
  }

  @Test func `are none for a text that is too long, which is shown as it is written`() {
    let long = [UInt8](repeating: 0x61, count: MarkdownPages.maximumBytes + 1)
    #expect(MarkdownPages(DecodedText(long)) == nil)
  }

  @Test func `are none for a text of very many small blocks, which is shown as it is written`() {
    let table = "| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    let many = String(repeating: table, count: MarkdownPages.maximumBlocks / 4 + 1)
    #expect(MarkdownPages(DecodedText([UInt8](many.utf8))) == nil)
    #expect(MarkdownPages(DecodedText([UInt8](table.utf8))) != nil)
  }
}
