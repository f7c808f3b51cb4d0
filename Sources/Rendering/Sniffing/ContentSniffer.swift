import CMagic
import DocumentModel
import LinuxSystem

/// Says what bytes are by asking libmagic.
///
/// Its database is read when it is made, and nothing of the file system afterwards. Used by one thread.
final class ContentSniffer {
  /// What lies behind is not looked at: libmagic's own bound.
  static let maximumBytes = 1 << 20

  private let cookie: magic_t

  /// Opens the system's database; nil when there is none.
  init?() {
    guard let cookie = magic_open(MAGIC_MIME) else { return nil }
    guard magic_load(cookie, nil) == 0 else {
      magic_close(cookie)
      return nil
    }
    self.cookie = cookie
  }

  deinit {
    magic_close(cookie)
  }

  /// What the bytes behind `content` are.
  ///
  /// Throws `.damaged` when they cannot be read.
  func sniff(_ content: Descriptor) throws(DocumentError) -> SniffedContent {
    do {
      return sniff(try content.read(Self.maximumBytes))
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
  }

  /// What `bytes` are.
  func sniff(_ bytes: [UInt8]) -> SniffedContent {
    let type = ask(bytes, MAGIC_MIME) ?? "application/octet-stream; charset=binary"
    let parts = type.split(separator: ";", maxSplits: 1)
    let encoding = type.split(separator: "charset=", maxSplits: 1).dropFirst().first ?? "binary"
    return SniffedContent(
      mediaType: parts.first.map(String.init) ?? "application/octet-stream", encoding: String(encoding),
      description: ask(bytes, MAGIC_NONE) ?? "data")
  }

  private func ask(_ bytes: [UInt8], _ flags: CInt) -> String? {
    // Compressed content is named, not unpacked: libmagic would start a process for that.
    magic_setflags(cookie, flags | MAGIC_NO_CHECK_COMPRESS)
    return magic_buffer(cookie, bytes, bytes.count).map { String(cString: $0) }
  }
}
