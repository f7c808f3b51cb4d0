import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Storage

/// Writes the contents of one snapshot into a new workspace.
struct SnapshotWriter: Sendable {
  let snapshot: Snapshot
  let root: SandboxRoot
  let progress: @Sendable (RestoreReport) -> Void
  var report = RestoreReport()
  var onRead: @Sendable (String) throws -> Void = { _ in }
  /// Places whose file the index did not know; that file is restored instead.
  private let replaced: Set<String>
  private let away: Set<DocumentID>
  /// Folders with new names, which are made durable together in the end: until then the workspace is marked.
  private var folders: Set<FolderPath> = []
  /// Documents whose own bytes lie at their place.
  private var written: Set<DocumentID> = []

  private var manifest: BackupManifest { snapshot.manifest }
  private var backup: Directory { snapshot.folder.directory }

  init(_ snapshot: Snapshot, _ root: SandboxRoot, _ progress: @escaping @Sendable (RestoreReport) -> Void) {
    self.snapshot = snapshot
    self.root = root
    self.progress = progress
    replaced = Set(snapshot.manifest.unindexed.map(\.path))
    away = Set(snapshot.manifest.away)
    report.snapshot = snapshot.name
    report.excluded = snapshot.manifest.excluded ?? 0
  }

  mutating func write() async throws(DocumentError) {
    try await writeDatabases()
    try await writeLibrary()
    root.packages.readAgain()
    try await makeFolders()
    if let index = try await openIndex() {
      try await writeDocuments(index)
      try await writeVersions(index)
      try await noteFingerprints(index)
      try await index.beginEpoch()
      index.close()
    }
    try await writeUnindexed()
    let (root, folders) = (root, folders)
    try await root.run("the restored names could not be made durable") {
      for folder in folders { try TreeNames(root: root.directory).synchronize(folder) }
    }
  }

  // MARK: Library

  private mutating func writeDatabases() async throws(DocumentError) {
    for database in OwnDatabase.allCases {
      let (name, path) = (database.name, database.path)
      guard manifest.file(name) != nil else { continue }
      let (snapshot, root) = (snapshot, root)
      do throws(DocumentError) {
        let foreign = try await root.run("\(name) could not be restored") {
          guard let source = try snapshot.open(name), let expected = snapshot.manifest.file(name) else {
            return 0
          }
          let target = try root.directory.open(path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
          guard try CheckedCopy.copy(source, to: target).sha256 == expected.sha256 else {
            throw DocumentError(.damaged, "\(name) of the snapshot is damaged")
          }
          defer { try? root.directory.directory(SandboxArea.library.path).synchronize() }
          return try database.dropForeignSchema(in: root)
        }
        guard foreign > 0 else { continue }
        report.add(
          .damagedDatabase, "\(snapshot.place)/\(name)",
          "\(foreign) triggers, views or tables in it are not Sheaf's, and were left out")
      } catch  where error.code == .damaged && name != "index.sqlite" {
        report.add(.damagedDatabase, "\(snapshot.place)/\(name)", error.detail)
      }
    }
  }

  private func openIndex() async throws(DocumentError) -> SQLiteIndex? {
    guard manifest.file("index.sqlite") != nil else { return nil }
    let root = root
    do throws(DocumentError) {
      return try await root.run("the restored index could not be opened") {
        try SQLiteIndex(root: root)
      }
    } catch  where error.meansDamage {
      throw DocumentError(
        .damaged, "the index of the snapshot is damaged; choose another snapshot", cause: error)
    }
  }

  private mutating func writeLibrary() async throws(DocumentError) {
    // That damage was seen in the server's index says nothing of the copy, which is looked at for itself.
    for file in manifest.library where file.path != SandboxPath.indexDamage {
      guard Self.isForLibrary(file.path) else {
        report.add(.unreadable, file.path, "the backup has a file for a place where none of its kind may be")
        continue
      }
      let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.endIndex)])
      _ = try await write(file.sha256, of: file.size, file.path) { root, staging in
        _ = try root.makeDirectories(folder)
        try TreeNames(root: root).renameKeeping(staging, to: file.path)
        try root.directory(folder).synchronize()
      }
    }
  }

  /// Whether a path names a file in `Library` that is not one of those that have their own way.
  private static func isForLibrary(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard names.count > 1, names.count <= FolderPath.maximumDepth, names[0] == SandboxArea.library.path,
      names.allSatisfy({ !["", ".", ".."].contains($0) && $0.utf8.count < 256 && !$0.utf8.contains(0) })
    else { return false }
    return !["lock", "restoring", "Versions", "Trash", "Held"].contains(names[1])
      && !path.hasPrefix(SandboxPath.index) && !path.hasPrefix(SandboxPath.accounts)
  }

  // MARK: Documents

  private mutating func makeFolders() async throws(DocumentError) {
    for text in manifest.folders {
      do throws(DocumentError) {
        _ = try await FileContentStore(root: root).makeFolder(FolderPath(parsing: text))
      } catch  where error.code == .invalidName || error.code == .nameTaken {
        report.add(.unreadable, SandboxArea.documents.path, "the backup has a folder that can be none")
      }
    }
  }

  private mutating func writeDocuments(_ index: SQLiteIndex) async throws(DocumentError) {
    var after = Int64.min
    while true {
      let page = try await index.restoredEntries(after: after)
      for entry in page.entries { try await write(entry) }
      if page.unreadable > 0 {
        report.add(.damagedDatabase, SandboxPath.index, "\(page.unreadable) entries cannot be read")
      }
      guard let last = page.last else { return }
      after = last
    }
  }

  private mutating func write(_ entry: IndexEntry) async throws(DocumentError) {
    let document = entry.document
    let modified = entry.fingerprint == .unknown ? nil : entry.fingerprint.modified
    let path = SandboxPath.document(document.location)
    if document.trashed != nil {
      guard try await has(document.sha256) else { return }
      let place = SandboxPath.trash(document.id)
      let packages = root.packages
      let isWritten = try await write(
        document.sha256, of: document.size, "\(place)/\(document.location.name)", modified
      ) {
        root, staging in
        let ready = try packages.unpacked(staging, for: document.location.name)
        _ = try root.makeDirectories(place)
        try TreeNames(root: root).renameKeeping(ready, to: "\(place)/\(document.location.name)")
        try root.directory(place).synchronize()
      }
      return report.trashed += isWritten ? 1 : 0
    }
    guard !away.contains(document.id), !replaced.contains(path) else { return }
    guard try await write(document.sha256, of: document.size, path, modified, at: document.location) else {
      return
    }
    report.documents += 1
    written.insert(document.id)
  }

  private mutating func write(
    _ hash: ContentHash, of size: Int64, _ path: String, _ modified: Int64?, at location: Location
  ) async throws(DocumentError) -> Bool {
    folders.insert(location.folder)
    let packages = root.packages
    return try await write(hash, of: size, path, modified) { root, staging in
      try TreeNames(root: root).give(packages.unpacked(staging, for: location.name), location)
    }
  }

  private mutating func writeUnindexed() async throws(DocumentError) {
    for file in manifest.unindexed {
      guard let location = Self.location(file.path) else {
        report.add(.unreadable, SandboxArea.documents.path, "the backup has a file whose name can be none")
        continue
      }
      if try await write(file.sha256, of: file.size, file.path, file.modified, at: location) {
        report.unindexed += 1
      }
    }
  }

  /// The place that a path beneath `Documents` names; nil when it can be none.
  static func location(_ path: String) -> Location? {
    let top = "\(SandboxArea.documents.path)/"
    guard path.utf8.starts(with: top.utf8) else { return nil }
    let parts = path.utf8.dropFirst(top.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard !parts.contains(""), let last = parts.last, let name = try? FileName(last),
      let folder = try? FolderPath(parsing: parts.dropLast().joined(separator: "/"))
    else { return nil }
    return Location(folder: folder, name: name)
  }

  // MARK: Versions

  private mutating func writeVersions(_ index: SQLiteIndex) async throws(DocumentError) {
    var after = ""
    while true {
      let page = try await index.earlierContents(after: after)
      for (hash, size) in page where try await has(hash) {
        let written = try await write(hash, of: size, SandboxPath.version(hash)) { root, staging in
          try VersionFolder(root).keep(staging, as: hash)
        }
        if written { report.versions += 1 }
      }
      guard let last = page.last else { return }
      after = last.hash.description
    }
  }

  private func has(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    let folder = snapshot.folder
    return try await root.run("the backup could not be read") { try folder.has(hash, size: nil) }
  }

  // MARK: Contents

  private static let kinds: [DocumentError.Code: VerificationReport.Kind] = [
    .damaged: .damagedFile, .nameTaken: .missingFile, .invalidName: .missingFile, .notFound: .missingFile,
  ]

  /// Copies a content into staging and lets `name` give it its place; false, with a finding, when it is damaged.
  private mutating func write(
    _ hash: ContentHash, of size: Int64, _ path: String, _ modified: Int64? = nil,
    name: @escaping @Sendable (Directory, String) throws -> Void
  ) async throws(DocumentError) -> Bool {
    guard !Task.isCancelled else { throw DocumentError(.busy, "the restoration was given up") }
    let (backup, root, onRead) = (backup, root.directory, onRead)
    do throws(DocumentError) {
      let size = try await self.root.run("a content could not be restored") {
        try onRead(BackupFolder.object(hash))
        return try Self.copy(hash, of: size, from: backup, to: root, modified, name)
      }
      report.bytes += size
      progress(report)
      return true
    } catch  where ![.busy, .storageFull, .storageLow, .readOnly].contains(error.code) {
      // Also one that the backup's disk does not give: everything else is restored.
      let kind: VerificationReport.Kind = Self.kinds[error.code] ?? .unreadable
      report.add(kind, path, "\(error.detail) (\(BackupFolder.object(hash)) of the backup)")
      return false
    }
  }

  private static func copy(
    _ hash: ContentHash, of size: Int64, from backup: Directory, to root: Directory, _ modified: Int64?,
    _ name: (Directory, String) throws -> Void
  ) throws -> Int64 {
    guard let (source, status) = try FileContent.open(BackupFolder.object(hash), in: backup) else {
      throw DocumentError(.notFound, "the backup does not hold this content")
    }
    // Before a byte is written: an empty file of any length takes no room in the backup, and all of it here.
    guard status.size == size else {
      throw DocumentError(
        .damaged, "it has \(status.size) bytes in the backup, and had \(size) when it was stored")
    }
    let staging = StagingArea.path(StagingArea.stageName())
    let target = try root.open(staging, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    do {
      let found = try CheckedCopy.copy(source, to: target)
      guard found.sha256 == hash else {
        throw DocumentError(.damaged, "the bytes in the backup are not those that were stored")
      }
      if let modified { try target.setModified(modified) }
      try name(root, staging)
      return found.size
    } catch {
      try? root.remove(staging)
      throw error
    }
  }

  // MARK: Index

  /// Notes how the restored files look, so that the first start need not read them all again.
  private func noteFingerprints(_ index: SQLiteIndex) async throws(DocumentError) {
    var after = Int64.min
    while true {
      let page = try await index.restoredEntries(after: after)
      let (root, written) = (root, written)
      let looks = try await root.run("the restored files could not be examined") {
        try page.entries.compactMap { entry -> (DocumentID, Fingerprint)? in
          let document = entry.document
          guard written.contains(document.id) else { return nil }
          let path = try TreeNames(root: root.directory).path(of: document.location)
          return try root.packages.status(path).map {
            (document.id, $0.fingerprint(readAt: SystemClock.now()))
          }
        }
      }
      try await index.setFingerprints(looks)
      guard let last = page.last else { return }
      after = last
    }
  }
}
