public import DocumentModel
import LinuxSystem
import Storage

/// Reads a folder of backups again: every content against its hash, and every snapshot for all that it names.
///
/// Changes nothing. Memory does not grow with the number of contents that are whole.
///
/// ```swift
/// let report = try await BackupVerifier("/mnt/disk/sheaf").verify()
/// exit(report.isClean ? 0 : 2)
/// ```
public struct BackupVerifier: Sendable {
  private let path: String
  private let pool = BlockingPool(threads: 1, name: "backup")

  /// A check of the folder of backups at `path`.
  public init(_ path: String) {
    self.path = path
  }

  /// Checks everything; takes as long as reading all of it.
  ///
  /// - Parameter progress: called now and then with the report so far.
  /// - Throws: `.invalidParameter` when the directory is no backup, `.storageFailed` when the folder cannot be
  ///   listed. `.busy` while another command works there or when the task is cancelled.
  public func verify(
    progress: @Sendable (BackupVerification) -> Void = { _ in }
  ) async throws(DocumentError) -> BackupVerification {
    let folder = try BackupFolder(reading: path)
    defer { folder.release() }
    var check = BackupCheck(folder: folder)
    for shelf in try await run({ try BackupCheck.shelves(of: folder) }) {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
      let before = check
      check = try await run {
        var check = before
        try check.readContents(on: shelf)
        return check
      }
      progress(check.report)
    }
    for name in try await run({ try SnapshotName.all(in: folder) }) {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
      let before = check
      check = try await run {
        var check = before
        try check.read(name)
        return check
      }
    }
    return check.report
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    do {
      return try await pool.run(body)
    } catch {
      throw DocumentError(disk: error, "the backup could not be read")
    }
  }
}

/// The result of ``BackupVerifier``.
public struct BackupVerification: Hashable, Sendable, Codable {
  /// Snapshots whose manifest could be read.
  public internal(set) var snapshots = 0
  /// Contents that were read and are whole.
  public internal(set) var contents = 0
  /// Bytes read.
  public internal(set) var bytes: Int64 = 0
  /// Damaged and missing contents; at most ``VerificationReport/maximumFindings`` are listed.
  public internal(set) var findings: [VerificationReport.Finding] = []
  /// All that is, also what is not listed.
  public internal(set) var findingCount = 0

  /// Whether everything can be restored that was backed up.
  public var isClean: Bool { findingCount == 0 }

  mutating func add(_ kind: VerificationReport.Kind, _ place: String, _ detail: String) {
    findingCount += 1
    guard findings.count < VerificationReport.maximumFindings else { return }
    findings.append(.init(kind, place, detail))
  }
}

/// A check of a folder of backups that is under way.
///
/// All calls block.
private struct BackupCheck: Sendable {
  let folder: BackupFolder
  var report = BackupVerification()
  private var damaged: Set<ContentHash> = []
  private var missing: Set<ContentHash> = []

  init(folder: BackupFolder) {
    self.folder = folder
  }

  static func shelves(of folder: BackupFolder) throws -> [String] {
    try folder.directory.directoryIfPresent(BackupFolder.objects)?.entries().compactMap(\.name).sorted() ?? []
  }

  mutating func readContents(on shelf: String) throws {
    let place = "\(BackupFolder.objects)/\(shelf)"
    guard let directory = try folder.directory.directoryIfPresent(place) else { return }
    for name in try directory.entries().compactMap(\.name).sorted() {
      guard let hash = ContentHash(name) else { continue }
      guard let (file, status) = try FileContent.open("\(place)/\(name)", in: folder.directory),
        (try? FileHasher.hash(file)) == hash
      else {
        damaged.insert(hash)
        report.add(
          .damagedContent, "\(place)/\(name)",
          "the bytes are not those that were backed up; without this file the next backup copies the content again, if the "
            + "workspace has it")
        continue
      }
      report.contents += 1
      report.bytes += status.size
    }
  }

  mutating func read(_ name: SnapshotName) throws {
    do {
      let snapshot = try Snapshot(name.description, in: folder)
      report.snapshots += 1
      for file in snapshot.manifest.files { _ = try snapshot.open(file.path) }
      let lacks = try contentsMissing(from: snapshot)
      if lacks > 0 {
        report.add(.damagedSnapshot, snapshot.place, "\(lacks) of its contents cannot be restored")
      }
    } catch let error as DocumentError where [.damaged, .notFound, .invalidParameter].contains(error.code) {
      report.add(.damagedSnapshot, "\(BackupFolder.snapshots)/\(name)", error.detail)
    }
  }

  private mutating func contentsMissing(from snapshot: Snapshot) throws -> Int {
    var lacks = 0
    for file in snapshot.manifest.unindexed + snapshot.manifest.library {
      if try isMissing(file.sha256, file.size) { lacks += 1 }
    }
    guard snapshot.manifest.file(ContentList.name) != nil else { return lacks }
    var check = self
    try snapshot.forEachContent { hash, size in
      if try check.isMissing(hash, size) { lacks += 1 }
    }
    self = check
    return lacks
  }

  private mutating func isMissing(_ hash: ContentHash, _ size: Int64) throws -> Bool {
    if damaged.contains(hash) || missing.contains(hash) { return true }
    guard try !folder.has(hash, size: size) else { return false }
    missing.insert(hash)
    report.add(
      .missingContent, BackupFolder.object(hash), "a snapshot has this content, and the backup has not")
    return true
  }
}
