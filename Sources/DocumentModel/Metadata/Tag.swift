/// One tag of a document, as users write it: "Taxes 2026".
///
/// Kept in Unicode normalisation form C as it was written, and compared without case. A tag has 1 to 100 bytes of UTF-8
/// and at least one visible character. Control characters, direction overrides and white space at either end are
/// illegal.
public struct Tag: Hashable, Sendable, CustomStringConvertible, Comparable {
  /// The tag as it was written.
  public let description: String
  /// The case-folded spelling, equal for tags that differ in case alone.
  public let folded: String

  /// The longest tag, in bytes of UTF-8.
  public static let maximumBytes = 100

  /// The tag written as `text`.
  ///
  /// Throws `DocumentError` with code `.invalidParameter`, saying which rule it breaks.
  public init(_ text: String) throws(DocumentError) {
    // Longer text is not composed, because composing takes time in proportion to its length.
    let isShort = text.utf8.count <= Self.maximumBytes * String.longestDecomposition
    let normal = isShort ? text.composed : text
    if let fault = Self.fault(of: normal) { throw DocumentError(.invalidParameter, fault) }
    description = normal
    folded = Self.folded(normal)
  }

  /// Orders tags by their folded spelling, then by their written one.
  public static func < (left: Tag, right: Tag) -> Bool {
    (left.folded, left.description) < (right.folded, right.description)
  }

  /// Upper case and back is the full case folding: ß becomes ss, final sigma becomes sigma.
  private static func folded(_ text: String) -> String {
    text.uppercased().lowercased().composed
  }

  private static func fault(of text: String) -> String? {
    if text.isEmpty { return "a tag cannot be empty" }
    if text.utf8.count > maximumBytes { return "a tag is longer than \(maximumBytes) bytes" }
    if text.unicodeScalars.contains(where: { FileName.isIllegal($0) && $0 != "/" && $0 != "\\" }) {
      return "a tag holds a control character or a direction override"
    }
    let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
    if ends.contains(where: { $0?.properties.isWhitespace == true }) {
      return "a tag cannot start or end with white space"
    }
    return FileName.isVisible(text) ? nil : "a tag holds nothing that can be seen"
  }
}

extension Tag: Codable {
  /// Reads the tag from its text.
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

  /// Writes the tag as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A tag and the number of documents in `Documents` that have it.
public struct TagCount: Hashable, Sendable {
  /// The tag, in its most frequent spelling.
  public let tag: Tag
  /// The number of documents that have it in any case.
  public let documents: Int

  /// A count from its parts.
  public init(tag: Tag, documents: Int) {
    self.tag = tag
    self.documents = documents
  }
}
