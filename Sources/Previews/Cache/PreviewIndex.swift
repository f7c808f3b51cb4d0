import DocumentModel

/// The index of a ``PreviewCache``'s files: bounded in bytes, searched by key or by content.
///
/// Every call takes constant time, apart from evictions and searches by content.
struct PreviewIndex: Sendable {
  private var files: BoundedLRU<String, PreviewFile>
  private var stems: [Substring: Set<String>] = [:]

  init(byteLimit: Int) {
    files = BoundedLRU(limit: byteLimit)
  }

  var count: Int { files.count }
  /// The sum of their costs (``PreviewFile/cost``), in bytes.
  var bytes: Int { files.bytes }
  var limit: Int { files.limit }
  var contents: Int { stems.count }
  var contentNames: [Substring] { Array(stems.keys) }

  /// The file of a key, which counts as used now.
  mutating func file(_ stem: String) -> PreviewFile? { files.value(for: stem) }

  mutating func insert(_ file: PreviewFile) -> [PreviewFile] {
    remove(file.stem)
    let evicted = files.insert(file, for: file.stem, bytes: file.cost).map(\.value)
    for gone in evicted { forget(gone) }
    if file.cost <= files.limit { stems[file.content, default: []].insert(file.stem) }
    return evicted
  }

  func contains(_ stem: String) -> Bool { files.contains(stem) }

  /// Adds files of earlier runs, the least recently used first, and returns those for which there is no room.
  mutating func insert(earlier found: [PreviewFile]) -> [PreviewFile] {
    var room = limit - bytes
    let newest = found.reversed().prefix { file in
      room -= file.cost
      return room >= 0
    }
    for file in newest.reversed() { _ = insert(file) }
    return Array(found.dropLast(newest.count))
  }

  mutating func remove(_ stem: String) {
    if let file = files.remove(stem) { forget(file) }
  }

  mutating func removeAll(of hash: ContentHash) -> [PreviewFile] {
    (stems.removeValue(forKey: Substring(hash.description)) ?? []).compactMap { files.remove($0) }
  }

  private mutating func forget(_ file: PreviewFile) {
    stems[file.content]?.remove(file.stem)
    if stems[file.content]?.isEmpty == true { stems[file.content] = nil }
  }
}
