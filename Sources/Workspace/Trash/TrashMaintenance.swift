public import DocumentModel
public import Logging
public import ServiceLifecycle

/// Removes what has been in the Trash for long enough, now and then, and goes on with removals that were interrupted.
///
/// How long that is, ``Trash/retention`` says. A document whose file went away by itself is in the Trash, too. It has
/// so long to come back as the document that it was.
public struct TrashMaintenance: Service {
  /// The result of one pass.
  public struct Report: Hashable, Sendable {
    /// Documents whose time was over.
    public var documents = 0
    /// Files that were removed.
    public var files = 0
    /// Files and contents that could not be removed, and are tried again.
    public var failures = 0

    var metadata: Logger.Metadata {
      ["documents": "\(documents)", "files": "\(files)", "failures": "\(failures)"]
    }

    var sentence: String? {
      guard documents > 0 else { return nil }
      return "\(documents) \(documents == 1 ? "document was" : "documents were") removed"
    }
  }

  private let workspace: DocumentWorkspace
  private let interval: Duration
  private let log: Logger
  private let expiry: ExpiryGuard
  private let task: PeriodicTask

  static let step = 200

  /// Maintenance of the Trash of `workspace`, at the start and then every `interval`, in `task`.
  ///
  /// Nothing goes while `expiry` says so: a clock that leaps must not empty the Trash.
  public init(
    _ workspace: DocumentWorkspace, interval: Duration = .seconds(3600), log: Logger,
    expiry: ExpiryGuard = ExpiryGuard(), task: PeriodicTask = PeriodicTask()
  ) {
    self.workspace = workspace
    self.interval = interval
    self.log = log
    self.expiry = expiry
    self.task = task
  }

  /// Passes again and again until the service group shuts down.
  public func run() async throws {
    await task.run { _ in
      await passAndReport()
      return interval
    }
    // The next run counts what has passed since the last round, too.
    _ = await expiry.mayExpire(at: workspace.now())
  }

  func passAndReport() async {
    do {
      let report = try await workspace.jobs.run(
        .cleanUp, "Removing what was in the Trash for long", summary: { (report: Report) in report.sentence }
      ) { progress in
        let report = try await pass(reportingTo: progress)
        try Task.checkCancellation()
        return report
      }
      guard report != Report() else { return }
      log.notice("documents were removed from the Trash", metadata: report.metadata)
    } catch is CancellationError {
      // It was stopped, or the server ends; the next pass goes on.
    } catch {
      log.warning("the Trash could not be looked after", metadata: ["reason": "\(error)"])
    }
  }

  /// One pass; ends early when the task is cancelled.
  public func pass(reportingTo progress: JobProgress? = nil) async throws(DocumentError) -> Report {
    var report = try await workspace.trash.releaseRemoved()
    let date = workspace.now()
    if await expiry.mayExpire(at: date), let horizon = workspace.trash.retention.horizon(at: date) {
      report.documents = try await workspace.trash.removeTrashed(until: horizon, progress: progress)
      report.files += report.documents
    }
    return report
  }
}
