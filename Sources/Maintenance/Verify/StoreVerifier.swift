public import DocumentModel
import LinuxSystem
public import Storage

/// Reads every content again and compares it with the index.
///
/// Changes nothing.
///
/// May run beside a server: what seems wrong is looked up once more before it is reported. Memory is bounded
/// however large the store is.
///
/// ```swift
/// let root = try SandboxRoot(opening: path, for: .inspecting)
/// let report = try await StoreVerifier(root: root).verify { print("\($0.documents) documents") }
/// exit(report.isClean ? 0 : 1)
/// ```
public struct StoreVerifier: Sendable {
  let root: SandboxRoot

  /// A check of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// Checks everything.
  ///
  /// Takes as long as reading the whole store.
  ///
  /// - Parameter progress: called after each content with the report so far.
  /// - Throws: `.notFound` when the directory holds no workspace; `.busy` when the task is cancelled; `.storageFailed`
  ///   when the tree itself cannot be listed.
  public func verify(
    progress: @Sendable (VerificationReport) -> Void = { _ in }
  ) async throws(DocumentError) -> VerificationReport {
    var report = VerificationReport()
    try await requireWorkspace()
    try await checkAccounts(&report)
    try await checkSettings(&report)
    try await checkAnnotations(&report)
    if let index = try await openIndex(&report) {
      try await checkEntries(index, &report)
      let missing = try await checkDocuments(index, &report, progress)
      try await checkTree(index, missing, &report)
      try await checkTrash(index, &report, progress)
      try await checkOrphans(index, &report)
      try await checkMissingVersions(index, &report)
      try await checkKeptVersions(index, &report, progress)
      try await checkUsage(index, &report)
      try await checkEvents(index, &report)
      index.close()
    }
    try await checkDrafts(&report)
    try await checkLeftovers(&report)
    return report
  }

  /// Throws `.notFound` when the directory at `path` holds no workspace.
  public static func requireWorkspace(at path: String) async throws(DocumentError) {
    try await StoreVerifier(root: SandboxRoot(opening: path, for: .inspecting)).requireWorkspace()
  }

  /// Half a workspace is one with damage; a directory with neither half is another directory.
  func requireWorkspace() async throws(DocumentError) {
    let hasAny = try await root.run("the workspace could not be examined") {
      try [SandboxArea.documents, .library].contains { try root.directory.statusIfPresent($0.path) != nil }
    }
    guard hasAny else {
      throw DocumentError(.notFound, "there is no workspace in this directory: no Documents and no Library")
    }
  }

  /// The index for reading; nil, with a finding, when it is missing or damaged.
  private func openIndex(_ report: inout VerificationReport) async throws(DocumentError)
    -> SQLiteIndex?
  {
    do {
      let index = try await root.run("the index could not be opened") { try SQLiteIndex(root: root) }
      return Self.isWhole(try await index.integrity(), SandboxPath.index, &report) ? index : nil
    } catch {
      report.add(
        .damagedDatabase, SandboxPath.index,
        "the index cannot be read; the next start puts it aside and takes its newest copy"
      )
      return nil
    }
  }

  private func checkAccounts(_ report: inout VerificationReport) async throws(DocumentError) {
    let path = SandboxPath.accounts
    guard
      try await root.run("the accounts could not be examined", { try SQLiteSidecars.exists(path, in: root) })
    else { return }
    do {
      _ = Self.isWhole(try await SQLiteAccountStore.integrity(of: root), path, &report)
    } catch {
      report.add(.damagedDatabase, path, "the list of accounts cannot be read")
    }
  }

  private static func isWhole(
    _ answers: [String], _ path: String, _ report: inout VerificationReport
  ) -> Bool {
    guard answers != ["ok"] else { return true }
    report.add(.damagedDatabase, path, "the database is damaged: \(answers.first ?? "no answer")")
    return false
  }

  private func checkLeftovers(_ report: inout VerificationReport) async throws(DocumentError) {
    let names = try await root.run("the staging area could not be listed") {
      try root.directory.directoryIfPresent(SandboxArea.temporary.path)?.entries().compactMap(\.name) ?? []
    }
    for name in names.sorted() {
      report.note(.leftover, StagingArea.path(name), "an unfinished write; the next start settles it")
    }
  }

  enum Reading {
    case hashed(FileStatus, ContentHash)
    case absent
    /// It could not be read, or is written to all the time; the report says so.
    case reported
  }

  /// Hashes the file at `path`, again when it changes meanwhile.
  func read(_ path: String, _ report: inout VerificationReport) async throws(DocumentError) -> Reading {
    guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
    do {
      for _ in 1...3 {
        guard let found = try await ContentReading(root: root).hash(path) else { continue }
        report.bytes += found.status.size
        return .hashed(found.status, found.sha256)
      }
      report.note(.changedFile, path, "another program is writing to the file")
    } catch {
      switch error.code {
      case .notFound: return .absent
      case .busy: throw error
      default: report.add(.unreadable, path, error.detail)
      }
    }
    return .reported
  }
}
