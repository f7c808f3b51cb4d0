import DocumentModel
import LinuxSystem

/// How a package looks from outside, with everything in it, at one moment.
///
/// No file is opened for that. All calls block.
struct PackageTree: Sendable {
  struct Item: Sendable {
    let path: PackagePath
    let status: FileStatus

    /// Changes when the entry is replaced or written to.
    ///
    /// Of a folder its place is enough: its entries have their own.
    fileprivate var fingerprint: [UInt8] {
      let times = path.isFolder ? "" : ":\(status.size):\(status.modified):\(status.changed)"
      return path.bytes + [0] + Array("\(status.inode)\(times)".utf8) + [0]
    }
  }

  let items: [Item]
  /// The package as if it were a file.
  ///
  /// Device and number are those of its folder, and the size is that of its archive. The time of writing is the newest
  /// in it, and the time of change is a digest over all of it. A rename of the package changes none of these.
  let status: FileStatus

  /// Looks at the package whose folder is `directory`; links are not followed.
  ///
  /// Throws `.unfitPackage` for one that holds what none may hold.
  init(_ directory: Directory) throws {
    let top = try directory.descriptor.status()
    items = try Self.items(in: directory)
    status = FileStatus(
      kind: .regular, device: top.device, inode: top.inode, links: 1,
      size: ArchiveLayout.size(of: items.map { (path: $0.path, size: $0.size) }),
      modified: items.map(\.newest).reduce(top.modified, max), changed: try Self.digest(of: items),
      birth: top.birth)
  }

  private static func items(in top: Directory) throws -> [Item] {
    var found: [Item] = []
    var waiting: [PackagePath?] = [nil]
    while let path = waiting.popLast() {
      // It may be gone, or a link by now: then the next look differs.
      guard let folder = try path.map({ try top.directoryIfPresent($0.name) }) ?? top else { continue }
      try folder.forEachEntry { entry in
        guard let item = try Self.item(entry, in: folder, at: path) else { return }
        found.append(item)
        guard found.count <= PackageShape.maximumEntries else { throw PackageShape.tooMany }
        if item.path.isFolder { waiting.append(item.path) }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Nil for what is gone by now.
  private static func item(
    _ entry: DirectoryEntry, in folder: Directory, at place: PackagePath?
  ) throws -> Item? {
    guard let name = entry.name else { throw illegalName }
    guard let status = try folder.statusIfPresent(name) else { return nil }
    let slash: [UInt8] = status.kind == .directory ? [UInt8(ascii: "/")] : []
    guard let path = PackagePath((place?.bytes ?? []) + entry.bytes + slash) else { throw illegalName }
    switch status.kind {
    case .regular, .directory: return Item(path: path, status: status)
    case .link, .special: throw PackageShape.refusal("it holds a link, a device or a FIFO")
    }
  }

  private static let illegalName = PackageShape.refusal(
    "it holds a name that cannot be kept, or is nested too deeply")

  /// 60 bits, so that reckoning with it as a time cannot overflow.
  private static func digest(of items: [Item]) throws -> Int64 {
    var hasher = ContentHasher()
    for item in items { hasher.update(item.fingerprint) }
    return Int64(try hasher.finish().description.prefix(15), radix: 16) ?? 0
  }
}

extension PackageTree.Item {
  var size: Int64 { path.isFolder ? 0 : status.size }

  /// Its last time that tells of its content; a folder's change of name is none.
  fileprivate var newest: Int64 { path.isFolder ? status.modified : max(status.modified, status.changed) }
}

// MARK: - Packing

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
