import DocumentModel
import FoundationEssentials
import LinuxSystem
import Storage

/// Removes old snapshots, and contents that no snapshot has any more.
///
/// A snapshot loses its name before anything of it is removed. Contents are removed only when every remaining snapshot
/// said which ones it needs: an unreadable one keeps them all until it is removed itself. A renamed snapshot is its
/// owner's: it stays, with all that it needs. All calls block.
struct SnapshotPruning {
  struct Outcome: Sendable {
    var snapshots = 0
    var contents = 0
    var unreadable: [String] = []
  }

  private let folder: BackupFolder

  init(_ folder: BackupFolder) {
    self.folder = folder
  }

  /// Keeps the newest `count` snapshots, at least one; returns how much was let go of.
  func keep(_ count: Int) throws -> Outcome {
    let names = try SnapshotName.all(in: folder)
    let old = names.dropLast(max(1, count))
    let incoming = try folder.directory.directory(BackupFolder.incoming)
    for name in old {
      let doomed = "\(DocumentID())"
      try folder.directory.rename(
        "\(BackupFolder.snapshots)/\(name)", to: "\(BackupFolder.incoming)/\(doomed)")
      try folder.directory.directory(BackupFolder.snapshots).synchronize()
      try incoming.removeTree(doomed)
    }
    var outcome = Outcome(snapshots: old.count)
    var needed: Set<ContentHash> = []
    for name in try names.suffix(max(1, count)).map(\.description) + renamed() {
      do {
        try needed.formUnion(contents(of: name))
      } catch let error as DocumentError where [.damaged, .notFound, .invalidParameter].contains(error.code) {
        outcome.unreadable.append(name)
      }
    }
    // Contents may be left over from a backup that was interrupted, too.
    if outcome.unreadable.isEmpty { outcome.contents = try removeUnused(besides: needed) }
    return outcome
  }

  private func renamed() throws -> [String] {
    let snapshots = try folder.directory.directory(BackupFolder.snapshots)
    return try snapshots.entries().map { String(decoding: $0.bytes, as: UTF8.self) }
      .filter { SnapshotName($0) == nil }
      .filter { name in
        // Its name is no text, so it cannot be opened: it may be one.
        guard let status = try snapshots.statusIfPresent(name) else { return true }
        guard status.kind == .directory else { return false }
        return try [BackupManifest.name, ContentList.name].contains {
          try snapshots.statusIfPresent("\(name)/\($0)") != nil
        }
      }
  }

  private func contents(of name: String) throws -> Set<ContentHash> {
    let snapshot = try Snapshot(name, in: folder)
    var needed = Set((snapshot.manifest.unindexed + snapshot.manifest.library).map(\.sha256))
    try snapshot.forEachContent { hash, _ in needed.insert(hash) }
    return needed
  }

  private func removeUnused(besides needed: Set<ContentHash>) throws -> Int {
    let objects = try folder.directory.directory(BackupFolder.objects)
    var removed = 0
    for shelf in try objects.entries().compactMap(\.name) {
      guard let directory = try objects.directoryIfPresent(shelf) else { continue }
      for name in try directory.entries().compactMap(\.name) {
        guard let hash = ContentHash(name), !needed.contains(hash) else { continue }
        try directory.remove(name)
        removed += 1
      }
    }
    return removed
  }
}

/// A finished snapshot, to be read.
struct Snapshot: Sendable {
  let folder: BackupFolder
  let name: String
  let manifest: BackupManifest

  var place: String { "\(BackupFolder.snapshots)/\(name)" }

  /// Reads the description.
  ///
  /// Throws `.damaged` when it is none, `.invalidParameter` when it is of a newer release. Blocks.
  init(_ name: String, in folder: BackupFolder) throws {
    self.folder = folder
    self.name = name
    let path = "\(BackupFolder.snapshots)/\(name)/\(BackupManifest.name)"
    guard let (file, status) = try FileContent.open(path, in: folder.directory),
      status.size <= BackupManifest.maximumBytes
    else { throw DocumentError(.notFound, "the backup has no snapshot \(name), or one without a manifest") }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard
      let manifest = try? decoder.decode(BackupManifest.self, from: Data(try file.read(Int(status.size)))),
      manifest.format == BackupManifest.format
    else { throw DocumentError(.damaged, "the manifest of the snapshot \(name) is damaged") }
    guard manifest.formatVersion <= BackupManifest.formatVersion else {
      throw DocumentError(.invalidParameter, "the snapshot \(name) was made by a newer release of Sheaf")
    }
    self.manifest = manifest
  }

  /// Opens the snapshot's own file `name`, if it is what the manifest says; nil when the manifest does not name it.
  ///
  /// Throws `.damaged` when it is another. Blocks.
  func open(_ name: String) throws -> Descriptor? {
    guard let expected = manifest.file(name) else { return nil }
    guard let (file, status) = try FileContent.open("\(place)/\(name)", in: folder.directory),
      status.size == expected.size, try FileHasher.hash(file) == expected.sha256
    else { throw DocumentError(.damaged, "\(name) of the snapshot \(self.name) is damaged or missing") }
    return file
  }

  /// Calls `body` for each content of documents and versions.
  ///
  /// Throws when the list is not whole. Blocks.
  func forEachContent(_ body: (ContentHash, Int64) throws -> Void) throws {
    guard let list = try open(ContentList.name) else {
      throw DocumentError(.damaged, "the snapshot \(name) has no list of contents")
    }
    try ContentList.forEach(in: list, body)
  }
}
