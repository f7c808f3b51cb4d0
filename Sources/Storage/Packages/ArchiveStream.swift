import DocumentModel
import LinuxSystem

/// An archive that is written while its files are read: header and bytes of each member, then the central directory
/// (APPNOTE.TXT 6.3.10, 4.3.6).
///
/// Its callers choose the members and say which changes of them are errors. Files are read on the workspace's own
/// threads.
///
/// ```swift
/// var stream = ArchiveStream(root)
/// try await stream.addFolder(Array("Papers/".utf8), written: status.modified, to: sink)
/// try await stream.addFile(Array("Papers/a.txt".utf8), to: sink) { try item.reading(in: top) }
/// try await stream.end(to: sink)
/// ```
struct ArchiveStream: Sendable {
  typealias Sink = @Sendable ([UInt8]) async throws -> Void

  private let root: SandboxRoot
  private var directory = ArchiveDirectory()

  init(_ root: SandboxRoot) {
    self.root = root
  }

  /// Adds a folder; `name` ends in a slash, `written` is its time of writing in nanoseconds since 1970.
  ///
  /// Throws `CancellationError`, and what `sink` throws.
  mutating func addFolder(_ name: [UInt8], written: Int64, to sink: Sink) async throws {
    try Task.checkCancellation()
    let folder = StreamedEntry(
      name: name, size: 0, offset: directory.offset, written: ArchiveTime(nanoseconds: written),
      hasDescriptor: false)
    try await sink(ArchiveLayout.header(of: folder))
    directory.add(folder)
  }

  /// Adds the file that `open` opens on a thread that may block.
  ///
  /// Throws what `open` and reading throw, `.storageFailed` for an I/O error, `CancellationError`, and what `sink` throws.
  mutating func addFile(
    _ name: [UInt8], to sink: Sink, _ open: @escaping @Sendable () throws -> ArchivedReading
  ) async throws {
    try Task.checkCancellation()
    var (reading, piece) = try await advance(open)
    var member = StreamedEntry(
      name: name, size: reading.size, checksum: reading.sum.value, offset: directory.offset,
      written: ArchiveTime(nanoseconds: reading.opened.modified),
      hasDescriptor: ArchivedReading.isInBlocks(reading.size))
    try await sink(ArchiveLayout.header(of: member) + piece)
    while reading.done < reading.size {
      try Task.checkCancellation()
      let before = reading
      (reading, piece) = try await advance { before }
      try await sink(piece)
    }
    member.checksum = reading.sum.value
    if member.hasDescriptor { try await sink(ArchiveLayout.descriptor(of: member)) }
    directory.add(member)
  }

  func end(to sink: Sink) async throws {
    for piece in directory.ended() { try await sink(piece) }
  }

  /// A reading that goes on from what `begin` gives, and its next piece.
  private func advance(
    _ begin: @escaping @Sendable () throws -> ArchivedReading
  ) async throws(DocumentError) -> (ArchivedReading, [UInt8]) {
    try await root.run("a file could not be read") { () throws -> (ArchivedReading, [UInt8]) in
      var reading = try begin()
      let piece = try reading.next()
      return (reading, piece)
    }
  }
}

/// The central directory of an archive, gathered while the files go by.
struct ArchiveDirectory {
  private static let pieceBytes = 256 * 1024

  private(set) var offset: Int64 = 0
  private var count = 0
  private var length: Int64 = 0
  /// Records, some together, so that nothing is copied once it lies here.
  private var pieces: [[UInt8]] = [[]]

  mutating func add(_ entry: StreamedEntry) {
    let record = ArchiveLayout.record(of: entry)
    if pieces[pieces.count - 1].count >= Self.pieceBytes { pieces.append([]) }
    pieces[pieces.count - 1] += record
    count += 1
    length += Int64(record.count)
    offset += Int64(ArchiveLayout.header(of: entry).count + ArchiveLayout.descriptor(of: entry).count)
    offset += entry.packedSize
  }

  func ended() -> [[UInt8]] {
    pieces + [ArchiveLayout.end(of: count, directory: length, at: offset)]
  }
}
