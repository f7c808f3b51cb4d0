public import DocumentModel
import Glibc

extension PageRenderer {
  /// The type of bytes, by their content first and their name second, with the reasons.
  ///
  /// Never fails: where libmagic cannot be asked in a worker, patterns and name decide, and the reasons show it.
  ///
  /// - Parameter hash: names the content, so that what is found is kept; nil where it is not known, or the content may
  ///   not stay.
  public func identify(
    _ content: any ReadableContent, hash: ContentHash? = nil, named name: FileName,
    in registry: FileTypeRegistry
  ) async -> Identification {
    let sniffed: SniffedContent? =
      if content.size == 0 {
        nil
      } else if let hash {
        try? await sniff(content, hash: hash)
      } else {
        try? await sniff(content)
      }
    // A few kilobytes that were just written or are about to be read: not worth another thread.
    let head = content.bytes(from: 0, count: 4096)
    return registry.identify(name: name, head: head, size: content.size, sniffed: sniffed)
  }
}

extension ReadableContent {
  /// Up to `count` bytes from `offset` on; fewer at the end of the content or where it cannot be read.
  func bytes(from offset: Int64, count: Int) -> [UInt8] {
    let wanted = Int(max(0, min(Int64(count), size - offset)))
    return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let place = buffer.baseAddress.map { $0 + filled }
        let got = pread(descriptor, place, wanted - filled, off_t(offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got <= 0 { return }
        filled += got
      }
    }
  }
}
