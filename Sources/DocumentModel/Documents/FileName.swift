/// A legal name of a file or folder; every name passes through this type on its way into the store.
///
/// Kept in Unicode normalisation form C (UAX #15), so that two spellings of one name cannot lie side by side. A name
/// has 1 to 255 bytes of UTF-8 and at least one visible character. Illegal are `/`, `\`, NUL, other control characters
/// and bidirectional controls, which make `gpj.exe` read `exe.jpg`. White space at either end is illegal, and so is a
/// dot in front, because hidden files are not documents.
///
/// Names that only other systems reserve (`CON`, `a:b.txt`, `report.`) are legal, because the store lies on Linux. A
/// file that another program wrote under such a name stays in the list.
public struct FileName: Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
  /// The name itself, in normalisation form C.
  public let description: String

  /// The longest name a Linux file system keeps, in bytes of UTF-8.
  public static let maximumBytes = 255
  /// The longest ending that counts as an extension when a name is shortened, in bytes.
  static let maximumExtensionBytes = 32
  /// The room for a space and a number of seven digits.
  private static let numberBytes = 8
  static let untitled = "untitled"

  /// The name written as `text`.
  ///
  /// Throws `DocumentError` with code `.invalidName`, saying which rule it breaks.
  public init(_ text: String) throws(DocumentError) {
    guard text.utf8.count <= Self.maximumBytes * String.longestDecomposition else { throw Self.tooLong }
    let normal = text.composed
    if let fault = Self.fault(of: normal) { throw DocumentError(.invalidName, fault) }
    description = normal
  }

  /// The nearest legal name to `text`, for inputs without a client to ask, such as a scanner's file.
  ///
  /// Illegal characters become `_`; a long name is shortened before its extension.
  public init(sanitizing text: String) {
    let replaced = text.composed.unicodeScalars.map { Self.isIllegal($0) ? "_" : $0 }
    var trimmed = Self.trimmed(String(String.UnicodeScalarView(replaced)))
    if trimmed.unicodeScalars.first == "." {
      trimmed = "_" + String(trimmed.unicodeScalars.dropFirst())
    }
    if !Self.isVisible(trimmed) { trimmed = Self.untitled }
    description = Self.numbered(trimmed, marker: "")
  }

  init(unchecked text: String) {
    description = text
  }

  /// The letters after the last dot, in lower case; empty when there is none.
  public var fileExtension: String {
    guard let dot = description.lastIndex(of: "."), dot != description.startIndex else { return "" }
    return description[description.index(after: dot)...].lowercased()
  }

  /// The name up to the last dot.
  public var stem: String {
    guard let dot = description.lastIndex(of: "."), dot != description.startIndex else { return description }
    return String(description[..<dot])
  }

  /// The name with a number before its extension: `report 2.pdf`.
  ///
  /// Shortened where it would grow too long.
  public func numbered(_ number: Int) -> FileName {
    FileName(unchecked: Self.numbered(description, marker: " \(number)"))
  }

  /// The name with a word in brackets before its extension: `report (conflict).pdf`.
  ///
  /// Shortened where it would grow too long, and so far that a number has room as well: ``numbered(_:)`` would take it
  /// from the word.
  public func marked(_ word: String) -> FileName {
    let marker = " (\(word))"
    return FileName(
      unchecked: Self.numbered(description, marker: marker, maximum: Self.maximumBytes - Self.numberBytes))
  }

  /// Orders names by their text.
  public static func < (left: FileName, right: FileName) -> Bool {
    left.description < right.description
  }

  /// Reads the name from its text.
  ///
  /// Throws `DecodingError` for an illegal one.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(text)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.detail))
    }
  }

  /// Writes the name as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FileName {
  private static var tooLong: DocumentError {
    DocumentError(.invalidName, "the name is longer than \(maximumBytes) bytes")
  }

  private static func fault(of text: String) -> String? {
    if text.isEmpty { return "a name cannot be empty" }
    if text.utf8.count > maximumBytes { return tooLong.detail }
    // Scalars, not characters: a dot under an accent still hides a file.
    if text.unicodeScalars.first == "." { return "a name cannot start with a dot" }
    if text.unicodeScalars.contains(where: isIllegal) {
      return "the name holds a slash, a control character or a direction override"
    }
    let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
    if ends.contains(where: { $0?.properties.isWhitespace == true }) {
      return "a name cannot start or end with white space"
    }
    return isVisible(text) ? nil : "the name holds nothing that can be seen"
  }

  static func isIllegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2F, 0x5C: true
    case 0x20..<0x7F: false
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: scalar.properties.isNoncharacterCodePoint
    }
  }

  static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// `text` with `marker` before its extension, in at most `maximum` bytes: whole characters are cut off before it.
  private static func numbered(
    _ text: String, marker: String, maximum: Int = maximumBytes
  ) -> String {
    let dot = text.lastIndex(of: ".").flatMap { dot in
      dot != text.startIndex && text[dot...].utf8.count <= maximumExtensionBytes ? dot : nil
    }
    let suffix = marker + text[(dot ?? text.endIndex)...]
    var stem = text[..<(dot ?? text.endIndex)]
    guard stem.utf8.count + suffix.utf8.count > maximum else { return stem + suffix }
    while stem.utf8.count + suffix.utf8.count > maximum { stem.removeLast() }
    let kept = trimmed(String(stem))
    return (isVisible(kept) ? kept : untitled) + suffix
  }
}
