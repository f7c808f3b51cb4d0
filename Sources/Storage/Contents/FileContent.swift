package import DocumentModel
import Glibc
package import LinuxSystem

/// A regular file, or the archive of a package, open for reading.
package final class FileContent: ReadableContent {
  package let file: Descriptor
  /// How it looked when it was opened; of an archive, how its package looked when it was packed.
  let opened: FileStatus
  /// When a package was seen to be what was packed into the file, in nanoseconds since 1970; nil of a document's own
  /// file.
  let packedAt: Int64?

  var isArchive: Bool { packedAt != nil }

  package var descriptor: CInt { file.rawValue }
  package var size: Int64 { opened.size }
  package var fingerprint: Fingerprint? { opened.fingerprint }

  init(_ file: Descriptor, _ status: FileStatus) {
    self.file = file
    opened = status
    packedAt = nil
  }

  /// The archive of the package that looked like `status`; see ``PackageTree``.
  init(archive file: Descriptor, _ status: FileStatus, packedAt moment: Int64) {
    self.file = file
    opened = status
    packedAt = moment
  }

  package func isUnchanged() -> Bool {
    isArchive || (try? file.status())?.isSameContent(as: opened) ?? false
  }

  /// Opens the regular file at `path` beneath `root`; nil when nothing, or something else, is there.
  ///
  /// Blocks.
  ///
  /// Links, devices and FIFOs are told apart before anything is opened, and once more afterwards.
  package static func open(_ path: String, in root: Directory) throws(SystemError) -> (
    Descriptor, FileStatus
  )? {
    do {
      guard try root.status(path).kind == .regular else { return nil }
      let file = try root.open(path)
      let status = try file.status()
      return status.kind == .regular ? (file, status) : nil
    } catch  where error.meansAbsence {
      return nil
    }
  }

  /// As ``open(_:in:)``, of a file whose permissions other users set.
  ///
  /// Throws `.contentUnreadable` when they keep the server from reading it: that says nothing of the workspace.
  static func openReadable(
    _ path: String, in root: Directory
  ) throws -> (Descriptor, FileStatus)? {
    do throws(SystemError) {
      return try open(path, in: root)
    } catch {
      throw refusal(error)
    }
  }

  /// The meaning of a failure to open a file for reading.
  static func refusal(_ error: SystemError) -> any Error {
    guard error.errno == EACCES else { return error }
    return DocumentError(
      .contentUnreadable,
      "the file cannot be read: its permissions, or those of its folder, keep the server out", cause: error)
  }
}
