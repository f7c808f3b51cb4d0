public import DocumentModel
public import FoundationEssentials

/// What became of a folder that was thrown away.
public struct TrashedFolder: Hashable, Sendable {
  /// How many documents are in the Trash now.
  public let documents: Int
  /// When they went there, all at the same moment: what brings them back together.
  public let date: Date
  /// What is no document and keeps the folder, or one in it, where it was; nothing of it was touched.
  public let left: LeftFiles
}

/// What became of a folder that was to come back.
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
