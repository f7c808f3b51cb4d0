public import DocumentModel

/// A place in an export of words: `document`, or `document.page.content` with the first digits of the content's hash.
///
/// A document whose content is another one since then begins anew.
public struct TextExportPlace: Hashable, Sendable, LosslessStringConvertible {
  /// So many digits tell contents of one document apart.
  private static let digits = 12

  /// The document.
  public let document: DocumentID
  /// The page that came last; nil when the whole document came.
  public let page: Int?
  /// The first digits of the hash of its content; nil when the whole document came.
  public let content: String?

  /// The place behind a page.
  public init(after page: Int, of document: DocumentID, content: ContentHash) {
    (self.document, self.page) = (document, page)
    self.content = String(content.description.prefix(Self.digits))
  }

  /// The place behind a document.
  public init(after document: DocumentID) {
    (self.document, page, content) = (document, nil, nil)
  }

  /// The place that ``description`` wrote; nil for another text.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard let document = parts.first.flatMap({ DocumentID($0) }), parts.count == 1 || parts.count == 3 else {
      return nil
    }
    self.document = document
    guard parts.count == 3 else {
      (page, content) = (nil, nil)
      return
    }
    let isPlain = parts[1].utf8.allSatisfy { (48...57).contains($0) } && parts[1].first != "0"
    let isHash = parts[2].utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard isPlain, isHash, parts[2].utf8.count == Self.digits, let page = Int(parts[1]) else { return nil }
    (self.page, content) = (page, String(parts[2]))
  }

  /// The place as a cursor.
  public var description: String {
    guard let page, let content else { return "\(document)" }
    return "\(document).\(page).\(content)"
  }

  /// Whether nothing of a document comes behind this place.
  func isBehind(_ other: DocumentID) -> Bool {
    page == nil
      ? other.description <= document.description : other.description < document.description
  }
}
