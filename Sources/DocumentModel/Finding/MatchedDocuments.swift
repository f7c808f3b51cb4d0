/// All documents in which a query is found.
public struct MatchedDocuments: Hashable, Sendable {
  /// The documents in the order of their ids, which stays when others come and go.
  public let documents: [DocumentID]
  /// Whether there are more: so many pages have the words that the newest alone were looked at.
  public let isPartial: Bool

  /// Documents from their parts.
  public init(_ documents: [DocumentID], isPartial: Bool = false) {
    (self.documents, self.isPartial) = (documents, isPartial)
  }
}
