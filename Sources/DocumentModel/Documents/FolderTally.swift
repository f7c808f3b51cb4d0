public import FoundationEssentials

/// What the index says of the documents directly in a folder.
public struct FolderTally: Hashable, Sendable {
  /// How many there are.
  public let documents: Int
  /// When one of them last changed.
  public let modified: Date

  /// A tally from its parts.
  public init(documents: Int, modified: Date) {
    self.documents = documents
    self.modified = modified
  }
}
