import DocumentModel

/// Entries whose file is missing, to be found by what a file may still have of theirs.
///
/// Many may have one content, as empty files do: each look-up still costs a few steps, on average over all.
struct MissingEntries {
  /// Entries with one content; those that were removed stay until they are met.
  private struct Alike {
    var byName: [FileName: [IndexEntry]] = [:]
    /// The one whose place comes first last, once it is sorted.
    var byPlace: [IndexEntry] = []
    var isSorted = false
  }

  private var left: [DocumentID: IndexEntry] = [:]
  private var sizes: [Int64: Int] = [:]
  private var byContent: [ContentHash: Alike] = [:]
  private var byFile: [UInt64: [IndexEntry]] = [:]
  private(set) var looks = 0

  init(_ entries: [IndexEntry]) {
    for entry in entries {
      left[entry.document.id] = entry
      sizes[entry.document.size, default: 0] += 1
      byFile[entry.fingerprint.inode, default: []].append(entry)
      byContent[entry.document.sha256, default: Alike()].byName[entry.document.location.name, default: []]
        .append(entry)
      byContent[entry.document.sha256]?.byPlace.append(entry)
    }
  }

  var all: [IndexEntry] { Array(left.values) }

  func hasSize(_ size: Int64) -> Bool { sizes[size, default: 0] > 0 }

  /// The one whose file this is, by its number in the file system.
  func sameFile(as file: PlacedContent) -> IndexEntry? {
    byFile[file.fingerprint.inode]?.first {
      left[$0.document.id] != nil && PlaceChanges.isOwn(file, of: $0)
    }
  }

  /// One with this content, of the same name if there is one.
  mutating func sameContent(as hashed: HashedContent) -> IndexEntry? {
    // Taken out while it is changed, so that nothing is copied.
    guard var alike = byContent.removeValue(forKey: hashed.sha256) else { return nil }
    defer { byContent[hashed.sha256] = alike }
    let name = hashed.placed.location.name
    if var named = alike.byName.removeValue(forKey: name) {
      let found = lastLeft(&named)
      if !named.isEmpty { alike.byName[name] = named }
      if let found { return found }
    }
    if !alike.isSorted {
      alike.byPlace.sort { $1.document.location < $0.document.location }
      alike.isSorted = true
    }
    return lastLeft(&alike.byPlace)
  }

  private mutating func lastLeft(_ entries: inout [IndexEntry]) -> IndexEntry? {
    while let entry = entries.last {
      looks += 1
      if left[entry.document.id] != nil { return entry }
      entries.removeLast()
    }
    return nil
  }

  mutating func remove(_ entry: IndexEntry) {
    guard let removed = left.removeValue(forKey: entry.document.id) else { return }
    sizes[removed.document.size, default: 0] -= 1
  }
}
