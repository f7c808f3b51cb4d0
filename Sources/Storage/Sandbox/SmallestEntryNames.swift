/// The first so many of any number of names, in the order of their bytes.
struct SmallestEntryNames {
  private let last: [UInt8]?
  private let limit: Int
  private(set) var names: [[UInt8]] = []
  private(set) var hasMore = false

  init(after name: [UInt8]?, limit: Int) {
    last = name
    self.limit = max(1, limit)
  }

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

  private func place(of name: [UInt8]) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
