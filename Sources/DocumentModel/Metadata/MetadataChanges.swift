/// Changes of a document's metadata.
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
  /// Whether it was shown, as the app asked that handed it over.
  public var isShown = false

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

  /// Changes that make any metadata those of `metadata`.
  public init(to metadata: DocumentMetadata) {
    self.init(
      tags: metadata.tags, favourite: metadata.favourite, note: metadata.note,
      handler: metadata.handler ?? "",
      excludedFromBackup: metadata.excludedFromBackup)
  }

  /// Whether no member is to change.
  public var isEmpty: Bool { self == MetadataChanges() }

  /// The metadata after these changes.
  ///
  /// Throws `.invalidParameter` when the result would break a rule of ``DocumentMetadata``.
  public func applied(to metadata: DocumentMetadata) throws(DocumentError) -> DocumentMetadata {
    try DocumentMetadata(
      tags: tags ?? metadata.tags, favourite: favourite ?? metadata.favourite, note: note ?? metadata.note,
      handler: handler.map { $0.isEmpty ? nil : $0 } ?? metadata.handler,
      excludedFromBackup: excludedFromBackup ?? metadata.excludedFromBackup,
      provenance: isShown ? metadata.provenance?.shown : metadata.provenance)
  }
}
