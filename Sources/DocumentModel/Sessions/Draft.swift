public import FoundationEssentials

/// A content that was handed over and is not in its document yet, with all that is needed to save it after a crash.
public struct Draft: Hashable, Sendable, Codable {
  /// The session that it was handed to.
  public let session: SessionID
  /// What it is a content of.
  public let document: DocumentID
  /// Where that document lay: a document that is gone for good is made again there.
  public let location: Location
  /// The content, and what it replaces.
  public var content: HandedContent
  /// What the client works on: as ``SessionState/loaded``.
  public let loaded: ContentHash
  /// What was being saved when it came: when that became the document's content, this content replaces it.
  public var pending: ContentHash?
  /// Who handed it over, by the name of their token or session.
  public let author: String?
  /// When.
  public let date: Date
  /// The id of the document beside it, should both be kept: made before it, so that it is made once.
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
