import DocumentModel
import Glibc
import LinuxSystem

/// A content read into memory.
///
/// The file is not mapped, because a mapped file that its owner truncates kills the reading process.
final class ContentBytes {
  /// Longer files are refused, in bytes.
  static let maximumBytes: Int64 = 512 << 20

  let bytes: UnsafeRawBufferPointer

  /// Reads all of `content`.
  ///
  /// Throws `.documentTooLarge`, `.renderMemory` or `.damaged`.
  init(_ content: Descriptor) throws(DocumentError) {
    guard let size = try? content.status().size else {
      throw DocumentError(.damaged, "the content cannot be read")
    }
    guard size <= Self.maximumBytes else {
      throw DocumentError(.documentTooLarge, "the file is larger than \(Self.maximumBytes >> 20) MiB")
    }
    guard let memory = malloc(max(1, Int(size))) else {
      throw DocumentError(.renderMemory, "there is not enough memory to read the file")
    }
    var filled = 0
    while filled < Int(size) {
      let count = pread(content.rawValue, memory + filled, Int(size) - filled, off_t(filled))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      filled += count
    }
    bytes = UnsafeRawBufferPointer(start: memory, count: filled)
  }

  /// Copies bytes that something else owns.
  ///
  /// Throws `.renderMemory`.
  init(copying part: UnsafeRawBufferPointer) throws(DocumentError) {
    guard let memory = malloc(max(1, part.count)) else {
      throw DocumentError(.renderMemory, "there is not enough memory to read the file")
    }
    UnsafeMutableRawBufferPointer(start: memory, count: part.count).copyMemory(from: part)
    bytes = UnsafeRawBufferPointer(start: memory, count: part.count)
  }

  deinit {
    free(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}
