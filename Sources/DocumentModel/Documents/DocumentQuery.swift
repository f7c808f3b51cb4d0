/// Filter, order and position of a list of documents.
public struct DocumentQuery: Hashable, Sendable {
  /// The order of a list.
  ///
  /// Ties are broken by id, so that every order is total and cursors are stable.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// By name, A first.
    case name
    /// By name, Z first.
    case nameDescending = "-name"
    /// Oldest first, by last change.
    case modified
    /// Newest first, by last change.
    case modifiedDescending = "-modified"
    /// Oldest first, by arrival.
    case created
    /// Newest first, by arrival.
    case createdDescending = "-created"
    /// Smallest first.
    case size
    /// Largest first.
    case sizeDescending = "-size"
    /// By type, in the order of the types' identifiers; of one type by name.
    case type
    /// By type, the last identifier and name first.
    case typeDescending = "-type"
    /// By folder, the top first, without regard to the case of ASCII letters; in one folder by name.
    case folder
    /// By folder, the last one and name first.
    case folderDescending = "-folder"
    /// By the tags, in alphabetical order; then those without any. Of the same tags by name.
    case tags
    /// By the tags, those without any first, then the last ones.
    case tagsDescending = "-tags"
  }

  /// Only documents directly in this folder; nil for all folders.
  public var folder: FolderPath?
  /// Documents in folders below ``folder``, too, at any depth.
  public var isDeep = false
  /// Only documents of these types (the caller has resolved conformance); nil for all types.
  public var types: Set<TypeIdentifier>?
  /// Only documents whose name contains every word of this text, without regard to case and accents.
  public var text: String?
  /// Only documents that have all these tags, without regard to case.
  public var tags: [Tag]
  /// Only documents with this content.
  public var content: ContentHash?
  /// Only favourites.
  public var favourite: Bool
  /// Documents in the Trash instead of those in `Documents`.
  public var trashed: Bool
  /// The order.
  public var order: Order
  /// The cursor that the page before returned; nil for the first page.
  public var cursor: String?
  /// The largest number of documents to return.
  public var limit: Int

  /// A query; by default the hundred most recently changed documents of the whole workspace.
  public init(
    folder: FolderPath? = nil, types: Set<TypeIdentifier>? = nil, text: String? = nil, tags: [Tag] = [],
    favourite: Bool = false, trashed: Bool = false, order: Order = .modifiedDescending,
    cursor: String? = nil, limit: Int = 100
  ) {
    self.folder = folder
    self.types = types
    self.text = text
    self.tags = tags
    self.favourite = favourite
    self.trashed = trashed
    self.order = order
    self.cursor = cursor
    self.limit = limit
  }
}

/// One page of a list, and the cursor of the next.
public struct DocumentList: Hashable, Sendable {
  /// The documents, in the query's order.
  public let documents: [Document]
  /// The cursor for the next query; nil for the last page.
  public let next: String?

  /// A page from its parts.
  public init(documents: [Document], next: String?) {
    self.documents = documents
    self.next = next
  }
}
