import LinuxSystem

/// A file or folder that an archive is to hold.
struct ArchivedItem: Sendable {
  /// Its path in the archive; a folder's with a slash at its end.
  let name: [UInt8]
  /// Where it lies beneath the folder that is archived, as the disk spells it.
  let path: String
  /// How it looked when it was listed.
  let listed: FileStatus

  var isFolder: Bool { listed.kind == .directory }
  /// Bytes that it has in the archive.
  var size: Int64 { isFolder ? 0 : listed.size }
  /// Whether it is sent before all of it was read.
  var hasDescriptor: Bool { ArchivedReading.isInBlocks(size) }
}
