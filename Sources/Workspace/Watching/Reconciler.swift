import DocumentModel
public import Logging
public import ServiceLifecycle
import Synchronization

/// Brings the index in line with the files in `Documents`: what was put there, changed, or taken away by others, or
/// left between two steps by a crash.
///
/// The tree is the truth for current content. Identity survives a rename on disk: a file that is that of a document
/// which has gone elsewhere (the same inode), or has its content, is that document. It survives an absence as well: a
/// document whose file went away is in the Trash without a file, and comes back with its file, however long that took.
public final class Reconciler: Service {
  /// What one pass found.
  public struct Report: Hashable, Sendable {
    /// Files without an entry that became documents.
    public var added = 0
    /// Files that had gone away, and are their documents again.
    public var returned = 0
    /// Files whose content had changed.
    public var changed = 0
    /// Documents found under another name.
    public var moved = 0
    /// Entries whose file is gone, now in the Trash without content.
    public var gone = 0
    /// Entries whose file is missing beside so many others that a later pass has to see it, too.
    public var held = 0
    /// Files and folders whose names no document can have.
    public var unlisted = 0
    /// Files and folders that could not be read.
    public var unread = 0
    /// Files looked at.
    public var files = 0

    var hasNews: Bool { added + returned + changed + moved + gone > 0 }

    /// What people read of it.
    var sentence: String {
      let parts = [
        (added, "added"), (returned, "returned"), (changed, "changed"), (moved, "moved"), (gone, "gone"),
      ]
      return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
  }

  let workspace: DocumentWorkspace
  let log: Logger
  private let interval: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let missing: Mutex<MissingDocuments<ContinuousClock.Instant>>
  /// What was said before, so that it is said once.
  private let said = Mutex<Set<String>>([])

  /// A reconciler that passes every `interval` after its first pass.
  ///
  /// - Parameters:
  ///   - workspace: what it keeps in line.
  ///   - interval: from one pass to the next.
  ///   - patience: how long many documents that went missing at once stay in the list.
  ///   - log: where it says what it found.
  ///   - now: tells the time; to be replaced in tests alone.
  public init(
    _ workspace: DocumentWorkspace, interval: Duration = .seconds(30), patience: Duration = .seconds(60),
    log: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.workspace = workspace
    self.interval = interval
    self.log = log
    self.now = now
    missing = Mutex(MissingDocuments(patience: patience))
  }

  /// Makes the first pass, and returns when it is done or after `patience`; then it goes on beside.
  ///
  /// A small workspace is in order before anybody asks; a large one does not keep the server from starting.
  public func begin(patience: Duration) async {
    let (signal, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await passAndReport()
      continuation.yield()
    }
    Task {
      try? await Task.sleep(for: patience)
      continuation.yield()
    }
    for await _ in signal { break }
  }

  /// Passes again and again until the service group shuts down.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: interval)
        if !Task.isCancelled { await passAndReport() }
      }
    }
  }

  private func passAndReport() async {
    do {
      let report = try await workspace.jobs.run(
        .reconcile, "Comparing files and index", summary: { $0.hasNews ? $0.sentence : nil }
      ) { [self] in try await pass($0) }
      if report.hasNews {
        log.notice("index brought in line with the files", metadata: ["report": "\(report)"])
      }
      said.withLock { _ = $0.remove(Self.failure) }
    } catch {
      sayOnce(Self.failure, "files and index could not be compared", because: error)
    }
  }

  private static let failure = "pass"

  /// One pass over all files and all entries.
  ///
  /// What cannot be read is left as it is; the rest is brought in line all the same.
  public func pass(_ progress: JobProgress? = nil) async throws -> Report {
    let comparison = try await compare(progress)
    var report = comparison.report
    let missing = try await settle(comparison.strangers, comparison.missing, &report)
    try await refresh(comparison.displaced, &report)
    try await settleMissing(missing, of: comparison.total, &report)
    return report
  }

  /// Takes out of the list what is surely gone.
  private func settleMissing(_ entries: [IndexEntry], of total: Int, _ report: inout Report) async throws {
    var documents: [DocumentID: Document] = [:]
    for entry in entries {
      let document = entry.document
      guard try await workspace.metadata.document(document.id) == document,
        try await workspace.isMissing(document.location)
      else { continue }
      if try await !workspace.isMissingInTrash(document.id) {
        // Its way to the Trash was interrupted after the file had arrived.
        if try await workspace.noteGone(document) { report.gone += 1 }
      } else {
        documents[document.id] = document
      }
    }
    let ids = Set(documents.keys)
    let verdict = missing.withLock { $0.judge(ids, of: total, at: now()) }
    hold(verdict.held)
    report.held = verdict.held.count
    for id in verdict.gone {
      guard let document = documents[id], try await workspace.noteGone(document) else { continue }
      report.gone += 1
    }
  }

  private func hold(_ held: Set<DocumentID>) {
    let before = workspace.missing.hold(held)
    if held.isEmpty, !before.isEmpty {
      log.notice("the missing files are settled", metadata: ["documents": "\(before.count)"])
    } else if held.count > before.count {
      log.warning(
        "many files are missing at once: is a disk away? The documents stay in the list until a later pass",
        metadata: ["missing": "\(held.count)"])
    }
  }

  /// Says something once, until the program ends.
  func sayOnce(_ subject: String, _ message: Logger.Message, because reason: Any) {
    let isNews = said.withLock { said in
      // What is forgotten may be said twice; memory stays bounded.
      if said.count > 10_000 { said.removeAll() }
      return said.insert(subject).inserted
    }
    if isNews { log.warning(message, metadata: ["reason": "\(reason)"]) }
  }
}
