import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Storage

extension SnapshotMaker {
  /// Makes all of it durable, and then gives the snapshot its name.
  mutating func finish() async throws(DocumentError) {
    copy?.close()
    live?.close()
    manifest.problems = report.findings
    let (folder, place, root) = (folder, place, root)
    let files = try await root.run("the snapshot could not be made durable") {
      try folder.synchronizeNames()
      return try Self.describe(place, in: folder)
    }
    manifest.files = files
    let description = manifest
    try await root.run("the snapshot could not be described") {
      try Self.write(description, to: "\(place)/\(BackupManifest.name)", in: folder)
      try folder.directory.directory(place).synchronize()
    }
    try await step(.described)
    let stamp = SQLiteIndex.stamp(created)
    report.snapshot = try await root.run("the snapshot could not be named") {
      let last = try SnapshotName.all(in: folder).last?.number ?? 0
      let name = SnapshotName(stamp: stamp, number: last + 1)
      try folder.directory.rename(place, to: "\(BackupFolder.snapshots)/\(name)", rule: .keep)
      try folder.directory.directory(BackupFolder.snapshots).synchronize()
      return name.description
    }
    report.counts = manifest.counts
    try await step(.named)
  }

  /// The files of the snapshot's own, durable by now.
  private static func describe(_ place: String, in folder: BackupFolder) throws -> [BackupManifest.File] {
    try folder.directory.directory(place).entries().compactMap(\.name).sorted().map { name in
      let file = try folder.directory.open("\(place)/\(name)")
      try file.synchronize()
      return .init(path: name, size: try file.status().size, sha256: try FileHasher.hash(file))
    }
  }

  private static func write(
    _ manifest: BackupManifest, to path: String, in folder: BackupFolder
  ) throws {
    let file = try folder.directory.open(path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    try file.append(try BackupFolder.encoder.encode(manifest))
    try file.synchronize()
  }
}

/// A snapshot's name: when, and which one it is.
struct SnapshotName: Hashable, Sendable, Comparable, LosslessStringConvertible {
  let stamp: String
  let number: Int

  init(stamp: String, number: Int) {
    self.stamp = stamp
    self.number = number
  }

  private static let numbers = 1..<(1 << 31)

  /// Nil for a text that is no such name; no path is one.
  init?(_ text: String) {
    guard let dash = text.lastIndex(of: "-"), let number = Int(text[text.index(after: dash)...]),
      Self.numbers.contains(number), text[dash...] == "-\(number)"
    else { return nil }
    let allowed = Set("0123456789-TZ".utf8)
    stamp = String(text[..<dash])
    guard !stamp.isEmpty, stamp.utf8.allSatisfy(allowed.contains) else { return nil }
    self.number = number
  }

  var description: String { "\(stamp)-\(number)" }

  static func < (left: SnapshotName, right: SnapshotName) -> Bool {
    (left.number, left.stamp) < (right.number, right.stamp)
  }

  /// All snapshots of `folder`, oldest first.
  ///
  /// Blocks.
  static func all(in folder: BackupFolder) throws -> [SnapshotName] {
    let directory = try folder.directory.directoryIfPresent(BackupFolder.snapshots)
    return try directory?.entries().compactMap { $0.name.flatMap(SnapshotName.init) }.sorted() ?? []
  }
}
