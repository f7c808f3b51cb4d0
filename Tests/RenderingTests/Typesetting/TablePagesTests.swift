import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The pages of a table` {
  private func pages(_ text: String, tabs: Bool = false) throws -> TablePages {
    try #require(TablePages(DecodedText(Array(text.utf8)), tabs: tabs))
  }

  private func words(_ page: TypesetPage) -> [String] { page.words().map(\.text) }

  @Test(arguments: [",", ";", "\t", "|"]) func `find the separator`(separator: String) throws {
    let text = "Name\(separator)Size\nA\(separator)1\nB\(separator)2\n"
    let found = words(try pages(text).page(1))
    #expect(found == ["Name", "Size", "A", "1", "B", "2"])
  }

  @Test func `keep separators, quotation marks and line feeds in quoted fields`() throws {
    let page = try pages("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"two\nlines\",z\n").page(1)
    #expect(words(page) == ["a", "b", "x,", "y", "say", "\"hi\"", "two", "lines", "z"])
  }

  @Test func `repeat the head, and lose no row`() throws {
    let rows = (1...200).map { "row\($0),\($0 * 2)" }
    let found = try pages("Row,Number\n" + rows.joined(separator: "\n"))
    #expect(found.pageCount > 2)
    let all = (1...found.pageCount).map { words(found.page($0)) }
    #expect(all.allSatisfy { $0.prefix(2) == ["Row", "Number"] })
    #expect(all.flatMap { $0 }.filter { $0.hasPrefix("row") } == (1...200).map { "row\($0)" })
  }

  @Test func `lie across when wide, and go on to the right when wider`() throws {
    let wide = (1...40).map { "column number \($0)" }.joined(separator: ",")
    let found = try pages("\(wide)\n\(wide)\n")
    #expect(found.size(ofPage: 1).width > found.size(ofPage: 1).height)
    let numbers = (1...found.pageCount).flatMap { words(found.page($0)) }.compactMap { Int($0) }
    #expect(Set(numbers) == Set(1...40) && numbers.count == 80)
  }

  @Test func `set numbers flush right`() throws {
    let page = try pages("Name,Amount\na,7\nb,1234567\n").page(1)
    let ends = page.words().filter { Int($0.text) != nil }.map { $0.box.x + $0.box.width }
    #expect(abs(ends[0] - ends[1]) < 1)
  }

  @Test func `break a long field into lines within its column`() throws {
    let text = (1...60).map { "word\($0)" }.joined(separator: " ")
    let page = try pages("Key,Text\nk,\(text)\n").page(1)
    #expect(words(page) == ["Key", "Text", "k"] + (1...60).map { "word\($0)" })
    #expect(page.words().allSatisfy { $0.box.x + $0.box.width < Paper.size.width })
  }

  @Test func `leave out the fields of a line beyond the first thousand`() throws {
    let line = (1...200_000).map { "f\($0)" }.joined(separator: ",")
    let found = try pages("\(line)\na,b\n")
    let heads = (1...found.pageCount).flatMap { words(found.page($0)) }.filter { $0.hasPrefix("f") }
    #expect(Set(heads) == Set((1...SeparatedValues.mostFields).map { "f\($0)" }))
    #expect(!found.isTruncated)
  }

  @Test func `are none for a text of one column`() {
    #expect(TablePages(DecodedText(Array("just a line\nand another\n".utf8))) == nil)
    #expect(TablePages(DecodedText([])) == nil)
  }
}
