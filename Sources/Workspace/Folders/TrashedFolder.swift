public import DocumentModel
public import FoundationEssentials

/// The result of throwing a folder away.
public struct TrashedFolder: Hashable, Sendable {
  /// How many documents are in the Trash now.
  public let documents: Int
  /// When they went there, all at the same moment: what brings them back together.
  public let date: Date
  /// Files that are no documents and keep the folder, or one in it, where it was; they were not touched.
  public let left: LeftFiles
}

/// The result of bringing a folder back.
public struct RestoredFolder: Hashable, Sendable {
  /// How many documents are back.
  public let documents: Int
  /// How many files were no longer in the Trash.
  public let missing: Int
  /// How many stay in the Trash for other reasons, such as a file in the place of their folder.
  public let refused: Int
  /// The first of these reasons.
  public let reason: String?

  init(documents: Int, missing: Int, refused: Int = 0, reason: String? = nil) {
    (self.documents, self.missing, self.refused, self.reason) = (documents, missing, refused, reason)
  }
}
