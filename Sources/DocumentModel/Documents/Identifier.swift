/// A random name of sixteen characters, spelled like a ``DocumentID``, so that it can be the name of a directory.
///
/// `Subject` is the type of the named things; ids of different types cannot be mixed up.
public struct Identifier<Subject>: Hashable, Sendable, Codable, LosslessStringConvertible, Comparable {
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
  public static func < (left: Self, right: Self) -> Bool {
    left.description < right.description
  }
}
