public import DocumentModel

/// One operation of a requested batch.
public struct BatchParameters: Sendable {
  /// The kind of operation.
  public enum Action: Sendable {
    /// Another name, another folder, or both; nil leaves it. Nothing is replaced.
    case move(name: FileName?, folder: FolderPath?, conflict: ConflictRule = .fail)
    /// To the Trash.
    case trash
    /// Back from the Trash, under a numbered name when its own is taken.
    case restore
    /// Another document with the same content, as ``Documents/copy(_:named:in:conflict:expecting:author:as:)``;
    /// nothing is replaced.
    case copy(name: FileName?, folder: FolderPath?, conflict: ConflictRule)
    /// Other metadata.
    case setMetadata(MetadataChanges)
  }

  /// The document that it is about.
  public let document: DocumentID
  /// The operation.
  public let action: Action
  /// Throws unless the document, as it is before the batch, is one that the caller knows.
  public let condition: @Sendable (Document) throws(DocumentError) -> Void

  /// An operation from its parts.
  public init(
    _ document: DocumentID, _ action: Action,
    condition: @escaping @Sendable (Document) throws(DocumentError) -> Void = { _ in }
  ) {
    self.document = document
    self.action = action
    self.condition = condition
  }

  var kind: Batch.Kind {
    switch action {
    case .move: .move
    case .trash: .trash
    case .restore: .restore
    case .copy: .copy
    case .setMetadata: .setMetadata
    }
  }
}
