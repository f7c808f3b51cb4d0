/// A dictionary that is bounded in bytes and evicts the least recently used entry first.
///
/// Every call takes constant time, apart from the entries that an insertion evicts. The order of use is a doubly
/// linked list whose links are array indices, so a use allocates nothing.
struct BoundedLRU<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node: Sendable {
    let key: Key
    var value: Value
    var bytes: Int
    var newer: Int
    var older: Int
  }

  private static var none: Int { -1 }

  let limit: Int
  private(set) var bytes = 0
  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var newest = -1
  private var oldest = -1

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  var count: Int { places.count }
  var keys: Dictionary<Key, Int>.Keys { places.keys }

  /// Whether the dictionary has a value of `key`; the call does not count as a use.
  func contains(_ key: Key) -> Bool { places[key] != nil }

  mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkNewest(place)
    }
    return nodes[place]?.value
  }

  /// Stores a value and returns the entries that it evicted.
  ///
  /// A value larger than ``limit`` is not stored.
  mutating func insert(_ value: Value, for key: Key, bytes cost: Int) -> [(key: Key, value: Value)] {
    _ = remove(key)
    guard cost <= limit else { return [] }
    var evicted: [(key: Key, value: Value)] = []
    while bytes + cost > limit, oldest != Self.none, let last = nodes[oldest] {
      evicted.append((last.key, last.value))
      _ = remove(last.key)
    }
    let node = Node(key: key, value: value, bytes: cost, newer: Self.none, older: Self.none)
    let place = store(node)
    places[key] = place
    bytes += cost
    linkNewest(place)
    return evicted
  }

  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return nil }
    unlink(place)
    nodes[place] = nil
    free.append(place)
    bytes -= node.bytes
    return node.value
  }

  private mutating func store(_ node: Node) -> Int {
    if let place = free.popLast() {
      nodes[place] = node
      return place
    }
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func unlink(_ place: Int) {
    guard let node = nodes[place] else { return }
    if node.newer == Self.none { newest = node.older } else { nodes[node.newer]?.older = node.older }
    if node.older == Self.none { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
  }

  private mutating func linkNewest(_ place: Int) {
    nodes[place]?.newer = Self.none
    nodes[place]?.older = newest
    if newest == Self.none { oldest = place } else { nodes[newest]?.newer = place }
    newest = place
  }
}
