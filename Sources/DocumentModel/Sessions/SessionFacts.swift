public import FoundationEssentials

/// The name of a client's session on a document, from its opening to its closing.
public typealias SessionID = Identifier<SessionFacts>

/// A client's session on a document, as other clients see it.
public struct SessionFacts: Hashable, Sendable, Identifiable {
  /// The session's id.
  public let id: SessionID
  /// The document of the session.
  public let document: DocumentID
  /// The name of the token or session that opened it.
  public let author: String?
  /// The time at which it was opened.
  public let opened: Date
  /// The state of the session.
  public let state: SessionState
  /// The time at which the draft was received; nil without one.
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
