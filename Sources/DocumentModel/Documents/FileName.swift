import FoundationEssentials

/// One legal name of a file or folder: what every door into the store must get its names through.
///
/// Kept in Unicode normalisation form C (UAX #15), so that two spellings of one name cannot lie side by side.
/// Legal are 1 to 255 bytes of UTF-8 without `/`, `\`, NUL, other control characters or bidirectional overrides
/// (which make `gpj.exe` read `exe.jpg`), not starting with a dot (hidden files are not documents), and not
/// starting or ending with white space.
public struct FileName: Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
  /// The name itself, in normalisation form C.
  public let description: String

  /// The longest name a Linux file system keeps, in bytes of UTF-8.
  public static let maximumBytes = 255

  /// The name written as `text`.
  ///
  /// Throws `DocumentError` with code `.invalidName`, saying which rule it breaks.
  public init(_ text: String) throws(DocumentError) {
    let normal = text.precomposedStringWithCanonicalMapping
    if let fault = Self.fault(of: normal) { throw DocumentError(.invalidName, fault) }
    description = normal
  }

  /// The nearest legal name to `text`, for doors that cannot ask back: a scanner's file must not be lost
  /// because of its name.
  ///
  /// Illegal characters become `_`; a long name is shortened before its extension.
  public init(sanitizing text: String) {
    let normal = text.precomposedStringWithCanonicalMapping
    let replaced = String(
      String.UnicodeScalarView(normal.unicodeScalars.map { Self.isIllegal($0) ? "_" : $0 }))
    var trimmed = replaced.trimmingCharacters(in: .whitespacesAndNewlines)
    if trimmed.hasPrefix(".") { trimmed = "_" + trimmed.dropFirst() }
    if trimmed.isEmpty { trimmed = "untitled" }
    description = Self.shortened(trimmed)
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
    let ending = fileExtension.isEmpty ? "" : String(description.dropFirst(stem.count))
    return FileName(unchecked: Self.joined(stem, suffix: " \(number)\(ending)"))
  }

  /// Orders names by their text.
  public static func < (left: FileName, right: FileName) -> Bool {
    left.description < right.description
  }

  private static func fault(of text: String) -> String? {
    if text.isEmpty { return "a name cannot be empty" }
    if text.utf8.count > maximumBytes { return "the name is longer than \(maximumBytes) bytes" }
    if text.hasPrefix(".") { return "a name cannot start with a dot" }
    if text.unicodeScalars.contains(where: isIllegal) {
      return "the name holds a slash, a control character or a direction override"
    }
    if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
      return "a name cannot start or end with white space"
    }
    return nil
  }

  private static func isIllegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2F, 0x5C: true
    case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF: true
    default: scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > maximumBytes else { return text }
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex, text[dot...].utf8.count <= 32 else {
      return joined(text, suffix: "")
    }
    return joined(String(text[..<dot]), suffix: String(text[dot...]))
  }

  /// `stem` and `suffix` in at most 255 bytes, cutting whole characters off the stem.
  private static func joined(_ stem: String, suffix: String) -> String {
    var stem = Substring(stem)
    while stem.utf8.count + suffix.utf8.count > maximumBytes, !stem.isEmpty { stem.removeLast() }
    return stem + suffix
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
