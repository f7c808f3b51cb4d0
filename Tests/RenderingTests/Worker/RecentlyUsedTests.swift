import Testing

@testable import Rendering

@Suite("Recently used values") struct RecentlyUsedTests {
  private func keeping(_ entries: [(String, Int64)], count: Int = 3, weight: Int64 = 100) -> RecentlyUsed<
    String, Int
  > {
    var recent = RecentlyUsed<String, Int>(maximumCount: count, maximumWeight: weight)
    for (index, entry) in entries.enumerated() { recent.insert(index, for: entry.0, weight: entry.1) }
    return recent
  }

  @Test("a value that was put in is found")
  func found() {
    var recent = keeping([("a", 1), ("b", 1)])
    #expect(recent.use("a") == 0)
    #expect(recent.use("c") == nil)
  }

  @Test("one too many pushes out what was not used for longest")
  func count() {
    var recent = keeping([("a", 1), ("b", 1), ("c", 1)])
    _ = recent.use("a")
    recent.insert(9, for: "d", weight: 1)
    #expect(recent.keys == ["c", "a", "d"])
  }

  @Test("too much weight pushes out as many as it takes")
  func weight() {
    var recent = keeping([("a", 40), ("b", 40)])
    recent.insert(9, for: "c", weight: 70)
    #expect(recent.keys == ["c"])
  }

  @Test("a value that is too heavy by itself is not kept, and evicts nothing")
  func tooHeavy() {
    var recent = keeping([("a", 40)])
    recent.insert(9, for: "b", weight: 101)
    #expect(recent.keys == ["a"])
  }

  @Test("the same key again replaces what was there")
  func replaced() {
    var recent = keeping([("a", 90), ("a", 80)])
    #expect(recent.use("a") == 1)
    #expect(recent.keys == ["a"])
  }

  @Test("nothing is kept where nothing may be kept")
  func nothing() {
    #expect(keeping([("a", 1)], count: 0).keys.isEmpty)
  }

  @Test("looking whether something is kept is no use of it")
  func looking() {
    var recent = keeping([("a", 1), ("b", 1)])
    #expect(recent.keeps("a") && !recent.keeps("c"))
    #expect(recent.keys == ["a", "b"])
    recent.removeAll()
    #expect(!recent.keeps("a") && recent.totalWeight == 0)
  }

  @Test("room is made before something is put in, oldest use first")
  func room() {
    var recent = keeping([("a", 40), ("b", 40)])
    recent.makeRoom(for: 20)
    #expect(recent.keys == ["a", "b"])
    recent.makeRoom(for: 21)
    #expect(recent.keys == ["b"])
    recent.makeRoom(for: 1_000)
    #expect(recent.keys.isEmpty)
  }
}
