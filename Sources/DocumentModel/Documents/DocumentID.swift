/// The stable name of a document: survives rename, move and change of content.
///
/// Sixteen characters of Crockford's base 32 in lower case (80 random bits). The id has no underscore, so that IIIF
/// addresses of the form `{id}_{page}` can be split again.
public struct DocumentID: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// The sixteen characters.
  public let description: String

  static let length = 16

  /// A new random id from the system's generator.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// A new id from a given generator, for tests that want the same one each time.
  public init(using generator: inout some RandomNumberGenerator) {
    let letters = (0..<Self.length).map { _ in Base32.alphabet[Int.random(in: 0..<32, using: &generator)] }
    description = String(decoding: letters, as: UTF8.self)
  }

  /// The id written in `text`, or nil when `text` can be no id.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy(Base32.alphabet.contains) else { return nil }
    description = String(text)
  }

  /// Reads the id from its text.
  ///
  /// Throws `DecodingError` for text that can be no id.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = Self(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a document id"))
    }
    self = id
  }

  /// Writes the id as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
