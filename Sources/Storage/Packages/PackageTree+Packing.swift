import DocumentModel
import LinuxSystem

extension PackageTree {
  private static let pieceBytes: Int64 = 1 << 20

  /// Writes the archive of the package, whose folder is `directory`, into the empty file `target`.
  ///
  /// False when anything in it was changed since it was looked at.
  func pack(_ directory: Directory, into target: Descriptor) throws -> Bool {
    var (entries, offset): ([ArchiveEntry], Int64) = ([], 0)
    for item in items {
      var entry = ArchiveEntry(path: item.path, size: item.size, offset: offset)
      let header = ArchiveLayout.header(of: entry)
      try target.append(header)
      if !item.path.isFolder {
        guard let checksum = try Self.copy(item, in: directory, to: target) else { return false }
        entry.checksum = checksum
        try target.write(ArchiveLayout.header(of: entry), at: offset)
      }
      entries.append(entry)
      offset += Int64(header.count) + entry.size
    }
    try target.append(ArchiveLayout.tail(of: entries, at: offset))
    return try PackageTree(directory).status == status
  }

  /// Copies the bytes of a file and gives their checksum; nil when it is not as it was.
  private static func copy(_ item: Item, in directory: Directory, to target: Descriptor) throws -> UInt32? {
    guard let (file, status) = try FileContent.open(item.path.name, in: directory), status == item.status
    else { return nil }
    var (sum, done) = (CyclicRedundancyCheck(), Int64(0))
    while done < status.size {
      let piece = try file.read(Int(min(pieceBytes, status.size - done)), at: done)
      guard !piece.isEmpty else { return nil }
      sum.update(piece)
      try target.append(piece)
      done += Int64(piece.count)
    }
    return try file.status() == status ? sum.value : nil
  }
}
