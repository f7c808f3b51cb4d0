public import DocumentModel

/// The changes that a rule would make to the documents that are there.
public struct RuleTrial: Sendable {
  /// So many documents are told.
  public static let told = 50

  /// A document that the rule finds.
  public struct Change: Sendable {
    /// The document as it is.
    public let document: Document
    /// The changes of it; empty for a document that is as the rule makes it.
    public let effect: RuleEffect
  }

  /// How many documents it finds.
  public let total: Int
  /// Whether there may be more.
  public let isPartial: Bool
  /// The first of them, those that were changed last first; at most ``told``.
  public let changes: [Change]
  /// The parts of the search that do not mean what they seem to.
  public let remarks: [SearchQuery.Remark]
  /// Whether the folder that it files documents in is not there.
  public let isFolderMissing: Bool
}

extension Rules {
  /// Tries a rule on the documents that are there; none is changed.
  ///
  /// Throws `.invalidParameter` for a search that asks for nothing, and what the index throws.
  public func trial(of draft: RuleDraft) async throws(DocumentError) -> RuleTrial {
    let query = try query(of: draft)
    let matches = try await index.matches(query, isWhole: false)
    let isMissing = try await isFolderMissing(draft.actions)
    let rule = (id: RuleID(), actions: draft.actions)
    var changes: [RuleTrial.Change] = []
    for id in matches.documents.prefix(RuleTrial.told) {
      // It may have gone a moment ago.
      guard let document = try await workspace.index.document(id), document.trashed == nil else { continue }
      let effect = RuleEffect(of: [rule], on: document) { _ in !isMissing }
      changes.append(RuleTrial.Change(document: document, effect: effect))
    }
    return RuleTrial(
      total: matches.documents.count, isPartial: matches.isPartial, changes: changes,
      remarks: query.remarks,
      isFolderMissing: isMissing)
  }
}
