/// The name of a batch, of the form of a ``DocumentID``.
public struct BatchID: Hashable, Sendable, Codable, LosslessStringConvertible {
  private let id: DocumentID

  /// The sixteen characters.
  public var description: String { id.description }

  /// A new random id.
  public init() {
    id = DocumentID()
  }

  /// The id written in `text`, or nil when `text` can be no id.
  public init?(_ text: some StringProtocol) {
    guard let id = DocumentID(text) else { return nil }
    self.id = id
  }

  /// Reads the id from its text.
  ///
  /// Throws `DecodingError` for text that can be no id.
  public init(from decoder: any Decoder) throws {
    id = try DocumentID(from: decoder)
  }

  /// Writes the id as its text.
  public func encode(to encoder: any Encoder) throws {
    try id.encode(to: encoder)
  }
}
