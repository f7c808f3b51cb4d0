/// The changes of one document by the rules that find it.
///
/// Rules that contradict one another are no fault: all give their tags, and the first one that files the document does.
public struct RuleEffect: Hashable, Sendable {
  /// The rules that change something, in their order.
  public private(set) var rules: [RuleID] = []
  /// The tags that the document gets; those that it has already are left out.
  public private(set) var tags: [Tag] = []
  /// Whether it becomes a favourite, and was none.
  public private(set) var favourite = false
  /// The folder that it is moved to; nil when it stays.
  public private(set) var folder: FolderPath?

  /// The effect of rules on a document.
  ///
  /// - Parameters:
  ///   - rules: those that find the document, in their order.
  ///   - document: the document as it is.
  ///   - isFiled: whether it may be moved to a folder.
  public init(
    of rules: [(id: RuleID, actions: RuleActions)], on document: Document,
    isFiled: (FolderPath) -> Bool = { _ in true }
  ) {
    var known = Set(document.metadata.tags.map(\.folded))
    var isPlaced = false
    for (id, actions) in rules {
      var isChanging = false
      for tag in actions.tags where known.count < DocumentMetadata.maximumTags {
        guard known.insert(tag.folded).inserted else { continue }
        tags.append(tag)
        isChanging = true
      }
      if actions.favourite, !document.metadata.favourite, !favourite {
        favourite = true
        isChanging = true
      }
      if let folder = actions.folder, !isPlaced, isFiled(folder) {
        // A later rule does not take it out of the folder that it lies in by an earlier one.
        isPlaced = true
        if folder != document.location.folder {
          self.folder = folder
          isChanging = true
        }
      }
      if isChanging { self.rules.append(id) }
    }
  }

  /// Whether the document stays as it is.
  public var isEmpty: Bool { rules.isEmpty }

  /// The changes of its metadata; nil for none.
  public func metadata(of document: Document) -> MetadataChanges? {
    guard !tags.isEmpty || favourite else { return nil }
    return MetadataChanges(
      tags: tags.isEmpty ? nil : document.metadata.tags + tags, favourite: favourite ? true : nil)
  }
}
