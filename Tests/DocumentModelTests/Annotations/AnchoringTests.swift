import DocumentModel
import FoundationEssentials
import Testing

@Suite("Finding annotations again in another content")
struct AnchoringTests {
  private let size = PageSize(width: 600, height: 800)

  /// Words in lines of four, each 50 units wide and 10 high.
  private func page(
    _ text: String, number: Int = 1, down: Double = 0, perLine: Int = 4, hyphenated: Set<String> = []
  ) -> QuotedPage {
    let words = text.split(separator: " ").enumerated().map { index, word in
      PageWord(
        text: String(word),
        box: PageRectangle(
          x: Double(index % perLine) * 60, y: down + Double(index / perLine) * 20, width: 50, height: 10),
        isHyphenated: hyphenated.contains(String(word)))
    }
    return QuotedPage(number: number, size: size, words: words)
  }

  private func annotation(_ mark: AnnotationMark) throws -> Annotation {
    let now = Date(timeIntervalSince1970: 0)
    return try Annotation(id: AnnotationID(), mark: mark, created: now, modified: now)
  }

  @Test("words are found where lines break elsewhere, and have a box for each line")
  func reflowed() throws {
    let new = page("zero one two three four five six seven eight", number: 2, perLine: 3)
    let quote = Annotation.Quote(exact: "three four", prefix: "one two", suffix: "five six")
    let place = try #require(new.place(of: quote))
    #expect(place.agreement >= QuotedPage.Place.certain && place.isWhole)
    #expect(new.boxes(of: place) == [PageRectangle(x: 0, y: 20, width: 110, height: 10)])
  }

  @Test("of two places the one with the same neighbours is taken")
  func neighbours() throws {
    let new = page("the cat sat down the dog sat up")
    let place = new.place(of: Annotation.Quote(exact: "sat", prefix: "the dog", suffix: "up"))
    #expect(place?.words == 6...6)
  }

  @Test("letters within another word are no place for a short quote without its neighbours")
  func withinWords() {
    let quote = Annotation.Quote(exact: "art", prefix: "modern", suffix: "museum")
    #expect(page("the heart of it").place(of: quote)?.isLikely == false)
    #expect(page("modern art museum").place(of: quote)?.isLikely == true)
  }

  @Test("a word that the line broke is found whole, and a part of a word has a part of its box")
  func brokenAndPartial() throws {
    let broken = page("read- ing is good", hyphenated: ["read-"])
    #expect(broken.place(of: .init(exact: "reading"))?.words == 0...1)
    let part = try #require(broken.place(of: .init(exact: "oo")))
    #expect(broken.boxes(of: part) == [PageRectangle(x: 192.5, y: 0, width: 25, height: 10)])
  }

  @Test("words without spaces between them are found")
  func japanese() {
    let page = page("日本語 の 文書 を 読む")
    #expect(page.place(of: .init(exact: "の文書"))?.words == 1...2)
  }

  @Test("ink moves with the words around it")
  func moved() throws {
    let text = (0..<40).map { "w\($0)" }.joined(separator: " ")
    let ink = try AnnotationMark(
      .ink, page: 1, color: .usual, points: [InkPoint(BoardPoint(x: 30, y: 100), pressure: 0.5)])
    let anchoring = AnnotationAnchoring(from: page(text))
    let same = try #require(anchoring.same(as: page(text, number: 3, down: 45)))
    let mark = try anchoring.mark(of: annotation(ink), on: same)
    #expect(mark.page == 3 && mark.points.first?.place == BoardPoint(x: 30, y: 145))
    #expect(anchoring.same(as: page("other words entirely")) == nil)
  }

  @Test("on a picture, ink keeps its place if the page has the same form")
  func pictures() throws {
    let ink = try AnnotationMark(.note, page: 1, color: .usual, points: [InkPoint(BoardPoint(x: 60, y: 80))])
    func sheet(_ width: Double, _ height: Double) -> QuotedPage {
      QuotedPage(number: 1, size: PageSize(width: width, height: height), words: [])
    }
    let anchoring = AnnotationAnchoring(from: sheet(600, 800))
    let same = try #require(anchoring.same(as: sheet(1_200, 1_600)))
    let larger = try anchoring.mark(of: annotation(ink), on: same)
    #expect(larger.points.first?.place == BoardPoint(x: 120, y: 160))
    #expect(anchoring.same(as: sheet(800, 600)) == nil)
  }

  @Test("letters that repeat cost no more than their number")
  func repeated() {
    let page = page((0..<2_000).map { _ in String(repeating: "a", count: 50) }.joined(separator: " "))
    #expect(page.place(of: .init(exact: String(repeating: "a", count: 30_000) + "b")) == nil)
  }
}
