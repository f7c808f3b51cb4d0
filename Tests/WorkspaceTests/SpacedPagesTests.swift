import Testing

@testable import Workspace

@Suite("Evenly spaced pages")
struct SpacedPagesTests {
  @Test(
    "begin with the first and never repeat",
    arguments: [(20, 100), (20, 20), (20, 19), (20, 1), (1, 100), (3, 10), (100, 12_345)])
  func spaced(count: Int, pages: Int) {
    let spaced = Pages.spaced(count, of: pages)
    #expect(spaced.count == min(count, pages) && spaced.first == 1)
    #expect(Set(spaced).count == spaced.count && spaced == spaced.sorted())
    #expect(spaced.allSatisfy { (1...pages).contains($0) })
    #expect(count < pages ? spaced.last! < pages || count == pages : spaced == Array(1...pages))
  }

  @Test("of a hundred, twenty are each fifth")
  func twenty() {
    #expect(Pages.spaced(20, of: 100) == (0..<20).map { $0 * 5 + 1 })
  }
}
