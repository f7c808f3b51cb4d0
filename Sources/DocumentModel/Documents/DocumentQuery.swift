/// What to list, in which order, from where on.
public struct DocumentQuery: Hashable, Sendable {
  /// The order of a list.
  ///
  /// Ties are broken by id, so that every order is total and cursors are stable.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// By name, A first.
    case name
    /// By name, Z first.
    case nameDescending = "-name"
    /// Oldest first, by when it last changed.
    case modified
    /// Newest first, by when it last changed.
    case modifiedDescending = "-modified"
    /// Oldest first, by when it came in.
    case created
    /// Newest first, by when it came in.
    case createdDescending = "-created"
    /// Smallest first.
    case size
    /// Largest first.
    case sizeDescending = "-size"
  }

  /// Only documents directly in this folder; nil for all folders.
  public var folder: FolderPath?
  /// Only documents of these types (the caller has resolved conformance); nil for all types.
  public var types: Set<TypeIdentifier>?
  /// Only documents whose name contains every word of this text, without regard to case and accents.
  public var text: String?
  /// Documents in the Trash instead of those in `Documents`.
  public var trashed: Bool
  /// The order.
  public var order: Order
  /// Where the page before ended; nil for the first page.
  public var cursor: String?
  /// The most documents to return.
  public var limit: Int

  /// A query; by default the hundred last changed of the whole workspace.
  public init(
    folder: FolderPath? = nil, types: Set<TypeIdentifier>? = nil, text: String? = nil, trashed: Bool = false,
    order: Order = .modifiedDescending, cursor: String? = nil, limit: Int = 100
  ) {
    self.folder = folder
    self.types = types
    self.text = text
    self.trashed = trashed
    self.order = order
    self.cursor = cursor
    self.limit = limit
  }
}

/// One page of a list, and where the next begins.
public struct DocumentList: Hashable, Sendable {
  /// The documents, in the query's order.
  public let documents: [Document]
  /// To be given as the next query's cursor; nil when there is nothing more.
  public let next: String?

  /// A page from its parts.
  public init(documents: [Document], next: String?) {
    self.documents = documents
    self.next = next
  }
}
