import Testing

@testable import DocumentModel

/// Words that are drawn the same way in every run.
struct DrawnWords {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_654_435_761 &+ 1 }

  mutating func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func words(_ count: Int, of vocabulary: Int = 5_000) -> [String] {
    (0..<count).map { _ in "w\(String(number(below: vocabulary), radix: 36))x" }
  }
}

@Suite("The sketch of a text")
struct TextSketchTests {
  private func shingles(_ pages: [[String]]) -> Set<[String]> {
    Set(pages.flatMap { page in page.indices.dropLast(2).map { Array(page[$0..<$0 + 3]) } })
  }

  private func truth(_ one: [[String]], _ other: [[String]]) -> Double {
    let (one, other) = (shingles(one), shingles(other))
    return Double(one.intersection(other).count) / Double(one.union(other).count)
  }

  @Test(
    "tells the share of common shingles within four times its standard error, in the mean within a hundredth")
  func resemblance() {
    var drawn = DrawnWords(7)
    var sum = 0.0
    var cases = 0
    for common in stride(from: 0, through: 400, by: 20) {
      for _ in 0..<10 {
        let shared = drawn.words(common)
        let (one, other) = ([shared, drawn.words(400 - common)], [shared, drawn.words(400 - common)])
        let expected = truth(one, other)
        let told = TextSketch(pages: one).resemblance(to: TextSketch(pages: other))
        let error = (expected * (1 - expected) / Double(TextSketch.count)).squareRoot()
        #expect(abs(told - expected) <= 4 * error + 1e-9, "\(expected)")
        sum += told - expected
        cases += 1
      }
    }
    #expect(abs(sum / Double(cases)) < 0.01)
  }

  @Test("is the same in every process")
  func deterministic() {
    let sketch = TextSketch(pages: [["the", "annual", "report", "of", "2024", "über", "東京"]])
    #expect(sketch.minima.prefix(3) == [229_980_306, 315_781_996, 201_589_439])
    #expect(sketch.numbers == [2_695_479_996])
    #expect(
      sketch.bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        == 14_843_969_945_142_468_421)
  }

  @Test("is the union of those of its pages, in any order, however often one comes")
  func union() {
    var drawn = DrawnWords(3)
    let pages = (0..<9).map { _ in drawn.words(120) + ["2024", "\(drawn.number(below: 900) + 100)"] }
    let whole = TextSketch(pages: pages)
    var other = TextSketch(pages: pages[4...].reversed())
    other.formUnion(TextSketch(pages: pages[...5]))
    #expect(other == whole && TextSketch(bytes: whole.bytes) == whole)
    other.add(pages[2])
    #expect(other == whole)
  }

  @Test("estimates how many shingles there are, and how many of them another text has")
  func containment() {
    var drawn = DrawnWords(11)
    for count in [50, 400, 5_000] {
      let start = drawn.words(count, of: 50_000)
      let (part, whole) = (
        TextSketch(pages: [start]), TextSketch(pages: [start, drawn.words(count, of: 50_000)])
      )
      #expect(abs(part.shingleCount / Double(count) - 1) < 0.4, "\(count): \(part.shingleCount)")
      #expect(part.containment(in: whole) > 0.8 && abs(whole.containment(in: part) - 0.5) < 0.2)
    }
  }

  @Test("tells common numbers apart from other words, and lets single digits be")
  func numbers() {
    let bill = TextSketch(pages: [["bill", "2024", "03", "4711", "5"]])
    #expect(bill.numbers.count == 3)
    #expect(bill.sharedNumbers(with: TextSketch(pages: [["2024", "03", "4711", "99"]])) == 1)
    #expect(abs(bill.sharedNumbers(with: TextSketch(pages: [["2024", "04", "4712", "8"]])) - 1 / 3) < 0.01)
    #expect(bill.sharedNumbers(with: TextSketch(pages: [["words"]])) == 0)
    #expect(TextSketch(pages: [["a"]]).sharedNumbers(with: TextSketch(pages: [["b"]])) == 1)
    let many = (1_000..<1_400).map(String.init)
    let (one, other) = (TextSketch(pages: [many]), TextSketch(pages: [Array(many.dropFirst(40))]))
    #expect(one.numbers.count == TextSketch.mostNumbers && one.sharedNumbers(with: other) > 0.85)
  }

  @Test("shares a band with nearly all texts that have half of it, and with few that have a twentieth")
  func bands() {
    var drawn = DrawnWords(5)
    func share(common: Int) -> Int {
      (0..<100).count { _ in
        let shared = drawn.words(common)
        let one = TextSketch(pages: [shared, drawn.words(300 - common)])
        let other = TextSketch(pages: [shared, drawn.words(300 - common)])
        return !Set(one.bandKeys).isDisjoint(with: other.bandKeys)
      }
    }
    #expect(share(common: 200) >= 97)
    #expect(share(common: 30) <= 6)
    #expect(TextSketch(pages: [drawn.words(15)]).bandKeys.isEmpty && TextSketch().bandKeys.isEmpty)
  }

  @Test("is not read from bytes that are none")
  func bytes() {
    let sketch = TextSketch(pages: [["a", "b", "c", "10"]])
    #expect(
      TextSketch(bytes: sketch.bytes) == sketch && TextSketch(bytes: TextSketch().bytes) == TextSketch())
    for bytes in [[], [1, 2, 3], Array(sketch.bytes.dropLast(8)), [UInt8](repeating: 0, count: 4_000)] {
      #expect(TextSketch(bytes: bytes) == nil)
    }
  }
}
