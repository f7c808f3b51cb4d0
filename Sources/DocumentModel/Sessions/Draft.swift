public import FoundationEssentials

/// A received content that is not in its document yet, with everything needed to save it after a crash.
public struct Draft: Hashable, Sendable, Codable {
  /// The session that received it.
  public let session: SessionID
  /// The document that it belongs to.
  public let document: DocumentID
  /// The place of that document; a document that was removed for good is created again there.
  public let location: Location
  /// The content and its base.
  public var content: HandedContent
  /// The content that the client works on, as in ``SessionState/loaded``.
  public let loaded: ContentHash
  /// The content that was being saved at that time; once it is the document's content, this draft replaces it.
  public var pending: ContentHash?
  /// The name of the token or session that sent it.
  public let author: String?
  /// The time at which it was received.
  public let date: Date
  /// The id of the document that keeps it beside the original; chosen in advance, so that a repetition creates one
  /// only.
  public let copy: DocumentID

  /// A draft from all its parts.
  public init(
    session: SessionID, document: DocumentID, location: Location, content: HandedContent,
    loaded: ContentHash, pending: ContentHash? = nil, author: String? = nil, date: Date,
    copy: DocumentID = DocumentID()
  ) {
    self.session = session
    self.document = document
    self.location = location
    self.content = content
    self.loaded = loaded
    self.pending = pending
    self.author = author
    self.date = date
    self.copy = copy
  }
}

/// A draft that cannot be restored, and the reason.
public struct DamagedDraft: Hashable, Sendable {
  /// The session that received it.
  public let session: SessionID
  /// Its path, relative to the workspace's root.
  public let place: String
  /// The damage, in words for users.
  public let reason: String

  /// A damaged draft from its parts.
  public init(session: SessionID, place: String, reason: String) {
    self.session = session
    self.place = place
    self.reason = reason
  }
}
