import Synchronization

/// Values in memory, each kept until it was not used for a time; safe from any thread.
///
/// The ones that were used longest ago make room for a new one.
package final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let cost: Int
    var used: ContinuousClock.Instant
  }

  private let lifetime: Duration
  private let capacity: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let entries = Mutex<[Key: Entry]>([:])

  /// No values.
  ///
  /// - Parameters:
  ///   - lifetime: the time since its last use for which a value is kept.
  ///   - capacity: the most that all values together may cost.
  ///   - now: the clock.
  package init(
    lifetime: Duration, capacity: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.lifetime, self.capacity, self.now) = (lifetime, capacity, now)
  }

  /// Keeps a value in place of an earlier one for the same key.
  package func insert(_ value: Value, for key: Key, cost: Int = 1) {
    let now = now()
    entries.withLock { entries in
      entries = entries.filter { $0.key != key && now - $0.value.used < lifetime }
      var room = capacity - cost - entries.values.reduce(0) { $0 + $1.cost }
      for (old, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) where room < 0 {
        entries[old] = nil
        room += entry.cost
      }
      entries[key] = Entry(value: value, cost: cost, used: now)
    }
  }

  /// The value for a key, which counts as used.
  package func value(for key: Key) -> Value? {
    let now = now()
    return entries.withLock { entries in
      guard let entry = entries[key], now - entry.used < lifetime else {
        entries[key] = nil
        return nil
      }
      entries[key]?.used = now
      return entry.value
    }
  }

  /// Forgets the value for a key.
  package func remove(_ key: Key) {
    entries.withLock { $0[key] = nil }
  }
}
