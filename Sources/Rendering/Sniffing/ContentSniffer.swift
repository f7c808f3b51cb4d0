import CMagic
import DocumentModel
import LinuxSystem

/// Says what bytes are by asking libmagic, and in which encoding a text is.
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
    let said = type.split(separator: "charset=", maxSplits: 1).dropFirst().first.map(String.init) ?? "binary"
    let found = TextEncoding(of: bytes, isCut: bytes.count >= Self.maximumBytes, isText: said != "binary")
    let mediaType = parts.first.map(String.init) ?? "application/octet-stream"
    return SniffedContent(
      mediaType: said != "binary" && Self.programs.contains(mediaType) ? "text/plain" : mediaType,
      encoding: Self.encoding(said, found),
      confidence: found?.confidence ?? 0, description: ask(bytes, MAGIC_NONE) ?? "data")
  }

  /// libmagic takes the first letters of a Japanese text for a jump, and calls it text all the same; a program is none.
  private static let programs: Set<String> = ["application/x-dosexec"]

  /// libmagic tells text from data; of encodings it knows Unicode's, and takes most others for Latin-1.
  private static func encoding(_ said: String, _ found: TextEncoding?) -> String {
    if said == "us-ascii", found?.name == "utf-8" { return said }
    return found?.name ?? (said == "binary" ? said : SniffedContent.unknownEncoding)
  }

  private func ask(_ bytes: [UInt8], _ flags: CInt) -> String? {
    // Compressed content is named, not unpacked: libmagic would start a process for that.
    magic_setflags(cookie, flags | MAGIC_NO_CHECK_COMPRESS)
    return magic_buffer(cookie, bytes, bytes.count).map { String(cString: $0) }
  }
}
