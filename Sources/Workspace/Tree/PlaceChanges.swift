import DocumentModel

/// Which documents follow their files to which places, and in which order: a pure plan.
///
/// ```
///   a document whose own file lies elsewhere ──▶ follows it, when no document is at that place
///                                                 │ one is, and has a file elsewhere: that one goes first
///                                                 │ they wait for one another in a ring: one goes aside first
///                                                 └ one is, and has none: the place wins, none follows
/// ```
/// A file is a document's own by its number. Where the file system says when files were made, it may have been
/// written to; elsewhere it must have the length that it had. Each document and each file is looked at a few times,
/// however they hang together.
struct PlaceChanges {
  enum Step: Hashable, Sendable {
    /// Leaves its place for a name of its own.
    case park(IndexEntry)
    /// Goes to where this file is.
    case follow(IndexEntry, PlacedContent)
  }

  private enum State { case waiting, ordered, stays }

  private(set) var steps: [Step] = []
  private(set) var looks = 0

  private var targets: [DocumentID: PlacedContent] = [:]
  private var occupants: [Location: IndexEntry] = [:]
  private var states: [DocumentID: State] = [:]

  /// A plan.
  ///
  /// - Parameters:
  ///   - entries: documents whose own file is not at their place.
  ///   - files: those that are at no document's place, or at one whose own file they are not.
  ///   - mayFollow: whether a document goes to where its file is.
  init(
    _ entries: [IndexEntry], _ files: [PlacedContent],
    where mayFollow: (IndexEntry, PlacedContent) -> Bool = { _, _ in true }
  ) {
    for entry in entries { occupants[entry.document.location] = entry }
    match(entries, files, mayFollow)
    for entry in entries where targets[entry.document.id] != nil { order(entry) }
  }

  /// Whether a file is a document's own, wherever it lies.
  static func isOwn(_ file: PlacedContent, of entry: IndexEntry) -> Bool {
    if entry.fingerprint.isSameFile(as: file.fingerprint) { return true }
    return !entry.fingerprint.isOtherFile(than: file.fingerprint)
      && entry.fingerprint.inode == file.fingerprint.inode
      && entry.document.size == file.size
  }

  private mutating func match(
    _ entries: [IndexEntry], _ files: [PlacedContent], _ mayFollow: (IndexEntry, PlacedContent) -> Bool
  ) {
    let numbered = Dictionary(grouping: entries, by: \.fingerprint.inode)
    for file in files {
      looks += 1
      let entry = numbered[file.fingerprint.inode]?.first { entry in
        targets[entry.document.id] == nil && entry.document.location != file.location
          && Self.isOwn(file, of: entry) && mayFollow(entry, file)
      }
      if let entry { targets[entry.document.id] = file }
    }
  }

  /// Orders a document behind all those that have to leave before it.
  private mutating func order(_ first: IndexEntry) {
    var (chain, next): ([IndexEntry], IndexEntry?) = ([], first)
    while let entry = next {
      looks += 1
      guard let file = targets[entry.document.id], states[entry.document.id] != .stays else {
        for entry in chain { states[entry.document.id] = .stays }
        return
      }
      guard let state = states[entry.document.id] else {
        states[entry.document.id] = .waiting
        chain.append(entry)
        next = occupants[file.location]
        continue
      }
      if state == .waiting { steps.append(.park(entry)) }
      next = nil
    }
    for entry in chain.reversed() {
      states[entry.document.id] = .ordered
      if let file = targets[entry.document.id] { steps.append(.follow(entry, file)) }
    }
  }
}
