public import DocumentModel
import FoundationEssentials
import Glibc
public import LinuxSystem

/// A directory of the machine that is shown beside the workspace and never written to (spec documents SB-2).
///
/// Its files are no documents: they have no ids, versions or metadata, and are found by their place each time. They can be
/// read, shown and copied into the workspace. Nothing here opens a file for writing. The kernel resolves every path
/// beneath the directory, so that neither `..` nor a link leads out of it. Hidden files and names that no document
/// may have are not shown.
///
/// Safe from any task.
///
/// ```swift
/// let area = try ReadOnlyArea(FileName("Manuals"), opening: "/srv/manuals", pool: pool)
/// let page = try await area.list(.top, after: nil, limit: 100)
/// let file = try await area.open(Location(name: page.entries[0].name))
/// ```
public final class ReadOnlyArea: Sendable {
  /// The name of the area.
  public let name: FileName
  private let directory: Directory
  private let hashes = KnownHashes()
  private let pool: BlockingPool

  /// The area of the directory at `path`, an absolute path or one relative to the working directory, read on the threads
  /// of `pool`.
  ///
  /// Throws `.notFound` when no directory is there that may be read. Blocks.
  public init(_ name: FileName, opening path: String, pool: BlockingPool) throws(DocumentError) {
    self.name = name
    self.pool = pool
    do {
      directory = try Directory(opening: path)
      // One that cannot be listed shows nothing; better said at the start.
      _ = try DirectoryReader(directory)
    } catch {
      throw DocumentError(
        .notFound, "the directory of the area \"\(name)\" cannot be read", cause: error)
    }
  }

  /// The files and folders directly in `folder`, by their names; `limit` of those that come after `last`.
  ///
  /// Throws `.notFound` when there is no such folder.
  public func list(
    _ folder: FolderPath, after last: FileName?, limit: Int
  ) async throws(DocumentError) -> AreaList {
    try await run("the folder could not be listed") { [self] in
      try page(of: opened(folder), after: last, limit: limit)
    }
  }

  /// The file at `location`, open for reading.
  ///
  /// Throws `.notFound` when no regular file is there.
  public func open(_ location: Location) async throws(DocumentError) -> AreaFile {
    try await run("the file could not be opened") { [self] in
      let folder = try opened(location.folder)
      let name = try Self.spelling(of: location.name, in: folder)
      guard let (file, status) = try FileContent.open(name, in: folder) else { throw Self.nothing }
      return AreaFile(location: location, content: FileContent(file, status))
    }
  }

  /// The hash of an opened file's bytes; the file is read for it, unless it was before.
  ///
  /// Throws `.contentChanged` when the file is written to meanwhile, and `.busy` when the task is cancelled.
  public func hash(of file: AreaFile) async throws(DocumentError) -> ContentHash {
    let (content, hashes) = (file.file, hashes)
    let known = try await read { () -> ContentHash? in
      content.isUnchanged() ? hashes[content.opened.fingerprint] : nil
    }
    if let known { return known }
    let moment = SystemClock.now()
    var (hasher, isMore) = (FileHasher(content.file), true)
    // In steps: in between, other calls read on the same threads.
    while isMore {
      guard !Task.isCancelled else { throw DocumentError(.busy, "no request waits for the file any more") }
      (hasher, isMore) = try await read { [hasher] in
        var hasher = hasher
        let isMore = try hasher.advance(Self.stepBytes)
        return (hasher, isMore)
      }
    }
    let hash = try hasher.finish()
    try await requireUnchanged(file)
    if content.opened.isSettled(at: moment) { hashes[content.opened.fingerprint] = hash }
    return hash
  }

  /// The next bytes of an opened file from `offset` on; none at its end.
  public func bytes(of file: AreaFile, from offset: Int64) async throws(DocumentError) -> [UInt8] {
    let content = file.file
    return try await read { try content.file.read(FileHasher.pieceBytes, at: offset) }
  }

  /// Throws `.contentChanged` when a file was written to since it was opened.
  public func requireUnchanged(_ file: AreaFile) async throws(DocumentError) {
    let content = file.file
    guard try await read({ content.isUnchanged() }) else {
      throw DocumentError(.contentChanged, "another program is writing to the file; try again in a moment")
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    try await run("the file could not be read", body)
  }

  private static let stepBytes: Int64 = 64 << 20

  private static var nothing: DocumentError {
    DocumentError(.notFound, "there is nothing of that name in the area")
  }

  private func opened(_ folder: FolderPath) throws -> Directory {
    var found = directory
    for name in folder.names {
      guard let next = try found.directoryIfPresent(Self.spelling(of: name, in: found)) else {
        throw Self.nothing
      }
      found = next
    }
    return found
  }

  private func page(of folder: Directory, after last: FileName?, limit: Int) throws -> AreaList {
    var first = Smallest(limit + 1, after: last)
    try folder.forEachEntry { entry in
      guard let name = TreeWalk.legalName(entry) else { return }
      let kind = TreeWalk.kind(of: entry, in: folder)
      if kind == .regular || kind == .directory { first.insert(SortedName(name)) }
    }
    let names = first.names.prefix(limit)
    return AreaList(
      entries: try names.compactMap { try Self.entry($0, in: folder) },
      next: first.names.count > limit ? names.last : nil)
  }

  /// The entry of this name; nil when it is gone by now.
  private static func entry(_ name: FileName, in folder: Directory) throws -> AreaEntry? {
    guard let status = try folder.statusIfPresent(spelling(of: name, in: folder)) else { return nil }
    switch status.kind {
    case .regular: return AreaEntry(name: name, isFolder: false, size: status.size, modified: status.moment)
    case .directory: return AreaEntry(name: name, isFolder: true, size: 0, modified: status.moment)
    case .link, .special: return nil
    }
  }

  /// The name as it lies on the disk, in whatever Unicode form; as ``TreeNames/path(of:)-(Location)``.
  private static func spelling(of name: FileName, in folder: Directory) throws -> String {
    let wanted = name.description
    guard !wanted.utf8.allSatisfy({ $0 < 0x80 }), try folder.statusIfPresent(wanted) == nil else {
      return wanted
    }
    let listed = try ListedSpellings.shared.spelling(
      of: wanted, in: folder, clock: SystemClock.now, onListing: {})
    return listed ?? wanted
  }

  /// Runs `body` on a thread that may block; what may not be read looks as if it were not there.
  private func run<Value: Sendable>(
    _ action: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    do {
      return try await pool.run(body)
    } catch let error as SystemError where [EACCES, EPERM].contains(error.errno) {
      throw Self.nothing
    } catch {
      throw DocumentError(disk: error, action)
    }
  }
}

extension FileStatus {
  fileprivate var moment: Date { Date(microseconds: modified / 1000) }
}
