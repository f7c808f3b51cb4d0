/// The changes that rules made to documents which arrived, as one batch.
public struct RuleReport: Hashable, Sendable {
  /// A rule that acted, under the name that it had then.
  public struct Acting: Hashable, Sendable {
    /// The rule.
    public let id: RuleID
    /// Its name for people.
    public let name: String
  }

  /// The batch, by which they are undone.
  public let batch: BatchID
  /// The rules that changed something, in their order.
  public let rules: [Acting]
  /// The documents that were changed.
  public let documents: [DocumentID]
  /// The tags that documents got, each once.
  public private(set) var tags: [Tag] = []
  /// The folders that documents were moved to, each once.
  public private(set) var folders: [FolderPath] = []
  /// Whether a document became a favourite.
  public private(set) var favourite = false

  /// A report of the effects of `rules`, which are in their order, on documents.
  public init(_ batch: BatchID, _ rules: [Rule], _ changes: [(document: DocumentID, effect: RuleEffect)]) {
    let acting = Set(changes.flatMap(\.effect.rules))
    self.batch = batch
    self.rules = rules.filter { acting.contains($0.id) }.map { Acting(id: $0.id, name: $0.draft.name) }
    documents = changes.map(\.document)
    var known: (tags: Set<String>, folders: Set<FolderPath>) = ([], [])
    for (_, effect) in changes {
      tags += effect.tags.filter { known.tags.insert($0.folded).inserted }
      folders += [effect.folder].compactMap(\.self).filter { known.folders.insert($0).inserted }
      favourite = favourite || effect.favourite
    }
  }
}
