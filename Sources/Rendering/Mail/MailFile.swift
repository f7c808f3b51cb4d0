import CMail
import DocumentModel
import LinuxSystem

/// The messages in a file: one (RFC 5322), those of a mailbox (RFC 4155), or one of Apple Mail (emlx).
///
/// Used by one thread.
struct MailFile {
  /// Longer files are read up to here, in bytes.
  static let maximumBytes = 64 << 20
  static let mostMessages = 500
  /// The lines that may belong to heads or begin parts.
  ///
  /// GMime takes up to 10 µs and 2 KiB for each.
  static let mostHeadLines = 100_000

  let messages: [MailPart]
  /// Whether the file goes on.
  let isCut: Bool

  /// Throws `.damaged` for a file without a message, or one that cannot be read.
  init(_ content: Descriptor) throws(DocumentError) {
    let (bytes, isLong) = try Self.read(content)
    let whole = Self.message(in: bytes)
    let range = whole.lowerBound..<Self.end(of: whole, in: bytes)
    // Some programs leave out the first line of a mailbox.
    let mailbox = bytes.starts(with: "From ".utf8) ? 0 : Self.divider(in: bytes, range) ?? range.upperBound
    let first = Self.messages(in: bytes, range.lowerBound..<mailbox, isMailbox: false)
    let others = Self.messages(in: bytes, mailbox..<range.upperBound, isMailbox: true)
    messages = first.messages + others.messages
    isCut = isLong || range != whole || !others.isWhole
    guard !messages.isEmpty else { throw DocumentError(.damaged, "the file has no message") }
  }

  private static func read(_ content: Descriptor) throws(DocumentError) -> (bytes: [UInt8], isLong: Bool) {
    do {
      let bytes = try content.read(maximumBytes)
      return (bytes, try content.status().size > Int64(bytes.count))
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
  }

  /// The message of an emlx file lies between a line with its length and a property list.
  private static func message(in bytes: [UInt8]) -> Range<Int> {
    guard let feed = bytes.prefix(20).firstIndex(of: 10),
      let length = Int(String(decoding: bytes[..<feed], as: UTF8.self).filter { !$0.isWhitespace }),
      length >= 0
    else { return bytes.indices }
    return feed + 1..<feed + 1 + min(length, bytes.count - feed - 1)
  }

  private static func end(of range: Range<Int>, in bytes: [UInt8]) -> Int {
    var (line, headLines) = (range.lowerBound, 0)
    while line < range.upperBound, headLines < mostHeadLines {
      let end = bytes[line..<range.upperBound].firstIndex(of: 10) ?? range.upperBound
      if mayBeHead(bytes[line..<end]) { headLines += 1 }
      line = end + 1
    }
    return min(line, range.upperBound)
  }

  private static func mayBeHead(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, first > 0x20 else { return false }
    return line.starts(with: "--".utf8) || line.prefix(80).contains(UInt8(ascii: ":"))
  }

  /// The place of the first line that divides messages.
  ///
  /// It follows an empty line, and has an address and a date (RFC 4155), which no sentence has that begins with
  /// "From".
  private static func divider(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var (line, followsEmpty) = (range.lowerBound, false)
    while line < range.upperBound {
      let rest = bytes[line..<range.upperBound]
      if followsEmpty, rest.starts(with: "From ".utf8), isDivider(rest.prefix(200)) { return line }
      let end = rest.firstIndex(of: 10) ?? range.upperBound
      followsEmpty = end == line || (end == line + 1 && bytes[line] == 13)
      line = end + 1
    }
    return nil
  }

  private static func isDivider(_ beginning: ArraySlice<UInt8>) -> Bool {
    let line = String(decoding: beginning.prefix { $0 != 10 }, as: UTF8.self)
    let words = line.split(whereSeparator: \.isWhitespace)
    return words.count >= 7 && weekdays.contains(words[2]) && words[5].contains(":")
  }

  private static let weekdays: Set<Substring> = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The messages in a part of a file, and whether they are all of them.
  private static func messages(
    in bytes: [UInt8], _ range: Range<Int>, isMailbox: Bool
  ) -> (messages: [MailPart], isWhole: Bool) {
    guard !range.isEmpty else { return ([], true) }
    let stream = bytes.withUnsafeBytes { all in
      g_mime_stream_mem_new_with_buffer(all.baseAddress.map { $0 + range.lowerBound }, range.count)
    }
    let parser = g_mime_parser_new_with_stream(stream)
    defer {
      g_object_unref(parser)
      g_object_unref(stream)
    }
    if isMailbox { g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX) }
    var messages: [MailPart] = []
    while messages.count < (isMailbox ? mostMessages : 1),
      let message = g_mime_parser_construct_message(parser, nil)
    {
      messages.append(MailPart(retaining: message))
      g_object_unref(message)
    }
    return (messages.filter(\.hasHead), !isMailbox || g_mime_parser_eos(parser) != 0)
  }
}

/// GMime, and the tables with which it decodes the heads of messages.
enum MailLibrary {
  /// The usual encodings of heads (RFC 2047).
  private static let encodings = [
    "ISO-8859-1", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7",
    "ISO-8859-8", "ISO-8859-9", "ISO-8859-10", "ISO-8859-11", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15",
    "ISO-8859-16", "CP1250", "CP1251", "CP1252", "CP1253", "CP1254", "CP1255", "CP1256", "CP1257", "CP1258",
    "KOI8-R", "KOI8-U", "ISO-2022-JP", "SHIFT_JIS", "EUC-JP", "CP932", "ISO-2022-KR", "EUC-KR", "CP949",
    "GB2312", "GBK", "GB18030", "BIG5", "BIG5-HKSCS", "UTF-7",
  ]

  /// Starts GMime and opens the tables, which takes 4 ms and 0.7 MB.
  ///
  /// Must be called once, before the sandbox closes: iconv loads its tables from files of code. They stay as long as a
  /// converter is open, which is never closed.
  static func start() {
    g_mime_init()
    for encoding in encodings { _ = g_iconv_open("UTF-8", encoding) }
  }
}
