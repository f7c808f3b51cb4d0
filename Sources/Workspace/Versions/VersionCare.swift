public import DocumentModel
public import Logging
public import ServiceLifecycle

/// Lets go of old versions, now and then, in small steps that leave room for everybody else's writing.
///
/// ```
///   rows that the rule does not keep go ──▶ their contents are noted, in the same transaction
///                                             │
///                                             ▼
///   a noted content that nothing has ──▶ its file goes ──▶ the note goes
/// ```
/// When the process ends after any step, the next pass goes on: a row never goes after its file, and a file goes only
/// when no version of any document, and no document in `Documents` or in the Trash, has its content. Files that were
/// never noted are left alone, so a lost index costs no version.
public struct VersionCare: Service {
  /// What one pass did.
  public struct Report: Hashable, Sendable {
    /// Versions that were let go of.
    public var versions = 0
    /// Contents that were removed.
    public var contents = 0
    /// Contents that could not be removed, and are tried again.
    public var failures = 0
  }

  private let workspace: DocumentWorkspace
  private let rule: VersionRetention
  private let interval: Duration
  private let log: Logger

  /// Rows, and contents, of one transaction.
  static let step = 200

  /// Care for the versions of `workspace` by `rule`, at the start and then every `interval`.
  public init(
    _ workspace: DocumentWorkspace, rule: VersionRetention, interval: Duration = .seconds(3600), log: Logger
  ) {
    self.workspace = workspace
    self.rule = rule
    self.interval = interval
    self.log = log
  }

  /// Passes again and again until the service group shuts down.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await passAndReport()
        // A sleep that is cancelled ends the loop.
        try? await Task.sleep(for: interval)
      }
    }
  }

  private func passAndReport() async {
    do {
      let report = try await pass()
      guard report != Report() else { return }
      log.notice("old versions were let go of", metadata: ["report": "\(report)"])
    } catch {
      log.warning("old versions could not be let go of", metadata: ["reason": "\(error)"])
    }
  }

  /// One pass; ends early when the task is cancelled.
  public func pass() async throws(DocumentError) -> Report {
    var report = Report()
    while !Task.isCancelled {
      let count = try await workspace.metadata.expireVersions(
        rule, at: workspace.now(), limit: Self.step)
      report.versions += count
      if count == 0 { break }
    }
    while !Task.isCancelled {
      let released = try await release()
      report.contents += released.removed.count
      report.failures += released.failures
      if !released.isMore { break }
    }
    return report
  }

  private func release() async throws(DocumentError) -> ReleasedContents {
    let contents = workspace.contents
    let released = try await workspace.metadata.releaseContents(limit: Self.step) { hash in
      try contents.removeVersion(hash)
    }
    for hash in released.removed { await workspace.onContentGone(hash) }
    return released
  }
}
