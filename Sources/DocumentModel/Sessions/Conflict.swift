/// Two contents of one document with the same base, until a user chooses between them.
public struct Conflict: Hashable, Sendable, Identifiable {
  /// The choices of a user.
  public enum Decision: String, Hashable, Sendable, CaseIterable {
    /// The draft becomes the document's content; the other content stays as the version before it.
    case mine
    /// The document stays as it is; the draft becomes an earlier version.
    case theirs
    /// The document stays as it is; the draft becomes a new document beside it.
    case both
  }

  /// The session with the draft.
  public let session: SessionFacts
  /// The draft and its base: ``SessionState/draft``.
  public let mine: HandedContent
  /// The document's current version, with author, time and origin.
  public let theirs: Version

  /// The id of its session.
  public var id: SessionID { session.id }

  /// A conflict from its parts.
  public init(session: SessionFacts, mine: HandedContent, theirs: Version) {
    self.session = session
    self.mine = mine
    self.theirs = theirs
  }
}
