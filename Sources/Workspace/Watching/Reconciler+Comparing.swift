import DocumentModel
import Logging

extension Reconciler {
  /// What is on one side alone.
  struct Comparison {
    var report = Report()
    /// Files without an entry.
    var strangers: [PlacedContent] = []
    /// Entries without a file, where that could be seen.
    var missing: [IndexEntry] = []
    /// Entries at whose place lies the file of another document, and that file.
    ///
    /// They are among the missing, and the files among the strangers.
    var displaced: [(entry: IndexEntry, file: PlacedContent)] = []
    /// Entries of the index.
    var total = 0
  }

  /// Looks at all files and all entries, and reads again what was written to.
  func compare(_ progress: JobProgress?) async throws -> Comparison {
    var comparison = Comparison()
    var entries: [Location: IndexEntry] = [:]
    var unread: Set<FolderPath> = []
    for try await entry in workspace.metadata.entries() { entries[entry.document.location] = entry }
    comparison.total = entries.count
    for try await finding in workspace.contents.walk() {
      switch finding {
      case .file(let file):
        comparison.report.files += 1
        progress?.advance(to: comparison.report.files, of: comparison.total)
        guard let entry = entries.removeValue(forKey: file.location) else {
          comparison.strangers.append(file)
          continue
        }
        if try await workspace.isAnothers(file.fingerprint, than: entry) {
          comparison.strangers.append(file)
          comparison.displaced.append((entry, file))
        } else {
          try await refresh(entry, file, &comparison.report)
        }
      case .unread(let folder):
        comparison.report.unread += 1
        unread.insert(folder)
        sayOnce("folder \(folder)", "a folder could not be read", because: "folder \"\(folder)\"")
      case .passedOver(let path, let reason):
        passOver(path, reason, &comparison.report)
      }
    }
    // A walk that was given up has not seen everything.
    try Task.checkCancellation()
    comparison.missing = entries.values.filter { !Self.lies($0.document.location.folder, within: unread) }
    comparison.missing += comparison.displaced.map(\.entry)
    return comparison
  }

  /// Takes a file that was renamed over another for the content of the document there, where that document's own file
  /// was not found elsewhere.
  func refresh(_ displaced: [(entry: IndexEntry, file: PlacedContent)], _ report: inout Report) async throws {
    for (entry, file) in displaced {
      guard try await workspace.metadata.document(entry.document.id) == entry.document else { continue }
      try await refresh(entry, file, &report)
    }
  }

  private func refresh(_ entry: IndexEntry, _ file: PlacedContent, _ report: inout Report) async throws {
    guard entry.fingerprint != file.fingerprint else { return }
    let changed = try await attempt(file, &report) {
      try await workspace.refresh(entry.document.id, at: file.location)
    }
    if changed == true { report.changed += 1 }
  }

  private func passOver(_ path: String, _ reason: TreeFinding.Reason, _ report: inout Report) {
    // Links and devices are put there on purpose.
    guard reason != .notRegular else { return }
    report.unlisted += 1
    sayOnce("name \(path)", "a file in Documents is not listed", because: "\"\(path)\": \(reason.sentence)")
  }

  private static func lies(_ folder: FolderPath, within unread: Set<FolderPath>) -> Bool {
    guard !unread.isEmpty else { return false }
    return (0...folder.names.count).contains { unread.contains(FolderPath(Array(folder.names.prefix($0)))) }
  }

  /// Files without an entry and entries without a file: some are the same, under another name.
  ///
  /// Returns the entries that are still without a file.
  func settle(
    _ strangers: [PlacedContent], _ missing: [IndexEntry], _ report: inout Report
  ) async throws -> [IndexEntry] {
    var missing = MissingEntries(missing)
    // The same file goes before the same content, whichever is met first.
    var (rest, count) = (strangers, Int.max)
    // A move may make room for another.
    while rest.count < count {
      count = rest.count
      rest = try await settleMoves(rest, &missing, &report)
    }
    for file in rest {
      if let entry = try await sameContent(as: file, among: missing, &report),
        try await move(entry, to: file, &report)
      {
        missing.remove(entry)
      } else {
        try await adopt(file, &report)
      }
    }
    return missing.all
  }

  /// Files that were renamed; returns the others.
  private func settleMoves(
    _ strangers: [PlacedContent], _ missing: inout MissingEntries, _ report: inout Report
  ) async throws -> [PlacedContent] {
    var rest: [PlacedContent] = []
    for file in strangers {
      if let entry = missing.sameFile(as: file), try await move(entry, to: file, &report) {
        missing.remove(entry)
      } else {
        rest.append(file)
      }
    }
    return rest
  }

  private func adopt(_ file: PlacedContent, _ report: inout Report) async throws {
    switch try await attempt(file, &report, { try await workspace.adopt(file) }) {
    case .some(.added): report.added += 1
    case .some(.returned): report.returned += 1
    case nil: break
    }
  }

  private func move(_ entry: IndexEntry, to file: PlacedContent, _ report: inout Report) async throws -> Bool
  {
    let moved = try await attempt(file, &report) {
      try await workspace.adoptMove(of: entry.document, to: file)
    }
    if moved == true { report.moved += 1 }
    return moved == true
  }

  /// The missing entry that has the content of a file; the file is read only when one has its size.
  private func sameContent(
    as file: PlacedContent, among missing: MissingEntries, _ report: inout Report
  ) async throws -> IndexEntry? {
    guard missing.hasSize(file.size),
      let hashed = try await attempt(file, &report, { try await workspace.contents.hash(file.location) })
    else { return nil }
    return missing.sameContent(as: hashed)
  }

  /// What `body` finds out of one file; nil, counted and said once, when that file cannot be read.
  private func attempt<Value>(
    _ file: PlacedContent, _ report: inout Report, _ body: () async throws -> Value?
  ) async throws -> Value? {
    do {
      return try await body()
    } catch let error as DocumentError where ![.busy, .storageFull].contains(error.code) {
      report.unread += 1
      let path = file.location.relativePath
      sayOnce("file \(path)", "a file could not be taken up", because: "\"\(path)\": \(error)")
      return nil
    }
  }
}

/// Entries whose file is missing, to be found by what a file may still have of theirs.
struct MissingEntries {
  private var bySize: [Int64: [DocumentID: IndexEntry]] = [:]
  private var byFile: [Substring: [IndexEntry]] = [:]

  init(_ entries: [IndexEntry]) {
    for entry in entries {
      bySize[entry.document.size, default: [:]][entry.document.id] = entry
      byFile[entry.fileIdentity, default: []].append(entry)
    }
  }

  /// All that are left.
  var all: [IndexEntry] { bySize.values.flatMap(\.values) }

  func hasSize(_ size: Int64) -> Bool { bySize[size]?.isEmpty == false }

  /// The one whose file this is, by its number in the file system.
  func sameFile(as file: PlacedContent) -> IndexEntry? {
    byFile[IndexEntry.fileIdentity(of: file.fingerprint)]?.first {
      bySize[$0.document.size]?[$0.document.id] != nil && $0.document.size == file.size
    }
  }

  /// One with this content, of the same name if there is one.
  func sameContent(as hashed: HashedContent) -> IndexEntry? {
    let alike = (bySize[hashed.placed.size]?.values ?? [:].values).filter {
      $0.document.sha256 == hashed.sha256
    }
    let name = hashed.placed.location.name
    return alike.first { $0.document.location.name == name }
      ?? alike.min { $0.document.location < $1.document.location }
  }

  mutating func remove(_ entry: IndexEntry) {
    bySize[entry.document.size]?[entry.document.id] = nil
  }
}
