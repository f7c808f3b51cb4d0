import DocumentModel
import LinuxSystem

/// Immutable bytes behind an open descriptor: sealed memory, or a file of the cache.
///
/// A cache file is replaced but never written to, and stays readable after its deletion.
final class OpenContent: ReadableContent {
  /// Owns the descriptor.
  let source: Descriptor
  let size: Int64

  init(_ source: Descriptor, size: Int64) {
    self.source = source
    self.size = size
  }

  var descriptor: CInt { source.rawValue }

  /// Reads all bytes; blocks on the disk for a file.
  func bytes() throws(SystemError) -> [UInt8] { try source.read(Int(size)) }
}
