public import DocumentModel
import FoundationEssentials
public import Logging
public import ServiceLifecycle
import Synchronization

/// Lets go of old versions, now and then, in small steps that leave room for all other writes.
///
/// Holds what is not held yet.
///
/// ```
///   rows that the rule does not keep go ──▶ their contents are noted, in the same transaction
///                                             │
///                                             ▼
///   a noted content that nothing has ──▶ its file goes ──▶ the note goes
/// ```
/// When the process ends after any step, the next pass goes on. A row never goes after its file. A file goes only
/// when no version of any document, and no document in `Documents` or in the Trash, has its content. Files that were
/// never noted are left alone, so a lost index costs no version.
public struct VersionMaintenance: Service {
  /// The result of one pass.
  public struct Report: Hashable, Sendable {
    /// Versions that were let go of.
    public var versions = 0
    /// Contents that were removed.
    public var contents = 0
    /// Contents that could not be removed, and are tried again.
    public var failures = 0

    var metadata: Logger.Metadata {
      ["versions": "\(versions)", "contents": "\(contents)", "failures": "\(failures)"]
    }

    var sentence: String? {
      guard versions > 0 else { return nil }
      return "\(versions) \(versions == 1 ? "version was" : "versions were") let go of"
    }
  }

  let workspace: DocumentWorkspace
  private let rule: VersionRetention
  private let interval: Duration
  private let expiry: ExpiryGuard
  private let task: PeriodicTask
  let log: Logger
  /// Where the next look for what is to be held goes on.
  let round = HoldingRound()
  /// Documents that are looked at in one look for what is to be held, at most: each costs a look at the disk.
  var looks = 10_000

  static let step = 200

  /// Maintenance of the versions of `workspace` by `rule`, at the start and then every `interval`, in `task`.
  ///
  /// No version goes while `expiry` says so: a clock that leaps makes none old.
  public init(
    _ workspace: DocumentWorkspace, rule: VersionRetention, interval: Duration = .seconds(3600), log: Logger,
    expiry: ExpiryGuard = ExpiryGuard(), task: PeriodicTask = PeriodicTask()
  ) {
    self.workspace = workspace
    self.rule = rule
    self.interval = interval
    self.expiry = expiry
    self.task = task
    self.log = log
  }

  /// Passes again and again until the service group shuts down.
  public func run() async throws {
    await task.run { _ in
      await passAndReport()
      return await holdUntilNextPass()
    }
  }

  /// Looks for what is to be held, a part in each moment of its own.
  ///
  /// It ends when all was looked at or the next pass is due. Returns how long it is to that.
  private func holdUntilNextPass() async -> Duration {
    var left = interval
    while await holdAndReport(), left > .zero, !Task.isCancelled {
      let pause = min(left, Self.pause)
      await task.pause(pause)
      left -= pause
    }
    return left
  }

  func passAndReport() async {
    do {
      let report = try await workspace.jobs.run(
        .cleanUp, "Letting go of old versions", summary: { (report: Report) in report.sentence }
      ) { progress in
        let report = try await pass(reportingTo: progress)
        try Task.checkCancellation()
        return report
      }
      guard report != Report() else { return }
      log.notice("old versions were let go of", metadata: report.metadata)
    } catch is CancellationError {
      // It was stopped, or the server ends; the next pass goes on.
    } catch {
      log.warning("old versions could not be let go of", metadata: ["reason": "\(error)"])
    }
  }

  /// One pass; ends early when the task is cancelled.
  public func pass(reportingTo progress: JobProgress? = nil) async throws(DocumentError) -> Report {
    var report = Report()
    let date = workspace.now()
    let mayExpire = await expiry.mayExpire(at: date)
    while mayExpire, !Task.isCancelled {
      let count = try await workspace.versionIndex.expireVersions(rule, at: date, limit: Self.step)
      report.versions += count
      progress?.advance(to: report.versions)
      if count == 0 { break }
    }
    while !Task.isCancelled {
      let released = try await workspace.trash.releaseContents(limit: Self.step)
      report.contents += released.removed.count
      report.failures += released.failures
      if !released.isMore { break }
    }
    try await releaseHeld()
    return report
  }

  /// Lets go of what is held of contents that no document has any more.
  ///
  /// One that was held a moment ago may be about to become a document's.
  private func releaseHeld() async throws(DocumentError) {
    let workspace = workspace
    _ = try await workspace.directory.releaseHeld(
      before: workspace.now().addingTimeInterval(-Self.holdingTime)
    ) {
      (hash) async throws(DocumentError) in try await workspace.tree.places.mustHold(hash)
    }
  }

  private static let holdingTime = 3600.0
}

// MARK: - Holding

/// Holds what documents have had since before anything was held: those of an earlier release, and of a restored backup.
extension VersionMaintenance {
  struct Holding: Hashable, Sendable {
    /// Contents that are held from now on.
    var held = 0
    /// Documents whose content could not be held: it is too long, is being written to, or the disk refused.
    var failures = 0
    var isMore = false
  }

  /// Contents that are held in one look, at most: each may cost a durable note in the index.
  static let holds = 2000
  static let pause = Duration.seconds(60)

  /// One look, of which the log tells; true when documents are left for one that should come soon.
  func holdAndReport() async -> Bool {
    do {
      let holding = try await holdCurrent()
      if holding.held > 0 {
        log.notice(
          "contents from before are held from now on",
          metadata: ["contents": "\(holding.held)", "failures": "\(holding.failures)"])
      }
      return holding.isMore
    } catch is CancellationError {
      return false
    } catch {
      log.warning("what documents have could not be held", metadata: ["reason": "\(error)"])
      return false
    }
  }

  /// Goes on with the round behind the last look, and holds what is not held, at most `limit` contents.
  ///
  /// Its small steps leave room for all other writes.
  func holdCurrent(atMost limit: Int = VersionMaintenance.holds) async throws -> Holding {
    var (holding, seen): (Holding, Int) = (Holding(), 0)
    repeat {
      // No step can hold more than is left to be held: each is finished, and the round never goes back.
      let step = min(Self.step, looks - seen, limit - holding.held)
      let page = try await workspace.index.documents(
        DocumentQuery(order: .created, cursor: round.cursor, limit: step))
      try await hold(page.documents, &holding)
      round.cursor = page.next
      seen += page.documents.count
      try Task.checkCancellation()
      await Task.yield()
    } while round.isUnderWay && seen < looks && holding.held < limit
    holding.isMore = round.isUnderWay
    return holding
  }

  private func hold(_ page: [Document], _ holding: inout Holding) async throws(DocumentError) {
    var held = try await workspace.directory.heldContents(among: Set(page.map(\.sha256)))
    for document in page where !held.contains(document.sha256) {
      guard try await hold(document) else {
        holding.failures += 1
        continue
      }
      holding.held += 1
      held.insert(document.sha256)
    }
  }

  /// An unreadable file, say, hinders no other one.
  private func hold(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      return try await workspace.tree.places.hold(document.id)
    } catch  where ![.storageFull, .storageLow].contains(error.code) {
      return false
    }
  }
}

/// How far the holding of what documents have has come, from one look to the next.
///
/// ```
///   no cursor ── a look ──► behind the last document of the look ── a look ──► … ── the last look ──► no cursor
/// ```
/// Each document is looked at once in a round, so that each look costs what it holds, however
/// many documents there are. The list is in the order in which documents came: those that come meanwhile are still to be
/// met. A change behind the cursor is met in the next round.
final class HoldingRound: Sendable {
  private let place = Mutex<String?>(nil)

  /// Where in the list of all documents the next look begins; nil for the first one.
  var cursor: String? {
    get { place.withLock(\.self) }
    set { place.withLock { $0 = newValue } }
  }

  var isUnderWay: Bool { cursor != nil }
}
