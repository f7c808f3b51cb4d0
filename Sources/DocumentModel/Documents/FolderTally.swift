public import FoundationEssentials

/// Count and newest change of the documents directly in a folder, from the index.
public struct FolderTally: Hashable, Sendable {
  /// The number of documents.
  public let documents: Int
  /// The time of the newest change among them.
  public let modified: Date

  /// A tally from its parts.
  public init(documents: Int, modified: Date) {
    self.documents = documents
    self.modified = modified
  }
}
