/// Keeps what was used last, as long as neither its number nor its weight is over a bound.
///
/// A plain value without clocks: the order of calls is the order of use.
struct RecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    let value: Value
    let weight: Int64
  }

  /// At most so many are kept.
  let maximumCount: Int
  /// Together they weigh at most so much.
  let maximumWeight: Int64
  /// Oldest use first.
  ///
  /// So few that looking through them costs nothing.
  private var entries: [Entry] = []

  /// Nothing is kept yet.
  init(maximumCount: Int, maximumWeight: Int64) {
    self.maximumCount = maximumCount
    self.maximumWeight = maximumWeight
  }

  /// The keys, oldest use first.
  var keys: [Key] { entries.map(\.key) }

  /// What is kept, oldest use first.
  var values: [Value] { entries.map(\.value) }

  /// What is kept under `key`, which counts as a use of it.
  mutating func use(_ key: Key) -> Value? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.value
  }

  /// Keeps `value`, and lets go of what was not used for longest until it fits.
  ///
  /// What is too heavy by itself is not kept.
  mutating func insert(_ value: Value, for key: Key, weight: Int64) {
    entries.removeAll { $0.key == key }
    guard weight <= maximumWeight, maximumCount > 0 else { return }
    entries.append(Entry(key: key, value: value, weight: weight))
    while entries.count > maximumCount || totalWeight > maximumWeight { entries.removeFirst() }
  }

  /// Whether something is kept under `key`; looking is no use of it.
  func keeps(_ key: Key) -> Bool { entries.contains { $0.key == key } }

  /// Lets go of what was not used for longest until `weight` more would fit.
  mutating func makeRoom(for weight: Int64) {
    while !entries.isEmpty, totalWeight + weight > maximumWeight { entries.removeFirst() }
  }

  /// Lets go of what is kept under `key`.
  mutating func remove(_ key: Key) {
    entries.removeAll { $0.key == key }
  }

  /// Lets go of everything.
  mutating func removeAll() {
    entries.removeAll()
  }

  /// What all that is kept weighs.
  var totalWeight: Int64 { entries.reduce(0) { $0 + $1.weight } }
}
