import DocumentModel
import Testing

@testable import Previews

@Suite struct FactsWeightTests {
  private func facts(pages: [PageFacts] = [], outline: [OutlineItem] = [], title: String? = nil)
    -> DocumentFacts
  {
    DocumentFacts(pageCount: pages.count, pages: pages, outline: outline, title: title, renderer: "r")
  }

  private func page(_ label: String) -> PageFacts {
    PageFacts(number: 1, size: PageSize(width: 1, height: 1), label: label)
  }

  @Test func `an outline weighs as much nested as flat`() {
    let title = String(repeating: "x", count: 200)
    let flat = (0..<1_000).map { _ in OutlineItem(title: title, page: 1, children: []) }
    var nested: [OutlineItem] = []
    for _ in 0..<100 {
      nested =
        [OutlineItem(title: title, page: 1, children: nested)]
        + (0..<9).map { _ in OutlineItem(title: title, page: 1, children: []) }
    }
    let weights = [flat, nested].map { facts(outline: $0).weight }
    #expect(weights[0] >= 1_000 * 200)
    #expect(weights[1] >= weights[0])
  }

  @Test func `long labels and titles weigh what they are long`() {
    let long = String(repeating: "x", count: 10_000)
    let short = facts(pages: [page("1")]).weight
    #expect(facts(pages: [page(long)]).weight >= short + 10_000)
    #expect(facts(pages: [page("1")], title: long).weight >= short + 10_000)
    #expect(facts(pages: Array(repeating: page("1"), count: 100)).weight >= short + 99 * 40)
  }

  @Test func `the memory cache holds no more of nested outlines than it may`() {
    let cache = HotCache<Int, DocumentFacts>(byteLimit: 1 << 20)
    var outline: [OutlineItem] = []
    for _ in 0..<16 {
      outline = (0..<100).map {
        OutlineItem(title: String(repeating: "x", count: 100), page: 1, children: $0 == 0 ? outline : [])
      }
    }
    let found = facts(outline: outline)
    for number in 0..<100 { cache.insert(found, for: number, bytes: found.weight) }
    #expect(cache.count <= (1 << 20) / (1_600 * 100))
    #expect(cache.count > 0)
  }
}
