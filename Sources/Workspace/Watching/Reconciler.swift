import DocumentModel
public import LinuxSystem
public import Logging
public import ServiceLifecycle

/// Brings the index in line with the files in `Documents`: what was put there, changed, or taken away by others, or
/// left between two steps by a crash.
///
/// The tree is the truth for current content. Identity survives a rename on disk: a file whose fingerprint (device,
/// inode, size, times) is that of a document that has gone elsewhere is that document.
public final class Reconciler: Service {
  /// What one pass found.
  public struct Report: Hashable, Sendable {
    /// Files without an entry that became documents.
    public var added = 0
    /// Files whose content had changed.
    public var changed = 0
    /// Documents found under another name.
    public var moved = 0
    /// Entries whose file is gone, now in the Trash without content.
    public var gone = 0
    /// Files looked at.
    public var files = 0
  }

  private let workspace: DocumentWorkspace
  private let interval: Duration
  private let log: Logger

  /// A reconciler that passes every `interval` after its first pass.
  public init(_ workspace: DocumentWorkspace, interval: Duration = .seconds(30), log: Logger) {
    self.workspace = workspace
    self.interval = interval
    self.log = log
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
      let report = try await pass()
      if report.added + report.changed + report.moved + report.gone > 0 {
        log.notice("index brought in line with the files", metadata: ["report": "\(report)"])
      }
    } catch {
      log.error("files and index could not be compared", metadata: ["error": "\(error)"])
    }
  }

  /// One pass over all files and all entries.
  public func pass() async throws -> Report {
    var report = Report()
    var entries: [Location: IndexEntry] = [:]
    for try await entry in workspace.metadata.entries() { entries[entry.document.location] = entry }
    var strangers: [PlacedContent] = []
    for try await file in workspace.contents.walk() {
      report.files += 1
      guard let entry = entries.removeValue(forKey: file.location) else {
        strangers.append(file)
        continue
      }
      if entry.fingerprint != file.fingerprint,
        try await workspace.refresh(entry.document.id, at: file.location)
      {
        report.changed += 1
      }
    }
    try await settle(strangers, missing: Array(entries.values), report: &report)
    return report
  }

  /// Files without an entry and entries without a file: some are the same, under another name.
  private func settle(_ strangers: [PlacedContent], missing: [IndexEntry], report: inout Report) async throws
  {
    var byIdentity: [Substring: IndexEntry] = [:]
    for entry in missing { byIdentity[Self.identity(entry.fingerprint)] = entry }
    for file in strangers {
      if let entry = byIdentity.removeValue(forKey: Self.identity(file.fingerprint)),
        try await workspace.adoptMove(of: entry.document, to: file)
      {
        report.moved += 1
      } else if try await workspace.adopt(file) {
        report.added += 1
      }
    }
    for entry in byIdentity.values where try await workspace.noteGone(entry.document) { report.gone += 1 }
  }

  /// Device and inode: what stays the same when a file is renamed, which changes its ctime.
  private static func identity(_ fingerprint: String) -> Substring {
    guard let first = fingerprint.firstIndex(of: ":"),
      let second = fingerprint[fingerprint.index(after: first)...].firstIndex(of: ":")
    else { return fingerprint[...] }
    return fingerprint[..<second]
  }
}
