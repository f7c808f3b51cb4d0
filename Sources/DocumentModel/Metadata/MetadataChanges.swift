/// Changes of a document's marks.
public struct MetadataChanges: Hashable, Sendable {
  /// The new tags in place of the earlier ones; nil leaves them.
  public var tags: [Tag]?
  /// Whether it is a favourite; nil leaves that.
  public var favourite: Bool?
  /// The new note, empty for none; nil leaves it.
  public var note: String?
  /// Identifier of the new handler, empty for none; nil leaves it.
  public var handler: String?
  /// Whether backups leave it out; nil leaves that.
  public var excludedFromBackup: Bool?

  /// Changes; by default none.
  public init(
    tags: [Tag]? = nil, favourite: Bool? = nil, note: String? = nil, handler: String? = nil,
    excludedFromBackup: Bool? = nil
  ) {
    self.tags = tags
    self.favourite = favourite
    self.note = note
    self.handler = handler
    self.excludedFromBackup = excludedFromBackup
  }

  /// Changes that make any marks those of `marks`.
  public init(to marks: DocumentMetadata) {
    self.init(
      tags: marks.tags, favourite: marks.favourite, note: marks.note, handler: marks.handler ?? "",
      excludedFromBackup: marks.excludedFromBackup)
  }

  /// Whether no member is to change.
  public var isEmpty: Bool { self == MetadataChanges() }

  /// The marks after these changes.
  ///
  /// Throws `.invalidParameter` when the result would break a rule of ``DocumentMetadata``.
  public func applied(to marks: DocumentMetadata) throws(DocumentError) -> DocumentMetadata {
    try DocumentMetadata(
      tags: tags ?? marks.tags, favourite: favourite ?? marks.favourite, note: note ?? marks.note,
      handler: handler.map { $0.isEmpty ? nil : $0 } ?? marks.handler,
      excludedFromBackup: excludedFromBackup ?? marks.excludedFromBackup)
  }
}
