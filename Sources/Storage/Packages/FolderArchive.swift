public import DocumentModel
import LinuxSystem

/// A folder as a ZIP, written while it is read.
///
/// The lengths of all files were listed before, so the length of the whole is known. A file with another length, or one
/// that changes while it is read, ends the archive as an error. Besides one piece of a file, names and checksums take
/// memory, some hundred bytes a file.
///
/// Threading: may be used from any task; files are read on the workspace's own threads.
public struct FolderArchive: Sendable {
  let root: SandboxRoot
  let top: Directory
  let items: [ArchivedItem]
  /// Held as long as the archive lives.
  let share: ArchiveRoom.Share
  /// Bytes of the whole archive.
  public let size: Int64
  /// The file name of the archive.
  public let name: FileName

  /// Gives all bytes of the archive to `sink`, in pieces and in order.
  ///
  /// Throws `.contentChanged` when a file has changed since it was listed, `.storageFailed` for an I/O error,
  /// `CancellationError`, and errors of `sink`. After an error the bytes so far are no archive.
  public func write(to sink: @Sendable ([UInt8]) async throws -> Void) async throws {
    var stream = ArchiveStream(root)
    for item in items {
      if item.isFolder {
        try await stream.addFolder(item.name, written: item.listed.modified, to: sink)
      } else {
        try await stream.addFile(item.name, to: sink) { [top] in try item.reading(in: top) }
      }
    }
    try await stream.end(to: sink)
  }
}

/// A file or folder that an archive is to hold.
struct ArchivedItem: Sendable {
  let name: [UInt8]
  /// Where it lies beneath the folder that is archived, as the disk spells it.
  let path: String
  let listed: FileStatus

  var isFolder: Bool { listed.kind == .directory }
  var size: Int64 { isFolder ? 0 : listed.size }
  /// Whether it is sent before all of it was read.
  var hasDescriptor: Bool { ArchivedReading.isInBlocks(size) }
}

extension ArchivedItem {
  /// Longer paths, as a package deep in folders may have, are followed in two steps: the kernel takes 4,095 bytes at once.
  private static let longestPath = 3800
  private static let slash = UInt8(ascii: "/")

  /// Opens the file that it names beneath `top`.
  ///
  /// Throws `.contentChanged` when no file of its length is there any more. Blocks.
  func reading(in top: Directory) throws -> ArchivedReading {
    let file = try open(in: top)
    let opened = try file.status()
    guard opened.kind == .regular, opened.size == size else { throw changed }
    return ArchivedReading(file, opened, changed: changed)
  }

  private func open(in top: Directory) throws -> Descriptor {
    do {
      guard path.utf8.count > Self.longestPath,
        let cut = path.utf8.prefix(Self.longestPath).lastIndex(of: Self.slash)
      else { return try top.openUnnoticed(path) }
      guard let folder = try top.directoryIfPresent(String(path[..<cut])) else { throw changed }
      return try folder.openUnnoticed(String(path[path.utf8.index(after: cut)...]))
    } catch let error as SystemError where error.meansAbsence {
      throw changed
    }
  }

  private var changed: DocumentError {
    DocumentError(.contentChanged, "\"\(path)\" changed while it was downloaded; begin again")
  }
}
