import Synchronization
import Testing
import Workspace

@Suite("Values that are kept for a time")
final class ExpiringCacheTests: Sendable {
  private let time = Mutex(ContinuousClock.now)

  private func wait(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }

  private func cache(capacity: Int) -> ExpiringCache<String, Int> {
    ExpiringCache(lifetime: .seconds(60), capacity: capacity) { [self] in time.withLock(\.self) }
  }

  @Test("are kept since their last use, and forgotten when asked to")
  func lifetime() {
    let cache = cache(capacity: 9)
    cache.insert(1, for: "a")
    cache.insert(2, for: "b")
    wait(59)
    #expect(cache.value(for: "a") == 1)
    wait(59)
    #expect(cache.value(for: "a") == 1 && cache.value(for: "b") == nil)
    wait(60)
    #expect(cache.value(for: "a") == nil)
    cache.insert(3, for: "a")
    cache.remove("a")
    #expect(cache.value(for: "a") == nil)
  }

  @Test("make room by what they cost, the ones first that were used longest ago")
  func room() {
    let cache = cache(capacity: 10)
    for (number, key) in ["a", "b", "c"].enumerated() {
      cache.insert(number, for: key, cost: 3)
      wait(1)
    }
    #expect(cache.value(for: "a") == 0)
    cache.insert(3, for: "d", cost: 4)
    #expect(["a", "b", "c", "d"].map { cache.value(for: $0) } == [0, nil, 2, 3])
    cache.insert(4, for: "d", cost: 4)
    #expect(["a", "c", "d"].map { cache.value(for: $0) } == [0, 2, 4], "its own room counts as free")
  }
}
