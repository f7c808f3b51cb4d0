import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The pages of a plain text` {
  private func pages(_ text: String, language: String? = nil) -> PlainTextPages {
    PlainTextPages(DecodedText(Array(text.utf8)), numbersLines: language != nil, language: language)
  }

  private func words(_ page: TypesetPage) -> [String] { page.words().map(\.text) }

  @Test func `have its lines in their order`() {
    let page = pages("first line\nsecond line\n").page(1)
    #expect(words(page) == ["first", "line", "second", "line"])
    let boxes = page.words().map(\.box)
    #expect(boxes[0].y == boxes[1].y && boxes[2].y > boxes[0].y && boxes[1].x > boxes[0].x + boxes[0].width)
  }

  @Test func `are one empty page for an empty text`() {
    let empty = pages("")
    #expect(empty.pageCount == 1 && words(empty.page(1)).isEmpty)
  }

  @Test func `lose no line between them`() {
    let text = (1...500).map { "line \($0)\n" }.joined()
    let all = pages(text)
    #expect(all.pageCount > 5)
    let numbers = (1...all.pageCount).flatMap { words(all.page($0)) }.filter { $0 != "line" }
    #expect(numbers == (1...500).map(String.init))
  }

  @Test func `break a long line behind a space, and lose nothing of it`() {
    let text = (1...200).map { "word\($0)" }.joined(separator: " ")
    let page = pages(text).page(1)
    #expect(words(page) == (1...200).map { "word\($0)" })
    #expect(page.words().allSatisfy { $0.box.x + $0.box.width < Paper.size.width - 30 })
  }

  @Test func `break a word that is longer than a row`() {
    let page = pages(String(repeating: "x", count: 1000)).page(1)
    #expect(words(page).joined().count == 1000 && page.lines.count > 8)
  }

  @Test(.timeLimit(.minutes(1))) func `are soon there for one line of megabytes without a space`() {
    let long = pages(String(repeating: "x", count: 3 << 20), language: "js")
    #expect(long.pageCount > 400)
    let (middle, last) = (words(long.page(long.pageCount / 2)), words(long.page(long.pageCount)))
    #expect(Set(middle).count == 1 && middle.joined().count > 4000 && !last.isEmpty)
  }

  @Test func `begin anew at a form feed`() {
    let two = pages("one\n\u{C}two\n")
    #expect(two.pageCount == 2)
    #expect(words(two.page(1)) == ["one"] && words(two.page(2)) == ["two"])
  }

  @Test func `align columns that tabs separate`() {
    let page = pages("a\tb\nlong\tb\n").page(1)
    let places = page.words().filter { $0.text == "b" }.map(\.box.x)
    #expect(abs(places[0] - places[1]) < 0.1)
  }

  @Test func `give East Asian letters two cells`() {
    let page = pages(String(repeating: "漢", count: 60)).page(1)
    #expect(page.lines.count == 2)
  }

  @Test func `number the lines of code, and the numbers are no words`() {
    let page = pages("let a = 1\nlet b = 2\n", language: "swift").page(1)
    #expect(words(page) == ["let", "a", "=", "1", "let", "b", "=", "2"])
    #expect(page.lines.filter { !$0.isContent }.count == 2)
  }

  @Test func `colour a comment that began on an earlier page`() {
    let text = "/*\n" + (1...150).map { "inside \($0)\n" }.joined() + "*/\nint x;\n"
    let code = pages(text, language: "c")
    // Asked for first, so that no earlier page was read.
    let colors = Set(code.page(2).lines.filter(\.isContent).flatMap { $0.text.text.runs.map(\.style.color) })
    #expect(!colors.contains(.usual) || colors.count > 1)
    let first = code.page(2).lines.first { $0.isContent }?.text.text.runs.first?.style.color
    #expect(first != .usual)
  }

  @Test func `of a language without rules are black`() {
    let page = pages("10 PRINT 1\n", language: "no-such-language").page(1)
    #expect(
      page.lines.filter(\.isContent).allSatisfy { $0.text.text.runs.allSatisfy { $0.style.color == .usual } })
  }
}
