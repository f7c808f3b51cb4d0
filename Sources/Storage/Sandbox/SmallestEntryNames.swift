/// The first so many of any number of names, in the order of their bytes.
struct SmallestEntryNames {
  private let last: [UInt8]?
  private let limit: Int
  /// The names in their order.
  private(set) var names: [[UInt8]] = []
  /// Whether there were more names than it keeps.
  private(set) var hasMore = false

  /// None yet, of those that come after `name`.
  init(after name: [UInt8]?, limit: Int) {
    last = name
    self.limit = max(1, limit)
  }

  /// Takes `name` in if it is one of the first.
  mutating func insert(_ name: [UInt8]) {
    if let last, !last.lexicographicallyPrecedes(name) { return }
    let index = place(of: name)
    guard index < limit else {
      hasMore = true
      return
    }
    names.insert(name, at: index)
    guard names.count > limit else { return }
    names.removeLast()
    hasMore = true
  }

  /// Where `name` would be.
  private func place(of name: [UInt8]) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
