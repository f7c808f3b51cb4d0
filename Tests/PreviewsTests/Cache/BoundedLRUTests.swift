import Testing

@testable import Previews

@Suite struct BoundedLRUTests {
  @Test func `the least recently used value goes first`() {
    var lru = BoundedLRU<String, Int>(limit: 3)
    for (number, name) in ["a", "b", "c"].enumerated() { _ = lru.insert(number, for: name, bytes: 1) }
    _ = lru.value(for: "a")
    let evicted = lru.insert(3, for: "d", bytes: 2).map(\.key)
    #expect(evicted == ["b", "c"])
    #expect(Set(lru.keys) == ["a", "d"])
    #expect(lru.bytes == 3)
  }

  @Test func `a new value takes the place of the old one`() {
    var lru = BoundedLRU<String, Int>(limit: 10)
    _ = lru.insert(1, for: "a", bytes: 4)
    _ = lru.insert(2, for: "a", bytes: 7)
    #expect(lru.bytes == 7)
    let value = lru.value(for: "a")
    #expect(value == 2)
  }

  @Test func `a value larger than the whole is not kept and pushes nothing out`() {
    var lru = BoundedLRU<String, Int>(limit: 10)
    _ = lru.insert(1, for: "a", bytes: 10)
    let evicted = lru.insert(2, for: "b", bytes: 11)
    #expect(evicted.isEmpty)
    #expect(Array(lru.keys) == ["a"])
  }

  @Test(arguments: 0..<20)
  func `it behaves like a list ordered by use`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var lru = BoundedLRU<Int, Int>(limit: 40)
    var model: [(key: Int, bytes: Int)] = []
    for _ in 0..<2_000 {
      let key = Int.random(in: 0..<20, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let bytes = Int.random(in: 1...12, using: &random)
        model.removeAll { $0.key == key }
        while model.map(\.bytes).reduce(0, +) + bytes > 40 { model.removeFirst() }
        model.append((key, bytes))
        _ = lru.insert(key, for: key, bytes: bytes)
      case 1:
        let found = lru.value(for: key)
        let index = model.firstIndex { $0.key == key }
        #expect((found != nil) == (index != nil))
        if let index { model.append(model.remove(at: index)) }
      default:
        model.removeAll { $0.key == key }
        _ = lru.remove(key)
      }
    }
    #expect(Set(lru.keys) == Set(model.map(\.key)))
    #expect(lru.bytes == model.map(\.bytes).reduce(0, +))
    let order = lru.insert(0, for: -1, bytes: 40).map(\.key)
    #expect(order == model.map(\.key))
  }

  @Test func `a hot cache forgets what it is told to`() {
    let cache = HotCache<String, Int>(byteLimit: 100)
    for name in ["a/1", "a/2", "b/1"] { cache.insert(1, for: name, bytes: 10) }
    cache.removeAll { $0.hasPrefix("a/") }
    #expect(cache.value(for: "a/1") == nil)
    #expect(cache.value(for: "b/1") == 1)
    #expect(cache.bytes == 10)
  }

  @Test func `a hot cache stands many threads at once and stays within its bound`() async {
    let cache = HotCache<Int, [UInt8]>(byteLimit: 1_000)
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<2_000 {
            let key = (round &* 7 &+ worker) % 50
            if let value = cache.value(for: key) { #expect(value == [UInt8(key)]) }
            cache.insert([UInt8(key)], for: key, bytes: 90)
          }
        }
      }
    }
    #expect(cache.count == 11)
    #expect(cache.bytes == 990)
  }
}
