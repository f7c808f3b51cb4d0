/// One thing in an archive, as its header and its record tell of it.
protocol ArchiveMember {
  /// The path in the archive: names joined by slashes, a folder's with one at the end.
  ///
  /// UTF-8, and at most 65,535 bytes.
  var name: [UInt8] { get }
  var size: Int64 { get }
  var checksum: UInt32 { get }
  var offset: Int64 { get }
  /// When it was last written; nil in an archive that knows no times.
  var written: ArchiveTime? { get }
  /// Whether the checksum follows the bytes, because they were not read before the header.
  var hasDescriptor: Bool { get }
}

extension ArchiveMember {
  var isFolder: Bool { name.last == UInt8(ascii: "/") }
  /// Bytes that it takes between header and descriptor.
  var packedSize: Int64 { hasDescriptor ? StoredBlocks.length(of: size) : size }
  /// Whether its lengths need 64 bits.
  var isLong: Bool { packedSize >= ArchiveLayout.overflow }
}

/// One thing in a package's archive.
struct ArchiveEntry: Hashable, Sendable {
  let path: PackagePath
  let size: Int64
  var checksum: UInt32 = 0
  let offset: Int64
}

/// A package's archive follows from paths and bytes alone: no times, and every checksum in its header.
extension ArchiveEntry: ArchiveMember {
  var name: [UInt8] { path.bytes }
  var written: ArchiveTime? { nil }
  var hasDescriptor: Bool { false }
}

/// One thing in an archive that is written while it is sent.
struct StreamedEntry: ArchiveMember, Hashable, Sendable {
  let name: [UInt8]
  let size: Int64
  var checksum: UInt32 = 0
  let offset: Int64
  let written: ArchiveTime?
  let hasDescriptor: Bool
}
