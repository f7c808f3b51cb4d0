public import FoundationEssentials

/// One change of a document, numbered in the order of the changes.
public struct DocumentEvent: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A new document.
    case created = "document.created"
    /// A new document, handed over by another app; it comes after ``created``.
    case handedOver = "document.handed-over"
    /// New content.
    case changed = "document.changed"
    /// Another name or folder.
    case moved = "document.moved"
    /// To the Trash.
    case deleted = "document.deleted"
    /// Back from the Trash.
    case restored = "document.restored"
    /// Other tags, another note, favourite or handler.
    case metadataChanged = "document.marked"
    /// Removed from the Trash for good; the event carries the document as it was there.
    case removed = "document.removed"
  }

  /// Grows by at least one from event to event of an index, also across restarts.
  public let sequence: Int64
  /// The kind of change.
  public let kind: Kind
  /// The document after the change.
  public let document: Document
  /// The time of the change.
  public let date: Date

  /// An event from its parts.
  public init(sequence: Int64, kind: Kind, document: Document, date: Date) {
    self.sequence = sequence
    self.kind = kind
    self.document = document
    self.date = date
  }
}

/// A live notice that is not stored: a listener that missed it asks for the present state instead.
///
/// Unlike a ``DocumentEvent`` it has no number.
public enum Notice: Hashable, Sendable {
  /// A preference has another value; nil for its initial one again. `client` is the name of the client that changed it,
  /// if that client gave one.
  case preference(PreferenceKey, JSONValue?, client: ClientName?)
  /// A job began, went on, or ended.
  case job(Job)
  /// A client's session on a document changed its state; `closed` after its end.
  case session(SessionFacts)
  /// The number of unresolved conflicts of a document.
  case conflicts(DocumentID, count: Int)
  /// A folder in this one is new, gone or renamed. Changes of documents in it are events of their own.
  case folders(FolderPath)
  /// The annotations of a content changed, up to a revision. `client` is the name of the client that changed them, if that
  /// client gave one.
  case annotations(ContentHash, AnnotationCursor, client: ClientName?)
  /// The pages of a content can be shown: all of them, or the leading ones of a conversion that goes on.
  case previewReady(ContentHash, pageCount: Int, isWhole: Bool)
  /// A page of a series was drawn.
  case thumbnailReady(SpacedPage)
  /// Rules are others, or in another order, than before; so many there are now.
  case rules(count: Int)
  /// Rules changed documents that arrived.
  case rulesApplied(RuleReport)
}

/// A page of a series that a job draws, evenly spaced over a document.
public struct SpacedPage: Hashable, Sendable {
  /// The document.
  public let document: DocumentID
  /// The hash of its content.
  public let sha256: ContentHash
  /// The page's number, from 1.
  public let page: Int
  /// The page's place in the series, from 0.
  public let index: Int
  /// How many pages the series has.
  public let count: Int
  /// The most pixels of the longer side.
  public let size: Int
  /// The format of its picture.
  public let format: ImageFormat
  /// The number of the job.
  public let job: Int

  /// A page from its parts.
  public init(
    document: DocumentID, sha256: ContentHash, page: Int, index: Int, count: Int, size: Int,
    format: ImageFormat,
    job: Int
  ) {
    (self.document, self.sha256, self.page) = (document, sha256, page)
    (self.index, self.count, self.size) = (index, count, size)
    (self.format, self.job) = (format, job)
  }
}
