import CCharset

/// The encoding of a text, detected from its bytes.
///
/// A byte order mark or valid UTF-8 is certain; every other encoding is ICU's guess by letter frequency.
struct TextEncoding: Hashable {
  /// The encoding's name in the WHATWG Encoding Standard, which browsers use.
  let name: String
  /// The certainty, 0 to 1.
  let confidence: Double

  /// Below this, ICU's guess is as likely for noise.
  static let leastConfidence = 0.2
  /// More text does not improve ICU's guess, and costs 30 to 120 ms per mebibyte.
  static let sampleBytes = 64 << 10

  private init(_ name: String, _ confidence: Double = 1) {
    self.name = name
    self.confidence = confidence
  }

  /// Nil where no encoding is found.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of the content.
  ///   - isCut: whether the content may continue.
  ///   - isText: whether libmagic takes the bytes for text. Otherwise only UTF-16 is detected, whose zeros look like
  /// data.
  init?(of bytes: [UInt8], isCut: Bool, isText: Bool) {
    let found =
      isText
      ? Self.marked(bytes) ?? Self.utf8(bytes, isCut: isCut) ?? Self.faultyUTF8(bytes) ?? Self.guess(bytes)
      : Self.guess(bytes)
    guard let found, isText || found.isUTF16 else { return nil }
    self = found
  }

  /// The encoding that documents mean by a name: often a larger one, as in the WHATWG Encoding Standard.
  ///
  /// Nil for a name that tells nothing: most programs write it over any text.
  static func meant(_ name: String) -> String? {
    switch name.lowercased() {
    case "us-ascii", "ascii": nil
    case "iso-8859-1": "windows-1252"
    case "gb2312": "gb18030"
    case let name: name
    }
  }

  private var isUTF16: Bool { name.hasPrefix("utf-16") }

  private static func marked(_ bytes: [UInt8]) -> TextEncoding? {
    if bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
      return TextEncoding("utf-16le")
    }
    return bytes.starts(with: [0xFE, 0xFF]) ? TextEncoding("utf-16be") : nil
  }

  /// - Parameter isCut: whether the content may continue, so that the last character may be incomplete.
  private static func utf8(_ bytes: [UInt8], isCut: Bool) -> TextEncoding? {
    let whole = isCut ? bytes.dropLast(cutBytes(at: bytes)) : bytes[...]
    guard !bytes.contains(0), String(validating: whole, as: UTF8.self) != nil else { return nil }
    // Seven-bit text with escapes is ISO-2022-JP, or has terminal colours.
    let escape: UInt8 = 0x1B
    if let guess = bytes.contains(escape) ? guess(bytes[...]) : nil, guess.name == "iso-2022-jp" {
      return guess
    }
    return TextEncoding("utf-8")
  }

  /// UTF-8 with faults, such as bytes that were lost: each of them is shown as a replacement character.
  ///
  /// Texts in other encodings have hardly a sequence that is a character in UTF-8.
  private static func faultyUTF8(_ bytes: [UInt8]) -> TextEncoding? {
    guard !bytes.contains(0) else { return nil }
    var (characters, faults) = (0, 0)
    for scalar in String(decoding: bytes.prefix(sampleBytes), as: UTF8.self).unicodeScalars
    where !scalar.isASCII {
      if scalar == "\u{FFFD}" { faults += 1 } else { characters += 1 }
    }
    guard characters > 4 * faults else { return nil }
    return TextEncoding("utf-8", 1 - Double(faults) / Double(faults + characters))
  }

  /// The number of bytes of an incomplete character at the end (RFC 3629, 3).
  private static func cutBytes(at bytes: [UInt8]) -> Int {
    let tail = bytes.suffix(3)
    guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    let needed = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : bytes[lead] >= 0xC2 ? 2 : 1
    let count = bytes.count - lead
    return count < needed && bytes[lead] <= 0xF4 ? count : 0
  }

  private static func guess(_ bytes: [UInt8]) -> TextEncoding? {
    guard let found = guess(sample(of: bytes)) else { return nil }
    // Single-byte encodings have no zeros, and double-byte ones few control characters.
    guard bytes.contains(0) == found.isUTF16 else { return nil }
    let sample = bytes.prefix(sampleBytes)
    if found.isUTF16 { return isUTF16(sample, found) && !isASCIIWithZeros(sample) ? found : nil }
    return isEBCDIC(sample) ? nil : found
  }

  /// Whether letters of ASCII stand side by side, as they do in no text of two bytes a character.
  private static func isASCIIWithZeros(_ bytes: ArraySlice<UInt8>) -> Bool {
    let zeros = bytes.count { $0 == 0 }
    let letters = bytes.count { (0x20..<0x7F).contains($0) || (9...13).contains($0) }
    return letters + zeros == bytes.count && zeros * 4 < bytes.count
  }

  /// Whether a text is in the encoding of mainframes, which ICU takes for Chinese.
  ///
  /// Its letters, digits and spaces lie where other encodings have none of theirs, and it has no line feed of theirs.
  static func isEBCDIC(_ bytes: ArraySlice<UInt8>) -> Bool {
    let spaces = bytes.count { $0 == 0x40 }
    guard spaces * 50 > bytes.count, !bytes.contains(0x0A), !bytes.contains(0x20) else { return false }
    let usual = bytes.count { byte in
      switch byte {
      case 0x81...0x89, 0x91...0x99, 0xA2...0xA9, 0xC1...0xC9, 0xD1...0xD9, 0xE2...0xE9, 0xF0...0xF9: true
      case 0x40, 0x4B...0x50, 0x5A...0x61, 0x6B...0x6F, 0x7A...0x7F, 0x05, 0x0D, 0x15, 0x25: true
      default: false
      }
    }
    return usual * 20 >= bytes.count * 19
  }

  /// A sample from the line with the first letter outside ASCII; earlier lines tell nothing.
  private static func sample(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard bytes.count > sampleBytes, !bytes.prefix(sampleBytes).contains(0) else {
      return bytes.prefix(sampleBytes)
    }
    let first = bytes.firstIndex { $0 >= 0x80 } ?? 0
    let line = bytes[..<first].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? first
    return bytes[line...].prefix(sampleBytes)
  }

  private static func guess(_ bytes: ArraySlice<UInt8>) -> TextEncoding? {
    let found = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { name -> (String, Int)? in
      let confidence = bytes.withUnsafeBytes {
        ccharset_detect($0.baseAddress, CInt($0.count), name.baseAddress, CInt(name.count))
      }
      return name.baseAddress.map { confidence > 0 ? (String(cString: $0), Int(confidence)) : ("", 0) }
    }
    guard let (name, percent) = found, let standard = standardName(name) else { return nil }
    let confidence = Double(percent) / 100
    return confidence < leastConfidence ? nil : TextEncoding(standard, confidence)
  }

  /// Nil for encodings that no browser decodes: UTF-32 and EBCDIC.
  private static func standardName(_ name: String) -> String? {
    switch name.lowercased() {
    case "iso-8859-1": "windows-1252"
    case "iso-8859-9": "windows-1254"
    case let name where name.hasPrefix("utf-32") || name.hasPrefix("ibm"): nil
    case "iso-2022-kr", "iso-2022-cn": nil
    case let name: name
    }
  }

  /// Whether all units are printable characters, which data is not.
  private static func isUTF16(_ bytes: ArraySlice<UInt8>, _ found: TextEncoding) -> Bool {
    let isLittle = found.name == "utf-16le"
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    // The last character may be incomplete.
    guard
      let text = String(validating: units, as: UTF16.self)
        ?? String(validating: units.dropLast(), as: UTF16.self)
    else { return false }
    return text.unicodeScalars.allSatisfy(isPrintable)
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: (9...13).contains(scalar.value)
    case .unassigned, .privateUse: false
    default: true
    }
  }
}
