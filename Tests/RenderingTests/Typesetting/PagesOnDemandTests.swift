import DocumentModel
import LinuxSystem
import Testing

@testable import Rendering

@Suite struct `A long text` {
  private static let partBytes = 1_000

  /// A text that is decoded in parts, and the same one decoded at once.
  private func decoded(_ text: String) throws -> (gradual: DecodedText, whole: DecodedText) {
    let bytes = Array(text.utf8)
    let content = try Contents.descriptor(bytes)
    return (try DecodedText(content, inPartsOf: Self.partBytes), DecodedText(bytes))
  }

  private func words(_ pages: any PageLayout, _ number: Int) -> [String] {
    pages.page(number).words().map(\.text)
  }

  private static let texts = [
    "lines with letters beyond ASCII": (1...400).map { "línea \($0) ünd mehr\n" }.joined(),
    "line ends of two letters": (1...400).map { "line \($0)\r\n" }.joined(),
    "a mark before it": "\u{FEFF}" + (1...400).map { "line \($0)\n" }.joined(),
    "a line that is longer than a part": "a\n\(String(repeating: "word ", count: 2_000))\nend\n",
    "no line feed": String(repeating: "word ", count: 2_000),
    "form feeds and colours": (1...200).map { "\u{1B}[31m\($0)\u{1B}[0m\n\u{C}next\n" }.joined(),
    "no line feed at its end": (1...400).map { "line \($0)" }.joined(separator: "\n"),
  ]

  @Test(arguments: texts.keys.sorted())
  func `has the same pages in parts and at once, in whichever order they are asked for`(what: String) throws {
    let text = try #require(Self.texts[what])
    let (gradual, whole) = try decoded(text)
    let (some, all) = (PlainTextPages(gradual, numbersLines: true), PlainTextPages(whole, numbersLines: true))
    let last = all.pageCount
    #expect(some.hasPage(last) && !some.hasPage(last + 1) && !some.hasPage(0))
    for number in (1...last).reversed() { #expect(words(some, number) == words(all, number)) }
    #expect(some.pageCount == last && some.isTruncated == all.isTruncated)
    #expect(gradual.bytes == whole.bytes)
  }

  @Test func `is decoded for its first page no further than that page needs`() throws {
    let (gradual, whole) = try decoded((1...5_000).map { "line \($0)\n" }.joined())
    let pages = PlainTextPages(gradual)
    #expect(words(pages, 1) == words(PlainTextPages(whole), 1))
    #expect(gradual.bytes.count <= 2 * Self.partBytes)
    #expect(pages.pageCount == PlainTextPages(whole).pageCount && gradual.bytes == whole.bytes)
  }

  @Test func `with faults in a late part has replacements there`() throws {
    let lines = Array((1...400).map { "línea \($0)\n" }.joined().utf8)
    let content = try Contents.descriptor(lines + [0xFF, 0x0A] + lines)
    let text = try DecodedText(content, inPartsOf: Self.partBytes)
    text.decodeAll()
    #expect(text.bytes == lines + Array("\u{FFFD}\n".utf8) + lines && !text.isCut)
  }

  @Test func `whose file becomes shorter while it is read ends there, and says so`() throws {
    let content = try Contents.descriptor(Array((1...400).map { "line \($0)\n" }.joined().utf8))
    let pages = PlainTextPages(try DecodedText(content, inPartsOf: Self.partBytes))
    try content.truncate(to: 1_500)
    #expect(words(pages, 1).prefix(2) == ["line", "1"])
    #expect(pages.isTruncated && pages.pageCount < 5)
  }

  @Test func `with an escape at the end of a line keeps the line's end`() throws {
    #expect(String(decoding: DecodedText(Array("a\u{1B}[31\nb".utf8)).bytes, as: UTF8.self) == "a\nb")
  }

  @Test func `of a table is read for its first page no further than that page needs`() throws {
    let rows = (1...5_000).map { $0 % 7 == 0 ? "\"row\n\($0)\",x" : "row\($0),y" }.joined(separator: "\n")
    let (gradual, whole) = try decoded("Name,Value\n\(rows)\n")
    let (some, all) = (try #require(TablePages(gradual)), try #require(TablePages(whole)))
    #expect(words(some, 1) == words(all, 1))
    #expect(gradual.bytes.count < whole.bytes.count / 4)
    #expect(some.hasPage(all.pageCount) && !some.hasPage(all.pageCount + 1) && !some.hasPage(0))
    #expect(some.pageCount == all.pageCount && words(some, all.pageCount) == words(all, all.pageCount))
  }

  @Test func `of sections has written as many of them as its page needs`() throws {
    let writer = MarkdownWriter()
    var written = 0
    let section = {
      writer.writeHeading(StyledText("Part", writer.headingStyle(2)), level: 2, title: "Part")
      written += 1
    }
    let pages = FlowedPages(writer, sections: [() -> Void](repeating: section, count: 300))
    #expect(pages.page(1).words().count > 3)
    let first = written
    #expect(first < 60)
    #expect(pages.contains(2) && written > first && written < 2 * 60)
    #expect(pages.outline.count == 300 && written == 300 && !pages.contains(pages.count + 1))
  }

  @Test func `of Markdown has a long list item by item, with its numbers and its distances`() throws {
    let list = (1...500).map { "\($0). item\n" }.joined()
    let pages = try #require(MarkdownPages(DecodedText(Array("Before\n\n\(list)\nBehind\n".utf8))))
    #expect(words(pages, 1).prefix(5) == ["Before", "1.", "item", "2.", "item"])
    let tops = pages.page(1).words().filter { $0.text == "item" }.map(\.box.y)
    #expect(Set(zip(tops, tops.dropFirst()).map { (($1 - $0) * 10).rounded() }).count == 1)
    let all = (1...pages.pageCount).flatMap { words(pages, $0) }
    #expect(all.filter { $0.hasSuffix(".") } == (1...500).map { "\($0)." } && all.last == "Behind")
  }
}
