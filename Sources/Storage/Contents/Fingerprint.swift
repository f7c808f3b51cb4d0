import DocumentModel
import FoundationEssentials
import LinuxSystem

extension FileStatus {
  /// Changes when a file is another or was written to: device, inode, size and both times.
  var fingerprint: String {
    "\(device):\(inode):\(size):\(modified):\(changed)"
  }

  /// Whether both are the same file with, as far as can be told, the same content.
  ///
  /// A rename or link in between is allowed: those change ``changed``.
  func isSameContent(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }

  /// The finding of this file at `location`.
  func placed(at location: Location) -> PlacedContent {
    PlacedContent(
      location: location, size: size, fingerprint: fingerprint, modified: Date(microseconds: modified / 1000))
  }
}
