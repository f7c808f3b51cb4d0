/// A folder in `Documents` as it is at one moment.
public struct Folder: Hashable, Sendable {
  /// Where it lies.
  public let path: FolderPath
  /// How many documents lie directly in it.
  public let documents: Int
  /// Whether folders lie directly in it.
  public let hasFolders: Bool
  /// Changes when something comes directly into it, leaves it or gets another name there, and when a document directly
  /// in it changes.
  public let state: String

  /// A folder from its parts.
  public init(path: FolderPath, documents: Int, hasFolders: Bool, state: String) {
    self.path = path
    self.documents = documents
    self.hasFolders = hasFolders
    self.state = state
  }
}

/// One page of a list of folders, and where the next begins.
public struct FolderList: Hashable, Sendable {
  /// The folders, in the order of their names.
  public let folders: [Folder]
  /// The last folder of the page, after which the next begins; nil when there is nothing more.
  public let next: FolderPath?

  /// A page from its parts.
  public init(folders: [Folder], next: FolderPath?) {
    self.folders = folders
    self.next = next
  }
}
