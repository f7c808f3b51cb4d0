import DocumentModel
import Testing

@Suite("The shortest way from one sequence to another")
struct SequenceDifferenceTests {
  /// Repeatable random numbers of sufficient quality.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// The length of the longest common subsequence by dynamic programming.
  private func common(_ a: [Int32], _ b: [Int32]) -> Int {
    var row = Array(repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (column, y) in b.enumerated() {
        let above = row[column + 1]
        row[column + 1] = x == y ? diagonal + 1 : max(above, row[column])
        diagonal = above
      }
    }
    return row[b.count]
  }

  private func kept(_ elements: [Int32], _ isDifferent: [Bool]) -> [Int32] {
    zip(elements, isDifferent).filter { !$0.1 }.map(\.0)
  }

  @Test("the kept parts of both are the same, and as long as can be", arguments: [2, 4, 20])
  func shortest(letters: Int32) {
    var generator = Generator(state: UInt64(letters))
    for _ in 0..<1500 {
      let old = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        Int32.random(in: 0..<letters, using: &generator)
      }
      let new = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        Int32.random(in: 0..<letters, using: &generator)
      }
      let difference = SequenceDifference(from: old, to: new, budget: .max)
      #expect(!difference.isTruncated)
      #expect(difference.removed.count == old.count && difference.added.count == new.count)
      let common = kept(old, difference.removed)
      #expect(common == kept(new, difference.added), "\(old) → \(new)")
      #expect(common.count == self.common(old, new), "\(old) → \(new)")
    }
  }

  @Test("edits of a long sequence are found, and no more")
  func long() {
    var generator = Generator(state: 7)
    let old = (0..<5000).map { _ in Int32.random(in: 0..<50, using: &generator) }
    var new = old
    for _ in 0..<40 {
      new.remove(at: Int.random(in: 0..<new.count, using: &generator))
      new.insert(99, at: Int.random(in: 0..<new.count, using: &generator))
    }
    let difference = SequenceDifference(from: old, to: new, budget: .max)
    #expect(kept(old, difference.removed) == kept(new, difference.added))
    #expect(difference.removed.count { $0 } <= 40 && difference.added.count { $0 } == 40)
  }

  @Test("a budget that is used up leaves a right answer, only a longer one", arguments: [0, 1, 50, 2000])
  func budget(_ budget: Int) {
    let old = (0..<2000).map { Int32($0 % 7) }
    let new = (0..<2000).map { Int32($0 * 3 % 11 % 7) }
    let difference = SequenceDifference(from: old, to: new, budget: budget)
    #expect(difference.isTruncated)
    #expect(kept(old, difference.removed) == kept(new, difference.added))
  }

  @Test("sequences with nothing in common cost nothing")
  func strangers() {
    let difference = SequenceDifference(
      from: Array(0..<100_000), to: Array(100_000..<200_000), budget: 10)
    #expect(!difference.isTruncated)
    #expect(difference.removed.allSatisfy { $0 } && difference.added.allSatisfy { $0 })
  }

  @Test("empty and equal sequences are no work")
  func trivial() {
    let equal = SequenceDifference(from: [1, 2, 3], to: [1, 2, 3], budget: 1)
    #expect(!equal.removed.contains(true) && !equal.added.contains(true) && !equal.isTruncated)
    #expect(SequenceDifference(from: [], to: [1], budget: 1).added == [true])
    #expect(SequenceDifference(from: [1], to: [], budget: 1).removed == [true])
  }
}
