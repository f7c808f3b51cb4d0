/// The actions of a rule on a document that it finds.
public struct RuleActions: Hashable, Sendable {
  /// The tags that the document gets beside its own.
  public let tags: [Tag]
  /// The folder that it is moved to; nil leaves it where it is.
  public let folder: FolderPath?
  /// Whether it becomes a favourite.
  public let favourite: Bool

  /// Actions from their parts; of tags that differ in case alone the first is kept.
  ///
  /// Throws `.invalidParameter` for no action at all, and for more tags than a document may have.
  public init(tags: [Tag] = [], folder: FolderPath? = nil, favourite: Bool = false) throws(DocumentError) {
    var seen: Set<String> = []
    self.tags = tags.filter { seen.insert($0.folded).inserted }
    (self.folder, self.favourite) = (folder, favourite)
    guard self.tags.count <= DocumentMetadata.maximumTags else {
      throw DocumentError(
        .invalidParameter, "tags: a document has \(DocumentMetadata.maximumTags) tags at most")
    }
    guard !self.tags.isEmpty || folder != nil || favourite else {
      throw DocumentError(.invalidParameter, "a rule does something: tags, folder or favourite")
    }
  }
}
