public import FoundationEssentials

/// Something that happened to a document, in the order in which it happened.
public struct DocumentEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A new document.
    case created = "document.created"
    /// New content.
    case changed = "document.changed"
    /// Another name or folder.
    case moved = "document.moved"
    /// To the Trash.
    case deleted = "document.deleted"
    /// Back from the Trash.
    case restored = "document.restored"
    /// Other tags, another note, favourite or handler.
    case marked = "document.marked"
    /// Out of the Trash for good; the document is as it was there.
    case removed = "document.removed"
  }

  /// Grows by at least one from event to event of an index, also across restarts.
  public let sequence: Int64
  /// What happened.
  public let kind: Kind
  /// The document after it.
  public let document: Document
  /// When.
  public let date: Date

  /// An event from its parts.
  public init(sequence: Int64, kind: Kind, document: Document, date: Date) {
    self.sequence = sequence
    self.kind = kind
    self.document = document
    self.date = date
  }
}
