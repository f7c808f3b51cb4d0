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
