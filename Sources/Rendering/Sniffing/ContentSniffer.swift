import CMagic
import DocumentModel
import LinuxSystem

/// Detects media types with libmagic, and text encodings.
///
/// The database is read when the sniffer is made; later calls open no file. Used by one thread.
final class ContentSniffer {
  /// The examined bytes, which is also libmagic's limit.
  static let maximumBytes = 1 << 20

  private let cookie: magic_t

  /// Loads the system's database; nil when there is none.
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

  /// The type of the bytes behind `content`.
  ///
  /// Throws `.damaged` when they cannot be read.
  func sniff(_ content: Descriptor) throws(DocumentError) -> SniffedContent {
    do {
      return sniff(try content.read(Self.maximumBytes))
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
  }

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

  /// libmagic mistakes the first letters of a Japanese text for a jump instruction, but still calls it text; a
  /// program is none.
  private static let programs: Set<String> = ["application/x-dosexec"]

  /// libmagic separates text from data; of encodings it knows Unicode's and reports Latin-1 for most of the rest.
  private static func encoding(_ said: String, _ found: TextEncoding?) -> String {
    if said == "us-ascii", found?.name == "utf-8" { return said }
    return found?.name ?? (said == "binary" ? said : SniffedContent.unknownEncoding)
  }

  private func ask(_ bytes: [UInt8], _ flags: CInt) -> String? {
    // libmagic would start a process to unpack compressed content, so it only names it.
    magic_setflags(cookie, flags | MAGIC_NO_CHECK_COMPRESS)
    return magic_buffer(cookie, bytes, bytes.count).map { String(cString: $0) }
  }
}
