package import DocumentModel
package import LinuxSystem
import Synchronization

/// Which folders of a workspace are documents, and their archives while they are wanted.
///
/// The rule under which the workspace was last served lies in `Library/packages.json`, for commands that know no types.
/// Safe from any thread; opening a package blocks.
package final class PackageRule: Sendable {
  /// A longer file cannot have been meant.
  static let maximumBytes: Int64 = 1 << 20
  private static let attempts = 3

  let root: Directory
  private let current: Mutex<WrittenPackageRule>
  private let listeners = Mutex<[DocumentID: @Sendable () -> Void]>([:])
  private let archives = PackedArchives()

  /// The rule that is written down in the workspace at `root`; no folder is a document where none is.
  init(_ root: Directory) {
    self.root = root
    current = Mutex(Self.written(in: root) ?? .empty)
  }

  var names: PackageNames { rule.names }

  var rule: WrittenPackageRule {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      for notify in listeners.withLock({ Array($0.values) }) { notify() }
    }
  }

  /// Calls `body` whenever other folders are documents from then on, until it is forgotten under what this returns.
  func whenChanged(_ body: @escaping @Sendable () -> Void) -> DocumentID {
    let ticket = DocumentID()
    listeners.withLock { $0[ticket] = body }
    return ticket
  }

  func forget(_ ticket: DocumentID) {
    listeners.withLock { $0[ticket] = nil }
  }

  /// Takes up the rule that was written down meanwhile.
  package func readAgain() {
    rule = Self.written(in: root) ?? .empty
  }

  /// The rule that is written in the workspace at `root`; nil where there is none, or none that can be understood.
  static func written(in root: Directory) -> WrittenPackageRule? {
    guard let (file, status) = try? FileContent.open(SandboxPath.packages, in: root),
      status.size <= maximumBytes, let bytes = try? file.read(Int(status.size))
    else { return nil }
    return WrittenPackageRule(json: bytes)
  }

  /// Whether what lies at `path` is a document's if it is a folder: in the Trash everything is.
  private func covers(_ path: String) -> Bool {
    if path.utf8.starts(with: "\(SandboxPath.trash)/".utf8) { return true }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return name.flatMap { try? FileName($0) }.map(names.contains) ?? false
  }

  /// How the document at `path` looks, which is a regular file or a package; nil when neither is there.
  ///
  /// Throws `.unfitPackage` for a package that can be no document.
  package func status(_ path: String) throws -> FileStatus? {
    guard let status = try root.statusIfPresent(path) else { return nil }
    switch status.kind {
    case .regular: return status
    case .directory where covers(path):
      return try root.directoryIfPresent(path).map { try PackageTree($0).status }
    case .directory, .link, .special: return nil
    }
  }

  /// The content of the document at `path`; nil when no document can be there.
  ///
  /// Throws `.unfitPackage` for a package that can be no document, `.contentChanged` for one that is written to all the
  /// time.
  func open(_ path: String) throws -> FileContent? {
    try open(path, isPackage: covers(path))
  }

  /// As ``open(_:)``, of a path at which a folder is, or is not, a package whatever its name.
  func open(_ path: String, isPackage: @autoclosure () -> Bool) throws -> FileContent? {
    if let (file, status) = try FileContent.openReadable(path, in: root) { return FileContent(file, status) }
    guard isPackage() else { return nil }
    // Another folder may take its place meanwhile, so it is opened anew for each try.
    for _ in 1...Self.attempts {
      guard let directory = try root.directoryIfPresent(path) else { return nil }
      if let content = try open(directory) { return content }
    }
    throw Self.isChanging
  }

  func pack(_ directory: Directory) throws -> FileContent {
    for _ in 1...Self.attempts {
      if let content = try open(directory) { return content }
    }
    throw Self.isChanging
  }

  private static let isChanging = DocumentError(
    .contentChanged, "another program is writing to the package; try again")

  /// Whether some process has the document at `path`, or anything in it, open for writing, as far as the kernel tells.
  func isOpenForWriting(_ path: String) throws -> Bool {
    if let (file, _) = try FileContent.open(path, in: root) { return file.hasWriter() == true }
    guard covers(path), let directory = try root.directoryIfPresent(path) else { return false }
    return try isOpenForWriting(directory)
  }

  /// The same of a package that lies in `directory`.
  func isOpenForWriting(_ directory: Directory) throws -> Bool {
    try PackageTree(directory).items.contains { item in
      guard !item.path.isFolder else { return false }
      return try FileContent.open(item.path.name, in: directory)?.0.hasWriter() == true
    }
  }

  /// The archive of the package that lies in `directory`; nil when it was changed meanwhile.
  private func open(_ directory: Directory) throws -> FileContent? {
    let moment = SystemClock.now()
    let tree = try PackageTree(directory)
    if let file = archives[tree.status.fingerprint] {
      return FileContent(archive: file, tree.status, packedAt: moment)
    }
    try requireRoom(for: tree.status.size)
    let path = StagingArea.path(StagingArea.stageName())
    let target = try root.open(path, flags: StagingArea.newFile, mode: 0o600)
    defer { try? root.remove(path) }
    guard try tree.pack(directory, into: target) else { return nil }
    // Open for reading only, and soon without a name: it cannot be changed any more.
    let file = try root.open(path)
    if tree.status.isSettled(at: moment) { archives.keep(file, tree.status) }
    return FileContent(archive: file, tree.status, packedAt: moment)
  }

  /// Reading a package must not fill the disk: then a save would be refused for the sake of a look.
  ///
  /// So an archive takes no more than half of what is free: small ones can be read on a disk that is nearly full, too.
  private func requireRoom(for bytes: Int64) throws {
    guard try bytes > root.descriptor.space().free / 2 else { return }
    throw DocumentError(.storageFull, "the disk has no room for the archive of the package")
  }
}

/// The archives that were asked for last, by the fingerprints of their packages.
///
/// Files without a name: the kernel removes them with the last descriptor. Safe from any thread.
final class PackedArchives: Sendable {
  private static let most = 8
  private static let maximumBytes: Int64 = 64 << 20

  /// The last used one last.
  private let kept = Mutex<[(fingerprint: Fingerprint, file: Descriptor)]>([])

  subscript(fingerprint: Fingerprint) -> Descriptor? {
    kept.withLock { kept -> Descriptor? in
      guard let place = kept.firstIndex(where: { $0.fingerprint == fingerprint }) else { return nil }
      let found = kept.remove(at: place)
      kept.append(found)
      return found.file
    }
  }

  func keep(_ file: Descriptor, _ status: FileStatus) {
    guard status.size <= Self.maximumBytes else { return }
    let dropped = kept.withLock { kept -> Descriptor? in
      kept.append((fingerprint: status.fingerprint, file: file))
      return kept.count > Self.most ? kept.removeFirst().file : nil
    }
    // Closed when the lock is open again.
    _ = dropped
  }
}

// MARK: - Versions

extension PackageRule {
  /// Makes a version of what a package was packed into, durably.
  func keepVersion(_ archive: FileContent, as hash: ContentHash) throws {
    let path = StagingArea.path(StagingArea.stageName())
    do {
      let copy = try root.open(path, flags: StagingArea.newFile, mode: 0o644)
      try archive.file.copy(archive.size, to: copy)
      guard try FileHasher.hash(copy) == hash else {
        throw DocumentError(.storageFailed, "the archive of a package could not be copied")
      }
      try copy.synchronize()
      try VersionFolder(root).keep(path, as: hash)
    } catch {
      try? root.remove(path)
      throw error
    }
  }

  /// Makes a version of the content at `path`, durably, and removes what lies there.
  func keepAsVersion(_ path: String) throws {
    guard let content = try open(path, isPackage: true) else { return }
    let hash = try FileHasher.hash(content.file)
    guard content.isArchive else { return try VersionFolder(root).keep(path, as: hash) }
    try keepVersion(content, as: hash)
    try root.removeTree(path)
  }

  /// As ``PackageRule/open(_:)``; nil also for a package that can be no document, or that changes all the time.
  package func openIfFit(_ path: String) throws -> FileContent? {
    do {
      return try open(path)
    } catch let error as DocumentError where [.unfitPackage, .contentChanged].contains(error.code) {
      return nil
    }
  }

  /// The path in staging of what is to get the name `name` for the staged file at `path`.
  ///
  /// For a package's archive under a package's name it is the folder that the archive was packed from, durable
  /// and in place of the file.
  package func unpacked(_ path: String, for name: FileName) throws -> String {
    guard names.contains(name), let (file, status) = try FileContent.open(path, in: root),
      try ArchiveReader.looksLikeArchive(file)
    else { return path }
    let folder = StagingArea.path(StagingArea.stageName())
    _ = try root.makeDirectory(folder)
    do {
      try ArchiveReader(file: file, size: status.size).unpack(into: root.directory(folder))
    } catch let error as DocumentError where error.code == .unfitPackage {
      // It was a regular file of such a name.
      try root.removeTree(folder)
      return path
    } catch {
      try? root.removeTree(folder)
      throw error
    }
    try root.remove(path)
    return folder
  }
}
