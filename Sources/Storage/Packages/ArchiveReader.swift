import DocumentModel
import Glibc
import LinuxSystem

/// Reads the archive of a package in its canonical form, and refuses every other.
///
/// Each header, and all behind the last entry, must equal byte for byte the output of ``ArchiveLayout`` for paths,
/// lengths and checksums. So no entry can overlap another, hide between two, or have different names in its header and
/// in the directory.
///
/// All calls block.
struct ArchiveReader {
  private static let pieceBytes = 1 << 20

  let file: Descriptor
  let size: Int64

  /// Whether the bytes begin as those of some ZIP do, whatever comes then (APPNOTE 4.3.7, 4.3.16, 8.5.3).
  static func looksLikeArchive(_ file: Descriptor) throws(SystemError) -> Bool {
    let head = try file.read(4)
    return [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 7, 8]].contains(head)
  }

  /// The entries of the archive; their bytes are not read.
  ///
  /// Throws `.unfitPackage`.
  func entries() throws -> [ArchiveEntry] {
    var (entries, shape, offset): ([ArchiveEntry], PackageShape, Int64) = ([], PackageShape(), 0)
    while let (entry, length) = try self.entry(at: offset) {
      try shape.admit(entry.path)
      entries.append(entry)
      offset += length + entry.size
    }
    try requireTail(of: entries, at: offset)
    return entries
  }

  /// The entry whose header begins at `offset`, and the length of the header; nil behind the last.
  private func entry(at offset: Int64) throws -> (ArchiveEntry, Int64)? {
    let head = try file.read(ArchiveLayout.headerBytes, at: offset)
    guard head.count == ArchiveLayout.headerBytes,
      Self.number(head, at: 0, bytes: 4) == UInt64(ArchiveLayout.headerSignature)
    else { return nil }
    let nameBytes = Int(Self.number(head, at: 26, bytes: 2))
    let extraBytes = Int(Self.number(head, at: 28, bytes: 2))
    guard extraBytes == 0 || extraBytes == 20 else { throw Self.notCanonical }
    let rest = try file.read(nameBytes + extraBytes, at: offset + Int64(head.count))
    guard rest.count == nameBytes + extraBytes else { throw Self.notCanonical }
    guard let path = PackagePath(Array(rest.prefix(nameBytes))) else {
      throw PackageShape.refusal("it has a name that cannot be kept")
    }
    let length = Int64(head.count + rest.count)
    let number =
      extraBytes == 0
      ? Self.number(head, at: 22, bytes: 4) : Self.number(rest, at: nameBytes + 4, bytes: 8)
    guard let bytes = Int64(exactly: number), bytes <= size - offset - length else { throw Self.notCanonical }
    let checksum = UInt32(Self.number(head, at: 14, bytes: 4))
    let entry = ArchiveEntry(path: path, size: bytes, checksum: checksum, offset: offset)
    guard ArchiveLayout.header(of: entry) == head + rest, !path.isFolder || (bytes == 0 && checksum == 0)
    else { throw Self.notCanonical }
    return (entry, length)
  }

  private func requireTail(of entries: [ArchiveEntry], at offset: Int64) throws {
    let tail = ArchiveLayout.tail(of: entries, at: offset)
    guard size == offset + Int64(tail.count), try file.read(tail.count, at: offset) == tail else {
      throw Self.notCanonical
    }
  }

  private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> UInt64 {
    bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static let notCanonical = PackageShape.refusal(
    "it is not packed as Sheaf packs (stored entries, sorted, nothing else); unpack it and put the folder"
      + " into Documents")

  // MARK: Unpacking

  /// Writes everything into the empty `directory`, durably.
  ///
  /// Throws `.unfitPackage` for what is no package, or whose bytes are not those of its checksums; what was written until
  /// then stays.
  func unpack(into directory: Directory) throws {
    let entries = try entries()
    for entry in entries {
      if entry.path.isFolder {
        guard try directory.makeDirectory(entry.path.name) else {
          throw PackageShape.refusal("this disk takes two of its names for one")
        }
      } else {
        try unpack(entry, into: directory)
      }
    }
    for entry in entries.reversed() where entry.path.isFolder {
      try directory.directory(entry.path.name).synchronize()
    }
    try directory.synchronize()
  }

  private func unpack(_ entry: ArchiveEntry, into directory: Directory) throws {
    let target = try make(entry, in: directory)
    var (sum, done) = (CyclicRedundancyCheck(), Int64(0))
    let start = entry.offset + Int64(ArchiveLayout.header(of: entry).count)
    while done < entry.size {
      let piece = try file.read(Int(min(Int64(Self.pieceBytes), entry.size - done)), at: start + done)
      guard !piece.isEmpty else { throw Self.notCanonical }
      sum.update(piece)
      try target.append(piece)
      done += Int64(piece.count)
    }
    guard sum.value == entry.checksum else {
      throw PackageShape.refusal("the bytes of \"\(entry.path.text)\" are damaged")
    }
    try target.synchronize()
  }

  private func make(_ entry: ArchiveEntry, in directory: Directory) throws -> Descriptor {
    do {
      return try directory.open(entry.path.name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    } catch  where error.errno == EEXIST {
      throw PackageShape.refusal("this disk takes two of its names for one")
    }
  }
}
