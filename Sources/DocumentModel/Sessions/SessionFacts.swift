public import FoundationEssentials

/// One client's work on a document, as seen from outside.
public struct SessionFacts: Hashable, Sendable, Identifiable {
  /// Its name.
  public let id: SessionID
  /// The document that is worked on.
  public let document: DocumentID
  /// Who opened it, by the name of their token or session.
  public let author: String?
  /// When.
  public let opened: Date
  /// Where it stands.
  public let state: SessionState
  /// When the draft was handed over; nil without one.
  public let handed: Date?

  /// Facts from their parts.
  public init(
    id: SessionID, document: DocumentID, author: String?, opened: Date, state: SessionState, handed: Date?
  ) {
    self.id = id
    self.document = document
    self.author = author
    self.opened = opened
    self.state = state
    self.handed = handed
  }
}
