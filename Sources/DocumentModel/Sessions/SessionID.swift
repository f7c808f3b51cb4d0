/// The name of a client's session on a document, from its opening to its closing.
///
/// Spelled like a ``DocumentID``, because it becomes the name of a directory.
public struct SessionID: Hashable, Sendable, Codable, LosslessStringConvertible, Comparable {
  /// Its sixteen characters.
  public let description: String

  /// A new random id.
  public init() {
    description = DocumentID().description
  }

  /// The id written in `text`, or nil when `text` can be none.
  public init?(_ text: some StringProtocol) {
    guard let id = DocumentID(text) else { return nil }
    description = id.description
  }

  /// Reads the id from its text.
  ///
  /// Throws `DecodingError` for text that can be none.
  public init(from decoder: any Decoder) throws {
    description = try DocumentID(from: decoder).description
  }

  /// Writes the id as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Orders ids by their text, so that several can be locked in one order.
  public static func < (left: SessionID, right: SessionID) -> Bool {
    left.description < right.description
  }
}
