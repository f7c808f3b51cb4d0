import DocumentModel
import Logging
import Synchronization

/// Passes over all files and all entries, which bring the index in line with the files in `Documents`.
///
/// The tree is the truth for current content. Identity survives a rename on disk. A file is a document that has gone
/// elsewhere if it is that document's (the same inode, made at the same time), edited or not. It also is if it has
/// that document's content. So two that changed names are what they were. A new file at a document's place is its
/// next content, unless the document's own file lies elsewhere (``PlaceChanges``). Identity survives an absence as
/// well. A document whose file went away is in the Trash without a file. It comes back with its file while the Trash
/// keeps it.
///
/// Remembers from one pass to the next what was missing and what was being written. Safe from any task.
final class TreePass: Sendable {
  let places: Places
  let log: Logger
  let limits: Limits
  let now: @Sendable () -> ContinuousClock.Instant
  let writers: Writers
  let takesUp: Bool
  /// Where they do not: how long the files are that some document waits for; nil until a file needs them, in
  /// each pass.
  let awaited = Mutex<Set<Int64>?>(nil)
  private let missing: Mutex<MissingDocuments<ContinuousClock.Instant>>
  private let said = Mutex<Set<String>>([])

  init(
    _ places: Places, quiet: Duration, patience: Duration = .seconds(60), takesUp: Bool? = nil,
    limits: Limits = Limits(), log: Logger,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.places = places
    self.takesUp = takesUp ?? places.sharesFiles
    self.limits = limits
    self.log = log
    self.now = now
    writers = Writers(quiet: quiet)
    missing = Mutex(MissingDocuments(patience: patience, grace: quiet))
  }

  /// No pass ran for a while, as before a start.
  func resume() {
    missing.withLock { $0.resume() }
  }

  /// One pass over all files and all entries.
  ///
  /// Files that cannot be read are left as they are; the rest is brought in line all the same. Files that are in order are
  /// looked at a few at a time; files without an entry, and entries without a file, are all held.
  ///
  /// ```
  ///   compare: all files, a few at a time, with the entries at their places
  ///      ▼
  ///   settle: moves, then contents, then new ones
  ///      ▼
  ///   settleMissing: what is gone, what is held
  /// ```
  func pass(_ progress: JobProgress? = nil) async throws -> TreeReport {
    writers.begin()
    defer { writers.end() }
    awaited.withLock { $0 = nil }
    let report = try await bringInLine(progress)
    await places.leaveInbox()
    return report
  }

  /// The part of a pass that a caller may wait for: documents follow their files to where these are now.
  ///
  /// Nothing is read again or becomes a document, which can mean reading much, and nothing counts as gone.
  ///
  /// A program may put a document's file aside, and save another file in its place next. A document whose file was
  /// put aside a moment ago stays for as long as it is waited for (``MissingFiles/givingUp(on:_:)``).
  ///
  /// - Returns: the documents that are nowhere.
  func followFiles() async throws -> Set<DocumentID> {
    writers.begin()
    defer { writers.end() }
    let comparison = try await compare(nil, rereads: false)
    var report = comparison.report
    return try await settle(comparison, missing(comparison), adopting: false, nil, &report).nowhere
  }

  private func bringInLine(_ progress: JobProgress?) async throws -> TreeReport {
    let comparison = try await compare(progress)
    var report = comparison.report
    let missing = try await settle(comparison, missing(comparison), adopting: true, progress, &report)
    try await refresh(
      comparison.displaced + comparison.replaced, unless: comparison.unfinished, &report)
    try await settleMissing(missing, of: comparison.total, &report)
    return report
  }

  struct Missing {
    var entries: [IndexEntry]
    /// Those among the entries whose files were put aside a moment ago.
    var aside: Set<DocumentID> = []

    var nowhere: Set<DocumentID> { Set(entries.map(\.document.id)).subtracting(aside) }
  }

  /// Whether a document's file has been missing for so short a time that it may be about to be saved.
  func isRecentlyMissing(_ entry: IndexEntry) -> Bool {
    missing.withLock { $0.isRecent(entry.document.id, at: now()) }
  }

  func noteThere(_ id: DocumentID) {
    missing.withLock { $0.see(id) }
  }

  /// Takes out of the list what is surely gone.
  private func settleMissing(_ missing: Missing, of total: Int, _ report: inout TreeReport) async throws {
    var documents: [DocumentID: Document] = [:]
    for entry in missing.entries {
      let document = entry.document
      guard try await places.index.document(document.id) == document,
        try await places.isMissing(document.location)
      else { continue }
      if try await !places.isMissingInTrash(document.id) {
        // Its way to the Trash was interrupted after the file had arrived.
        if try await places.noteGone(document) { report.gone += 1 }
      } else {
        documents[document.id] = document
      }
    }
    let ids = Set(documents.keys)
    let verdict = self.missing.withLock { $0.judge(ids, aside: missing.aside, of: total, at: now()) }
    hold(verdict.held)
    report.held = verdict.held.count
    report.unfinished += verdict.waiting.union(missing.aside).count
    for id in verdict.gone {
      guard let document = documents[id], try await places.noteGone(document) else { continue }
      report.gone += 1
    }
  }

  private func hold(_ held: Set<DocumentID>) {
    let before = places.missing.hold(held)
    if held.isEmpty, !before.isEmpty {
      log.notice("the missing files are settled", metadata: ["documents": "\(before.count)"])
    } else if held.count > before.count {
      log.warning(
        "many files are missing at once: is a disk away? The documents stay in the list until a later pass",
        metadata: ["missing": "\(held.count)"])
    }
  }

  /// Says something once, until the program ends; whether it did.
  @discardableResult
  func sayOnce(
    _ subject: String, at level: Logger.Level = .warning, _ message: Logger.Message,
    because reason: Any? = nil
  ) -> Bool {
    let isNews = said.withLock { said in
      // A forgotten message may be logged twice; memory stays bounded.
      if said.count > 10_000 { said.removeAll() }
      return said.insert(subject).inserted
    }
    if isNews { log.log(level: level, message, metadata: reason.map { ["reason": "\($0)"] }) }
    return isNews
  }

  func unsay(_ subject: String) {
    said.withLock { _ = $0.remove(subject) }
  }
}
