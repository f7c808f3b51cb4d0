import DocumentModel
import LinuxSystem

/// A regular file, open for reading.
final class FileContent: ReadableContent {
  let file: Descriptor
  /// How it looked when it was opened.
  let opened: FileStatus

  var descriptor: CInt { file.rawValue }
  var size: Int64 { opened.size }
  var fingerprint: String? { opened.fingerprint }

  init(_ file: Descriptor, _ status: FileStatus) {
    self.file = file
    opened = status
  }

  func isUnchanged() -> Bool {
    (try? file.status())?.isSameContent(as: opened) ?? false
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
