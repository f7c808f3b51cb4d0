import DocumentModel
import LinuxSystem

/// Bytes that no longer change, behind an open descriptor: sealed memory, or a file of the cache, which is
/// replaced but never written to and stays readable when it is deleted.
final class OpenContent: ReadableContent {
  /// The descriptor's owner.
  let source: Descriptor
  let size: Int64

  init(_ source: Descriptor, size: Int64) {
    self.source = source
    self.size = size
  }

  var descriptor: CInt { source.rawValue }

  /// All bytes.
  ///
  /// Blocks, for a file, on the disk.
  func bytes() throws(SystemError) -> [UInt8] { try source.read(Int(size)) }
}
