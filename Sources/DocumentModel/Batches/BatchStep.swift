/// One step of a batch, done by one change of a document and undone by another.
public struct BatchStep: Hashable, Sendable, Codable {
  /// The change of the document.
  public enum Action: Hashable, Sendable, Codable {
    /// Another name or folder.
    case move(from: Location, to: Location)
    /// To the Trash.
    case trash(from: Location)
    /// Back from the Trash.
    case restore(to: Location)
    /// The document is created as a copy of another that has this content.
    case copy(of: DocumentID, content: ContentHash, to: Location)
    /// Other metadata.
    case setMetadata(before: DocumentMetadata, after: DocumentMetadata)

    // The names in the journal.
    private enum CodingKeys: String, CodingKey {
      case move, trash, restore, copy
      case setMetadata = "mark"
    }
  }

  /// The number of the operation that it belongs to, from 1.
  public let operation: Int
  /// The document that is changed or created.
  public let document: DocumentID
  /// The change of the document.
  public let action: Action

  /// A step from its parts.
  public init(operation: Int, document: DocumentID, _ action: Action) {
    self.operation = operation
    self.document = document
    self.action = action
  }

  /// The step that undoes this one; a copy goes to the Trash, from where a step can restore it.
  ///
  /// - Parameter operation: the number of the operation that it belongs to.
  public func inverse(operation: Int) -> BatchStep {
    let inverse: Action =
      switch action {
      case .move(let from, let to): .move(from: to, to: from)
      case .trash(let from): .restore(to: from)
      case .restore(let to), .copy(_, _, let to): .trash(from: to)
      case .setMetadata(let before, let after): .setMetadata(before: after, after: before)
      }
    return BatchStep(operation: operation, document: document, inverse)
  }
}
