import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Storage

/// A folder of backups of one or more workspaces.
///
/// ```
/// DEST ── sheaf-backup.json             says what the folder is
///      ├─ lock                          its holder is the one command that works here
///      ├─ objects/ab/<sha256>           contents, each once for all snapshots, never changed
///      ├─ snapshots/<UTC time>-<n>/     manifest.json  index.sqlite  accounts.sqlite  contents.txt
///      └─ incoming                      what is not finished; emptied by the next backup
/// ```
/// A snapshot gets its name when all that it needs is durable, so that one with a name is whole whatever happens to
/// the next. Their order is that of `n`: a clock may go backwards. Every path is resolved beneath `DEST` by the kernel.
///
/// All calls block.
struct BackupFolder: Sendable {
  static let objects = "objects"
  static let snapshots = "snapshots"
  static let incoming = "incoming"
  private static let marker = "sheaf-backup.json"
  private static let lockName = "lock"
  /// Names allowed in a folder that is to become one: the top of a file system has the last from its making.
  private static let beginnings: Set<String> = [lockName, incoming, "lost+found"]

  let path: String
  let directory: Directory
  private let lock: Descriptor?

  private struct Marker: Codable {
    var format = BackupManifest.format
    var formatVersion = BackupManifest.formatVersion
  }

  /// Opens the folder at `path` for a new snapshot, and makes it when there is none.
  ///
  /// Throws `.busy` while another command works there, `.invalidParameter` for a directory that holds something else.
  init(writing path: String) throws(DocumentError) {
    self.path = path
    directory = try refusing("the backup folder could not be opened") {
      try Directory.make(path, mode: 0o700)
      return try Directory(opening: path)
    }
    try Self.requireOwn(directory, mayBeEmpty: true)
    lock = try Self.lock(directory, flags: O_RDWR | O_CREAT)
    try refusing("the backup folder could not be laid out", layOut)
  }

  init(reading path: String) throws(DocumentError) {
    self.path = path
    directory = try refusing("the backup folder could not be opened") { try Directory(opening: path) }
    try Self.requireOwn(directory, mayBeEmpty: false)
    lock = try Self.lock(directory, flags: O_RDONLY)
  }

  /// Nothing is written into, or removed from, a directory that holds something else.
  private static func requireOwn(_ directory: Directory, mayBeEmpty: Bool) throws(DocumentError) {
    let (bytes, names) = try refusing("the backup folder could not be read") {
      (
        try FileContent.open(marker, in: directory)?.0.read(4096),
        try directory.entries().map { String(decoding: $0.bytes, as: UTF8.self) }
      )
    }
    guard let bytes else {
      if mayBeEmpty, Set(names).isSubset(of: beginnings), isUnfinished(directory) { return }
      throw DocumentError(
        .invalidParameter, "this directory is no backup of Sheaf; name an empty or a new one")
    }
    guard let marker = try? JSONDecoder().decode(Marker.self, from: Data(bytes)),
      marker.format == BackupManifest.format
    else { throw DocumentError(.invalidParameter, "this directory is no backup of Sheaf") }
    guard marker.formatVersion <= BackupManifest.formatVersion else {
      throw DocumentError(.invalidParameter, "this backup was made by a newer release of Sheaf")
    }
  }

  /// Whether nothing but what a backup begins with is in the folder for unfinished things, or there is no such folder.
  private static func isUnfinished(_ directory: Directory) -> Bool {
    guard let folder = try? directory.directoryIfPresent(incoming) else {
      return (try? directory.status(incoming)) == nil
    }
    guard let entries = try? folder.entries() else { return false }
    return entries.allSatisfy { $0.name.map { DocumentID($0) != nil } ?? false }
  }

  private static func lock(_ directory: Directory, flags: CInt) throws(DocumentError) -> Descriptor? {
    do {
      let lock = try directory.open(lockName, flags: flags, mode: 0o600)
      guard try lock.lockExclusively() else {
        throw DocumentError(.busy, "another command works in this backup folder; try again when it has ended")
      }
      return lock
    } catch let error as SystemError where error.errno == ENOENT {
      // A copy of a backup need not have it, and no other command can work there without making it.
      return nil
    } catch {
      throw DocumentError(disk: error, "the backup folder could not be locked")
    }
  }

  /// Unlocks the folder; to be called when the work is done.
  ///
  /// A thread that did a part of it may hold on to this value for a moment longer.
  func release() {
    if let lock { _ = flock(lock.rawValue, LOCK_UN) }
  }

  private func layOut() throws {
    _ = try directory.makeDirectory(Self.incoming, mode: 0o700)
    for entry in try directory.directory(Self.incoming).entries() {
      if let name = entry.name { try directory.directory(Self.incoming).removeTree(name) }
    }
    if try directory.statusIfPresent(Self.marker) == nil {
      let (name, file) = try makeIncoming()
      try file.append(try Self.encoder.encode(Marker()))
      try file.synchronize()
      try directory.rename(name, to: Self.marker)
    }
    // After the marker: one that is killed before leaves a folder that the next one takes for its own.
    for name in [Self.objects, Self.snapshots] { _ = try directory.makeDirectory(name, mode: 0o700) }
    try directory.synchronize()
  }

  /// A new file for something unfinished, and its path.
  func makeIncoming() throws(SystemError) -> (path: String, file: Descriptor) {
    let path = "\(Self.incoming)/\(DocumentID())"
    return (path, try directory.open(path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600))
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }
}

extension BackupFolder {
  static func object(_ hash: ContentHash) -> String {
    "\(objects)/\(hash.description.prefix(2))/\(hash)"
  }

  /// Whether the content `hash` of `size` bytes (nil for any) is kept.
  func has(_ hash: ContentHash, size: Int64?) throws(SystemError) -> Bool {
    guard let status = try directory.statusIfPresent(Self.object(hash)), status.kind == .regular else {
      return false
    }
    return size == nil || status.size == size
  }

  /// Keeps the content of `file` if its hash is `expected`, durably but for its name (see ``synchronizeNames()``).
  ///
  /// Returns the hash of what was read.
  func keep(_ file: Descriptor, as expected: ContentHash) throws -> ContentHash {
    let (path, copy) = try makeIncoming()
    do {
      let found = try CheckedCopy.copy(file, to: copy)
      guard found.sha256 == expected else {
        try directory.remove(path)
        return found.sha256
      }
      _ = try directory.makeDirectory("\(Self.objects)/\(expected.description.prefix(2))", mode: 0o700)
      try directory.rename(path, to: Self.object(expected))
      return expected
    } catch {
      try? directory.remove(path)
      throw error
    }
  }

  /// Makes the names of all contents durable, also those that an interrupted backup left.
  func synchronizeNames() throws {
    let objects = try directory.directory(Self.objects)
    for entry in try objects.entries() {
      if let name = entry.name { try objects.directoryIfPresent(name)?.synchronize() }
    }
    try objects.synchronize()
  }
}

/// Copies a file and hashes what it reads.
enum CheckedCopy {
  /// Copies all of `source` to the shared position of `target`, and makes that durable.
  ///
  /// Throws `.contentUnreadable` when it is the source that fails.
  static func copy(_ source: Descriptor, to target: Descriptor) throws -> (sha256: ContentHash, size: Int64) {
    var hasher = ContentHasher()
    while true {
      let piece = try read(source, at: hasher.count)
      hasher.update(piece)
      try target.append(piece)
      if piece.count < FileHasher.pieceBytes { break }
    }
    try target.synchronize()
    return (try hasher.finish(), hasher.count)
  }

  private static func read(_ source: Descriptor, at offset: Int64) throws(DocumentError) -> [UInt8] {
    do {
      return try source.read(FileHasher.pieceBytes, at: offset)
    } catch {
      throw DocumentError(.contentUnreadable, "the disk does not give the bytes", cause: error)
    }
  }
}
