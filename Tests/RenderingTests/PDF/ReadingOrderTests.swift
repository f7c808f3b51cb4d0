import DocumentModel
import Testing

@testable import Rendering

@Suite("Reading order") struct ReadingOrderTests {
  /// Lines of one word each, one below the other, named by their block.
  private func block(_ name: String, _ x: Double, _ y: Double, lines: Int, width: Double = 200)
    -> [[PageWord]]
  {
    (0..<lines).map { line in
      [PageWord(text: name, box: PageRectangle(x: x, y: y + Double(line) * 12, width: width, height: 10))]
    }
  }

  /// The blocks in reading order, without repetition.
  private func order(_ lines: [[PageWord]]) -> [String] {
    var names: [String] = []
    for line in ReadingOrder.sorted(lines) where line[0].text != names.last { names.append(line[0].text) }
    return names
  }

  @Test("a column that begins higher is still read after the one to its left")
  func higher() {
    let lines =
      block("title", 100, 20, lines: 1, width: 300) + block("abstract", 20, 60, lines: 1, width: 40)
      + block("right", 240, 62, lines: 12) + block("left", 20, 84, lines: 30)
      + block("end", 240, 230, lines: 15)
    #expect(order(lines) == ["title", "abstract", "left", "right", "end"])
  }

  @Test("three columns in any order are read from left to right")
  func three() {
    let columns = [("a", 0.0), ("b", 110.0), ("c", 220.0)].map { block($0.0, $0.1, 50, lines: 9, width: 100) }
    for sequence in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(order(sequence.flatMap { columns[$0] }) == ["a", "b", "c"])
    }
  }

  @Test("a heading of the left column comes along with it")
  func heading() {
    let lines =
      block("right", 240, 50, lines: 20) + block("heading", 20, 50, lines: 1)
      + block("left", 20, 90, lines: 15)
    #expect(order(lines) == ["heading", "left", "right"])
  }

  @Test("columns that are not beside each other keep their order")
  func apart() {
    let lines = block("right above", 240, 50, lines: 9) + block("left below", 20, 400, lines: 9)
    #expect(order(lines) == ["right above", "left below"])
  }

  @Test("the rows of a table stay rows")
  func table() {
    let rows = (0..<9).flatMap { row in
      block("r\(row)", 240, Double(row) * 14, lines: 1) + block("l\(row)", 20, Double(row) * 14, lines: 1)
    }
    #expect(ReadingOrder.sorted(rows) == rows)
  }

  @Test("no line is lost or doubled, whatever the page")
  func permutation() {
    var generator = SeededOrder(state: 11)
    for _ in 0..<200 {
      let lines = (0..<8).flatMap { index in
        block(
          "b\(index)", .random(in: 0...400, using: &generator), .random(in: 0...600, using: &generator),
          lines: .random(in: 1...9, using: &generator), width: .random(in: 10...300, using: &generator))
      }
      let sorted = ReadingOrder.sorted(lines)
      #expect(sorted.count == lines.count && Set(sorted) == Set(lines))
    }
    #expect(ReadingOrder.sorted([]).isEmpty)
  }
}

/// Reproducible random numbers (Knuth's linear congruential generator, MMIX).
struct SeededOrder: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
