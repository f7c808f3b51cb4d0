import DocumentModel

/// Which files a ``PreviewCache`` has: bounded in bytes, found by key, and by content when one goes.
///
/// Every call takes constant time, but for what an insertion pushes out and for what is found by content.
struct PreviewIndex: Sendable {
  private var files: BoundedLRU<String, PreviewFile>
  private var stems: [Substring: Set<String>] = [:]

  init(byteLimit: Int) {
    files = BoundedLRU(limit: byteLimit)
  }

  /// Files kept.
  var count: Int { files.count }
  /// What they cost (``PreviewFile/cost``).
  var bytes: Int { files.bytes }
  /// What they may cost.
  var limit: Int { files.limit }
  /// Contents of which there are files.
  var contents: Int { stems.count }
  /// Their hashes, as words, in no order.
  var contentNames: [Substring] { Array(stems.keys) }

  /// The file of a key, which counts as used now.
  mutating func file(_ stem: String) -> PreviewFile? { files.value(for: stem) }

  /// Keeps a file and returns those that had to go for it.
  mutating func insert(_ file: PreviewFile) -> [PreviewFile] {
    remove(file.stem)
    let evicted = files.insert(file, for: file.stem, bytes: file.cost).map(\.value)
    for gone in evicted { forget(gone) }
    if file.cost <= files.limit { stems[file.content, default: []].insert(file.stem) }
    return evicted
  }

  /// Whether there is a file of a key; that is no use of it.
  func contains(_ stem: String) -> Bool { files.contains(stem) }

  /// Takes up files of earlier runs, the one used longest ago first, as far as there is room beside what is there; returns
  /// those for which there is none.
  mutating func insert(earlier found: [PreviewFile]) -> [PreviewFile] {
    var room = limit - bytes
    let newest = found.reversed().prefix { file in
      room -= file.cost
      return room >= 0
    }
    for file in newest.reversed() { _ = insert(file) }
    return Array(found.dropLast(newest.count))
  }

  /// Gives up the file of a key.
  mutating func remove(_ stem: String) {
    if let file = files.remove(stem) { forget(file) }
  }

  /// Gives up all files of a content.
  mutating func removeAll(of hash: ContentHash) -> [PreviewFile] {
    (stems.removeValue(forKey: Substring(hash.description)) ?? []).compactMap { files.remove($0) }
  }

  private mutating func forget(_ file: PreviewFile) {
    stems[file.content]?.remove(file.stem)
    if stems[file.content]?.isEmpty == true { stems[file.content] = nil }
  }
}
