/// A cache of the most recently used values, bounded in number and weight.
///
/// It has no clock: the order of calls is the order of use.
struct RecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    let value: Value
    let weight: Int64
  }

  let maximumCount: Int
  let maximumWeight: Int64
  /// Least recent use first; few enough for linear search.
  private var entries: [Entry] = []

  init(maximumCount: Int, maximumWeight: Int64) {
    self.maximumCount = maximumCount
    self.maximumWeight = maximumWeight
  }

  var keys: [Key] { entries.map(\.key) }

  var values: [Value] { entries.map(\.value) }

  /// The value of `key`, which counts as used.
  mutating func use(_ key: Key) -> Value? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.value
  }

  /// Stores `value` and evicts the least recently used ones until it fits.
  ///
  /// A value above the limit is not stored.
  mutating func insert(_ value: Value, for key: Key, weight: Int64) {
    entries.removeAll { $0.key == key }
    guard weight <= maximumWeight, maximumCount > 0 else { return }
    entries.append(Entry(key: key, value: value, weight: weight))
    while entries.count > maximumCount || totalWeight > maximumWeight { entries.removeFirst() }
  }

  /// Whether `key` has a value; the call does not count as a use.
  func keeps(_ key: Key) -> Bool { entries.contains { $0.key == key } }

  /// Evicts the least recently used values until `weight` more would fit.
  mutating func makeRoom(for weight: Int64) {
    while !entries.isEmpty, totalWeight + weight > maximumWeight { entries.removeFirst() }
  }

  mutating func remove(_ key: Key) {
    entries.removeAll { $0.key == key }
  }

  mutating func removeAll() {
    entries.removeAll()
  }

  var totalWeight: Int64 { entries.reduce(0) { $0 + $1.weight } }
}
