import DocumentModel
import Foundation
import Testing

@Suite struct `A page's text` {
  private let box = PageRectangle(x: 1.0 / 3, y: 2.0 / 3, width: 1e-17 / 3, height: 10_000.0 / 3)

  private func words(_ count: Int, _ text: String = "a") -> [PageWord] {
    (0..<count).map { _ in PageWord(text: text, box: box, isHyphenated: true) }
  }

  @Test(arguments: [0, 1, PageText.maximumWords])
  func `is whole when it has few words`(count: Int) {
    let text = PageText(truncating: words(count), links: [])
    #expect(text.words.count == count && !text.isTruncated)
  }

  @Test func `keeps its first words when it has too many, and says so`() {
    let first = words(PageText.maximumWords, "first")
    let text = PageText(truncating: first + words(1, "last"), links: [])
    #expect(text.words == first && text.isTruncated)
  }

  @Test func `keeps whole words when it has too many letters`() {
    let half = String(repeating: "ä", count: PageText.maximumTextBytes / 4)
    let text = PageText(truncating: words(3, half), links: [])
    #expect(text.words == words(2, half) && text.isTruncated)
    let tooLong = String(repeating: "a", count: PageText.maximumTextBytes + 1)
    let nothing = PageText(truncating: words(1, tooLong), links: [])
    #expect(nothing.words.isEmpty && nothing.isTruncated)
  }

  @Test(arguments: [
    ("Donau-", "dampf", true), ("Donau\u{AD}", "dampf", true), ("Donau\u{2010}", "dampf", true),
    ("Donau", "dampf", false), ("Donau-", "Dampf", false), ("1-", "dampf", false), ("--", "dampf", false),
    ("-", "dampf", false), ("Donau-", "7", false),
  ])
  func `breaks its last word if the next page goes on`(half: String, rest: String, isBroken: Bool) {
    func page(_ texts: String...) -> PageText {
      PageText(words: texts.map { PageWord(text: $0, box: box) }, links: [], isRecognized: true)
    }
    let text = page("die", half).continued(on: page(rest, "fährt"))
    #expect(text.words.map(\.isHyphenated) == [false, isBroken] && text.words.map(\.text) == ["die", half])
    #expect(text.isRecognized && text.continued(on: PageText(words: [], links: [])) == text)
  }

  @Test func `is never longer than a worker may answer`() throws {
    // Each letter takes six bytes of JSON.
    let length = PageText.maximumTextBytes / PageText.maximumWords
    let worst = words(PageText.maximumWords, String(repeating: "\u{1}", count: length))
    let address = "https://a.example/" + String(repeating: "a", count: 2_030)
    let links = (0..<2_000).map { _ in PageLink(box: box, page: .max, area: box, address: address) }
    let text = PageText(truncating: worst, links: links)
    #expect(!text.isTruncated)
    #expect(try JSONEncoder().encode(text).count <= WorkerReply.maximumJSONBytes)
  }
}
