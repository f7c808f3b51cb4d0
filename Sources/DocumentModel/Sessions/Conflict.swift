/// Two contents of one document that were made without knowing of each other, until somebody decides.
public struct Conflict: Hashable, Sendable, Identifiable {
  /// What somebody may decide.
  public enum Decision: String, Hashable, Sendable, CaseIterable {
    /// The content that was handed over becomes the document's; the other stays as the version before it.
    case mine
    /// The document stays as it is; what was handed over becomes an earlier version.
    case theirs
    /// The document stays as it is; what was handed over becomes a document beside it.
    case both
  }

  /// The session with what was handed over.
  public let session: SessionFacts
  /// What it is a change of, and what it is: ``SessionState/draft``.
  public let mine: HandedContent
  /// The document's content now: who made it, when, and which way.
  public let theirs: Version

  /// As that of its session.
  public var id: SessionID { session.id }

  /// A conflict from its parts.
  public init(session: SessionFacts, mine: HandedContent, theirs: Version) {
    self.session = session
    self.mine = mine
    self.theirs = theirs
  }
}
