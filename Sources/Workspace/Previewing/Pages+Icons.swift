public import DocumentModel
import LinuxSystem

extension Pages {
  /// The icon of a type as pixels, `size` on a side, for programs that draw no SVG.
  ///
  /// A worker draws it as it draws any picture: this process opens no document, not even its own.
  public func icon(
    of type: TypeIdentifier, size: Int, format: ImageFormat, priority: RenderPriority = .near
  ) async throws(DocumentError) -> RenderedPage {
    try await pixels(
      of: Array(types.current.icon(for: type, size: size).utf8), format: format, priority: priority)
  }

  /// An icon of our own as pixels in a format, as large as it is: an SVG drawing, or the bytes of an image.
  public func pixels(
    of icon: [UInt8], format: ImageFormat, priority: RenderPriority = .near
  ) async throws(DocumentError) -> RenderedPage {
    guard let hash = ContentHash(bytes: SHA256.hash(icon)) else {
      throw DocumentError(.storageFailed, "the icon could not be hashed")
    }
    let source = RenderSource(content: try MemoryContent(icon), hash: hash, kind: .image)
    return try await renderer.render(
      RenderRequest(page: 1, size: .scale(1), format: format), of: source, priority: priority)
  }
}

/// Bytes of our own behind a descriptor: a sealed memory file.
final class MemoryContent: ReadableContent {
  private let file: MemoryFile

  var descriptor: CInt { file.descriptor.rawValue }
  var size: Int64 { Int64(file.size) }

  init(_ bytes: [UInt8]) throws(DocumentError) {
    do {
      let file: Result<MemoryFile, SystemError> = bytes.withUnsafeBytes { bytes in
        Result { () throws(SystemError) in try MemoryFile(sealing: bytes) }
      }
      self.file = try file.get()
    } catch {
      throw DocumentError(.busy, "there is no memory for the drawing now; try again", cause: error)
    }
  }
}
