import DocumentModel
import LinuxSystem

/// A regular file, open for reading.
final class FileContent: ReadableContent {
  let size: Int64
  let fingerprint: String?
  private let file: Descriptor

  var descriptor: CInt { file.rawValue }

  init(_ file: Descriptor, _ status: FileStatus) {
    self.file = file
    size = status.size
    fingerprint = status.fingerprint
  }

  /// Opens the regular file at `path` beneath `root`; nil when nothing, or something else, is there.
  ///
  /// Blocks.
  ///
  /// Links, devices and FIFOs are told apart before anything is opened, and once more afterwards.
  static func open(_ path: String, in root: Directory) throws(SystemError) -> (Descriptor, FileStatus)? {
    do {
      guard try root.status(path).kind == .regular else { return nil }
      let file = try root.open(path)
      let status = try file.status()
      return status.kind == .regular ? (file, status) : nil
    } catch  where error.meansAbsence {
      return nil
    }
  }
}
