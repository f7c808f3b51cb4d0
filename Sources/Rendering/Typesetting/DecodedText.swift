import CCharset
import DocumentModel
import Glibc
import LinuxSystem

/// The beginning of a text as valid UTF-8 with line feeds, whatever its encoding and its line ends were.
///
/// Sequences that colour a terminal are left out; other control characters are shown by their pictures (U+2400).
/// A long text in UTF-8 is read and decoded part by part as far as it is needed. Used by one thread.
final class DecodedText {
  /// Longer texts are cut, in bytes: more than any reader turns over, and decoded within 0.1 s.
  static let maximumBytes = 32 << 20

  /// The bytes of a content that are read at once; a longer line is read with all that follows it.
  static let partBytes = ContentSniffer.maximumBytes

  /// The byte order mark in UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Longer lines, on average, are too long to be read.
  private static let longLine = 160

  /// The part of a content that has not been decoded, which begins with a line.
  private struct Rest {
    let content: Descriptor
    let range: Range<Int>
    let partBytes: Int
  }

  /// The text so far; until it is complete it ends with a line feed.
  private(set) var bytes: [UInt8]
  /// Whether the content goes on beyond the text.
  private(set) var isCut: Bool
  /// The bytes of the content that become the text, in their own encoding.
  let contentBytes: Int
  private var rest: Rest?

  /// The text of a content up to a number of bytes.
  ///
  /// Throws `.damaged` when the content cannot be read.
  init(
    _ content: Descriptor, upTo limit: Int = maximumBytes, inPartsOf partBytes: Int = partBytes
  ) throws(DocumentError) {
    do {
      let size = try content.status().size
      contentBytes = Int(min(size, Int64(limit)))
      isCut = size > Int64(contentBytes)
      let beginning = try content.read(min(contentBytes, partBytes))
      if let end = Self.firstPart(of: beginning, isWhole: beginning.count == contentBytes) {
        bytes = []
        bytes.reserveCapacity(contentBytes)
        bytes += Self.decoded(Array(beginning[..<end]))
        rest = Rest(content: content, range: end..<contentBytes, partBytes: partBytes)
      } else {
        let whole = beginning.count == contentBytes ? beginning : try content.read(contentBytes)
        bytes = Self.decoded(whole, isCut: isCut)
      }
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
  }

  /// - Parameter declared: the encoding that the document names; detected where it names none, or an unknown one.
  init(_ bytes: [UInt8], isCut: Bool = false, declared: String? = nil) {
    self.bytes = Self.decoded(bytes, isCut: isCut, declared: declared)
    self.isCut = isCut
    contentBytes = bytes.count
  }

  private init(_ lines: IndentedLines, isCut: Bool) {
    bytes = lines.bytes
    self.isCut = isCut || lines.isFull
    contentBytes = lines.bytes.count
  }

  // MARK: - Parts

  /// Where the first part of a longer content ends; nil for a content that must be decoded in one piece.
  private static func firstPart(of beginning: [UInt8], isWhole: Bool) -> Int? {
    guard !isWhole, TextEncoding(of: beginning, isCut: true, isText: true)?.name == "utf-8" else {
      return nil
    }
    return lineEnd(in: beginning)
  }

  private static func lineEnd(in bytes: [UInt8]) -> Int? {
    bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
  }

  /// Adds the next part; false when the text is complete.
  ///
  /// A content that can no longer be read ends here, and is cut.
  func decodeMore() -> Bool {
    guard let rest else { return false }
    guard let part = Self.nextPart(of: rest) else {
      (self.rest, isCut) = (nil, true)
      return false
    }
    bytes += Self.cleaned(Self.valid(part))
    let left = rest.range.dropFirst(part.count)
    self.rest = left.isEmpty ? nil : Rest(content: rest.content, range: left, partBytes: rest.partBytes)
    return true
  }

  /// Nil when the content cannot be read.
  private static func nextPart(of rest: Rest) -> [UInt8]? {
    let (start, count) = (Int64(rest.range.lowerBound), rest.range.count)
    guard let part = try? rest.content.read(min(rest.partBytes, count), at: start), !part.isEmpty else {
      return nil
    }
    if part.count == count { return part }
    if let end = lineEnd(in: part) { return Array(part[..<end]) }
    return try? rest.content.read(count, at: start)
  }

  func decodeAll() {
    while decodeMore() {}
  }

  // MARK: - Layout

  /// The text as it is written.
  ///
  /// JSON has a line for each member then, and XML for each element, where the text is one line or its lines are long.
  /// Programs write such texts.
  ///
  /// - Parameter language: "json" or "xml"; texts in other languages stay as they are.
  func laidOut(as language: String?) -> DecodedText {
    guard ["json", "xml"].contains(language), isOneLine || hasLongLines else { return self }
    decodeAll()
    let room = Self.maximumBytes
    let lines =
      language == "json" ? IndentedJSON(bytes, room: room).lines : IndentedMarkup(bytes, room: room).lines
    return DecodedText(lines, isCut: isCut)
  }

  private var isOneLine: Bool { !bytes.dropLast().contains(UInt8(ascii: "\n")) }

  private var hasLongLines: Bool {
    let feeds = bytes.count { $0 == UInt8(ascii: "\n") }
    return bytes.count / (feeds + 1) > Self.longLine
  }

  // MARK: - Decoding

  private static func decoded(_ bytes: [UInt8], isCut: Bool, declared: String? = nil) -> [UInt8] {
    let named = declared.flatMap(TextEncoding.meant).flatMap { decoded(bytes, $0) }
    let text = named ?? decoded(bytes, detected(bytes, isCut))
    return cleaned(text ?? valid(bytes))
  }

  /// A part in UTF-8.
  private static func decoded(_ part: [UInt8]) -> [UInt8] { cleaned(valid(withoutMark(part))) }

  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// Bytes with replacements for what is no UTF-8.
  private static func valid(_ bytes: [UInt8]) -> [UInt8] {
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    return isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
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
    if encoding == "utf-8" { return valid(withoutMark(bytes)) }
    // No encoding of text needs more than three bytes of UTF-8 for one of its own.
    let room = bytes.count * 3 + 16
    let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let made = bytes.withUnsafeBytes { source in
        ccharset_to_utf8(encoding, source.baseAddress, source.count, buffer.baseAddress, room)
      }
      count = max(0, made)
    }
    return text.isEmpty ? nil : withoutMark(text)
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
    let end = bytes.dropFirst(2 + parameters.count).first
    return 2 + parameters.count + (end.map { $0 >= 0x40 } == true ? 1 : 0)
  }
}
