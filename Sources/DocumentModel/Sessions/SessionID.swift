/// The name of one client's work on a document: from when it opens the document until it closes it.
///
/// Spelled as a ``DocumentID`` is: it becomes the name of a directory.
public struct SessionID: Hashable, Sendable, Codable, LosslessStringConvertible, Comparable {
  /// Its sixteen characters.
  public let description: String

  /// A new random one.
  public init() {
    description = DocumentID().description
  }

  /// The one written in `text`, or nil when `text` can be none.
  public init?(_ text: some StringProtocol) {
    guard let id = DocumentID(text) else { return nil }
    description = id.description
  }

  /// Reads it from its text.
  ///
  /// Throws `DecodingError` for text that can be none.
  public init(from decoder: any Decoder) throws {
    description = try DocumentID(from: decoder).description
  }

  /// Writes it as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Orders them by their text, so that several can be locked in one order.
  public static func < (left: SessionID, right: SessionID) -> Bool {
    left.description < right.description
  }
}
