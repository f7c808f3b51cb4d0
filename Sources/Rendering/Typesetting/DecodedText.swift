import CCharset
import DocumentModel
import Glibc
import LinuxSystem

/// The beginning of a text as valid UTF-8 with line feeds, whatever its encoding and its line ends were.
///
/// Sequences that colour a terminal are left out; other control characters are shown by their pictures (U+2400).
struct DecodedText {
  /// Longer texts are cut, in bytes: more than any reader turns over, and decoded within 0.1 s.
  static let maximumBytes = 32 << 20

  /// The byte order mark in UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Longer lines, on average, are too long to be read.
  private static let longLine = 160

  private(set) var bytes: [UInt8]
  /// Whether the content goes on.
  private(set) var isCut: Bool

  /// The text of a content up to a number of bytes.
  ///
  /// Throws `.damaged` when the content cannot be read.
  init(_ content: Descriptor, upTo limit: Int = maximumBytes) throws(DocumentError) {
    do {
      let size = try content.status().size
      let wanted = Int(min(size, Int64(limit)))
      self.init(try content.read(wanted), isCut: size > Int64(wanted))
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
  }

  /// - Parameter declared: the encoding that the document names; detected where it names none, or an unknown one.
  init(_ bytes: [UInt8], isCut: Bool = false, declared: String? = nil) {
    let named = declared.flatMap(TextEncoding.meant).flatMap { Self.decoded(bytes, $0) }
    let text = named ?? Self.decoded(bytes, Self.detected(bytes, isCut))
    self.bytes = Self.cleaned(text ?? Array(String(decoding: bytes, as: UTF8.self).utf8))
    self.isCut = isCut
  }

  /// The text as it is written.
  ///
  /// JSON has a line for each member then, and XML for each element, where the text is one line or its lines are long.
  /// Programs write such texts.
  ///
  /// - Parameter language: "json" or "xml"; texts in other languages stay as they are.
  func laidOut(as language: String?) -> DecodedText {
    guard ["json", "xml"].contains(language), isOneLine || hasLongLines else { return self }
    let room = Self.maximumBytes
    let lines =
      language == "json" ? IndentedJSON(bytes, room: room).lines : IndentedMarkup(bytes, room: room).lines
    var copy = self
    copy.bytes = lines.bytes
    copy.isCut = isCut || lines.isFull
    return copy
  }

  private var isOneLine: Bool { !bytes.dropLast().contains(UInt8(ascii: "\n")) }

  private var hasLongLines: Bool {
    let feeds = bytes.count { $0 == UInt8(ascii: "\n") }
    return bytes.count / (feeds + 1) > Self.longLine
  }

  private static func detected(_ bytes: [UInt8], _ isCut: Bool) -> String {
    // No browser decodes UTF-32, so it is no encoding in which a text is served.
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return "utf-32le" }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "utf-32be" }
    let sample =
      bytes.count > ContentSniffer.maximumBytes ? Array(bytes.prefix(ContentSniffer.maximumBytes)) : bytes
    let isSample = isCut || sample.count < bytes.count
    if let found = TextEncoding(of: sample, isCut: isSample, isText: true) { return found.name }
    // No browser decodes EBCDIC either. Text with zeros in it is a text for its reader, and data for programs.
    if TextEncoding.isEBCDIC(sample.prefix(TextEncoding.sampleBytes)) { return "ibm-037" }
    return String(validating: bytes, as: UTF8.self) == nil ? "windows-1252" : "utf-8"
  }

  /// Bytes in an encoding as UTF-8, with replacements for what is invalid; nil for an unknown encoding.
  static func decoded(_ bytes: [UInt8], _ encoding: String) -> [UInt8]? {
    if encoding == "utf-8" {
      let marked = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
      return String(validating: marked, as: UTF8.self) == nil
        ? Array(String(decoding: marked, as: UTF8.self).utf8) : marked
    }
    // No encoding of text needs more than three bytes of UTF-8 for one of its own.
    let room = bytes.count * 3 + 16
    let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let made = bytes.withUnsafeBytes { source in
        ccharset_to_utf8(encoding, source.baseAddress, source.count, buffer.baseAddress, room)
      }
      count = max(0, made)
    }
    if text.isEmpty { return nil }
    return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
  }

  private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    // Tabs, line feeds and form feeds (9, 10, 12) stay.
    guard bytes.contains(where: { $0 < 32 && $0 != 10 && $0 != 9 && $0 != 12 || $0 == 127 }) else {
      return bytes
    }
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 9, 10, 12, 32...126, 128...: clean.append(byte)
      case 13: if index + 1 == bytes.count || bytes[index + 1] != 10 { clean.append(10) }
      case 0x1B: index += escapeLength(bytes[index...]) - 1
      default: clean += Array(String(picture(of: byte)).utf8)
      }
      index += 1
    }
    return clean
  }

  private static func picture(of byte: UInt8) -> Character {
    byte == 127 ? "\u{2421}" : Character(Unicode.Scalar(0x2400 + UInt32(byte)) ?? "\u{FFFD}")
  }

  /// The length of a control sequence (ECMA-48, 5.4): ESC [ parameters, and a final byte; one for another escape.
  private static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int {
    guard bytes.dropFirst().first == UInt8(ascii: "[") else { return 1 }
    let parameters = bytes.dropFirst(2).prefix(64).prefix { (0x20...0x3F).contains($0) }
    return min(bytes.count, 2 + parameters.count + 1)
  }
}
