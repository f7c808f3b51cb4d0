import DocumentModel
import Logging

extension TreePass {
  struct Limits: Sendable {
    /// Files that are looked up in the index at once.
    var step = 256
    /// Bytes from which on a file is read beside the passes (``LongFiles``).
    var long = LongFiles.bytes
  }

  struct Comparison {
    var report = TreeReport()
    var strangers: [PlacedContent] = []
    /// Places of those among the strangers that are still being written.
    var unfinished: Set<Location> = []
    /// Entries at whose place lies the file of another document, and that file.
    ///
    /// The files are among the strangers.
    var displaced: [Displacement] = []
    /// Entries at whose place lies another file than their own that is no document's, and that file: so most programs
    /// save.
    var replaced: [Displacement] = []
    /// Entries at whose place a file was seen.
    var seen = 0
    /// Folders of which not all could be seen.
    var unread: Set<FolderPath> = []
    var total = 0
  }

  typealias Displacement = (entry: IndexEntry, file: PlacedContent)

  /// Looks at all files, at the entries at their places, and reads again what was written to.
  ///
  /// Holds a few files at a time, and all that have no entry.
  ///
  /// - Parameter rereads: false for a caller that only wants to know the places.
  func compare(_ progress: JobProgress?, rereads: Bool = true) async throws -> Comparison {
    var comparison = Comparison()
    comparison.total = try await places.index.documentCount()
    var files: [PlacedContent] = []
    for try await finding in places.directory.walk() {
      switch finding {
      case .file(let file):
        comparison.report.files += 1
        progress?.advance(to: comparison.report.files, of: comparison.total)
        files.append(file)
        if files.count == limits.step {
          try await compare(files, rereads: rereads, &comparison)
          files.removeAll(keepingCapacity: true)
        }
      case .unread(let folder):
        comparison.report.unread += 1
        comparison.unread.insert(folder)
        sayOnce("folder \(folder)", "a folder could not be read", because: "folder \"\(folder)\"")
      case .passedOver(let path, let reason):
        passOver(path, reason, &comparison.report)
        // A folder beside it has the same name in another spelling: the files of this one are not gone.
        guard reason == .twin, let folder = try? FolderPath(parsing: path),
          (try? await places.directory.folder(folder)) != nil
        else { continue }
        comparison.unread.insert(folder)
      }
    }
    try await compare(files, rereads: rereads, &comparison)
    // A walk that was given up has not seen everything.
    try Task.checkCancellation()
    return comparison
  }

  private func compare(
    _ files: [PlacedContent], rereads: Bool, _ comparison: inout Comparison
  ) async throws {
    let sorted = try await sort(files)
    comparison.seen += sorted.own.count + sorted.displaced.count
    for (entry, file) in sorted.own where !entry.fingerprint.isUnchanged(from: file.fingerprint) {
      let isUnfinished = await isUnfinished(file, &comparison.report)
      // The document's own file may lie elsewhere.
      if entry.fingerprint.isOtherFile(than: file.fingerprint) {
        comparison.replaced.append((entry, file))
        if isUnfinished { comparison.unfinished.insert(file.location) }
      } else if rereads, !isUnfinished {
        try await refresh(entry, file, &comparison.report)
      }
    }
    let unfinished = await unfinished(among: sorted, &comparison.report)
    comparison.unfinished.formUnion(unfinished)
    comparison.strangers += sorted.strangers
    comparison.displaced += sorted.displaced
  }

  func isUnfinished(_ file: PlacedContent, _ report: inout TreeReport, isKnown: Bool = false) async -> Bool {
    let directory = places.directory
    let isWriting = await writers.isWriting(file, at: now(), date: places.now(), isKnown: isKnown) {
      (try? await directory.isOpenForWriting(file.location)) == true
    }
    if isWriting { report.unfinished += 1 }
    return isWriting
  }

  /// The places of those strangers that are left for a later pass, also of those that lie at a document's place.
  func unfinished(among sorted: Sorted, _ report: inout TreeReport) async -> Set<Location> {
    let known = Set(sorted.displaced.map(\.file.location))
    var unfinished: Set<Location> = []
    for file in sorted.strangers
    where await isUnfinished(file, &report, isKnown: known.contains(file.location)) {
      unfinished.insert(file.location)
    }
    return unfinished
  }

  struct Sorted {
    /// Each with its own document.
    var own: [(entry: IndexEntry, file: PlacedContent)] = []
    /// Each with another document than its own.
    var displaced: [Displacement] = []
    /// Without a document, or with another.
    var strangers: [PlacedContent] = []
  }

  func sort(_ files: [PlacedContent]) async throws -> Sorted {
    var entries: [Location: IndexEntry] = [:]
    for entry in try await places.index.entries(at: files.map(\.location)) {
      entries[entry.document.location] = entry
    }
    var sorted = Sorted()
    for file in files {
      guard let entry = entries[file.location] else {
        sorted.strangers.append(file)
        continue
      }
      if try await places.isAnothers(file.fingerprint, than: entry) {
        sorted.strangers.append(file)
        sorted.displaced.append((entry, file))
      } else {
        sorted.own.append((entry, file))
      }
    }
    return sorted
  }

  /// All entries without a file of their own, where that could be seen.
  func missing(_ comparison: Comparison) async throws -> [IndexEntry] {
    let total = try await places.index.documentCount()
    // Something may have come and something else gone meanwhile, so that the numbers are right by chance; the next pass
    // sees it.
    if total == comparison.total, total == comparison.seen { return comparison.displaced.map(\.entry) }
    var (page, missing): ([IndexEntry], [IndexEntry]) = ([], [])
    for try await entry in places.index.entries() {
      page.append(entry)
      guard page.count == limits.step else { continue }
      missing += try await withoutFile(among: page, comparison)
      page.removeAll(keepingCapacity: true)
    }
    missing += try await withoutFile(among: page, comparison)
    try Task.checkCancellation()
    return missing
  }

  private func withoutFile(
    among entries: [IndexEntry], _ comparison: Comparison
  ) async throws -> [IndexEntry] {
    let seen = entries.filter { !lies($0.document.location.folder, within: comparison.unread) }
    let fingerprints = try await places.directory.fingerprints(at: seen.map(\.document.location))
    var missing: [IndexEntry] = []
    for entry in seen {
      guard let looks = fingerprints[entry.document.location] else {
        missing.append(entry)
        continue
      }
      if try await places.isAnothers(looks, than: entry) { missing.append(entry) }
    }
    return missing
  }

  /// Takes a file that lies where another was for the content of the document there, where that document's own file
  /// was not found elsewhere.
  ///
  /// Files that are `unfinished` wait.
  func refresh(
    _ displaced: [Displacement], unless unfinished: Set<Location>, _ report: inout TreeReport
  ) async throws {
    for (entry, file) in displaced where !unfinished.contains(file.location) {
      guard try await places.index.document(entry.document.id) == entry.document else { continue }
      try await refresh(entry, file, &report)
    }
  }

  func refresh(_ entry: IndexEntry, _ file: PlacedContent, _ report: inout TreeReport) async throws {
    guard !entry.fingerprint.isUnchanged(from: file.fingerprint) else { return }
    guard file.size < limits.long else { return await refreshLater(entry.document.id, file) }
    let changed = try await attempt(file, &report) {
      try await places.refresh(entry.document.id, at: file.location)
    }
    if changed == true { report.changed += 1 }
  }

  private func passOver(_ path: String, _ reason: TreeFinding.Reason, _ report: inout TreeReport) {
    // Links and devices are put there on purpose.
    guard reason != .notRegular else { return }
    report.unlisted += 1
    sayOnce("name \(path)", "a file in Documents is not listed", because: "\"\(path)\": \(reason.sentence)")
  }

  private func lies(_ folder: FolderPath, within unread: Set<FolderPath>) -> Bool {
    guard !unread.isEmpty else { return false }
    return (0...folder.names.count).contains { unread.contains(FolderPath(Array(folder.names.prefix($0)))) }
  }

  /// The result of `body` for one file; nil, counted and said once, when that file cannot be read.
  func attempt<Value>(
    _ file: PlacedContent, _ report: inout TreeReport, _ body: () async throws -> Value?
  ) async throws -> Value? {
    do {
      return try await body()
    } catch let error as DocumentError where ![.busy, .storageFull].contains(error.code) {
      report.unread += 1
      let path = file.location.relativePath
      let isNews = sayOnce(
        "file \(path) \(error.code)", "a file could not be taken up", because: "\"\(path)\": \(error)")
      if isNews, report.findings.count < TreeReport.mostFindings {
        report.findings.append("\"\(path)\": \(error.detail)")
      }
      return nil
    }
  }
}
