public import FoundationEssentials

/// A folder in `Documents` as it is at one moment.
public struct Folder: Hashable, Sendable {
  /// Its path below `Documents`.
  public let path: FolderPath
  /// The number of documents directly in it.
  public let documents: Int
  /// Whether folders lie directly in it.
  public let hasFolders: Bool
  /// A tag of its contents: it changes when an entry directly in it comes, goes or is renamed, or a document directly
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

/// One page of a list of folders, and the start of the next.
public struct FolderList: Hashable, Sendable {
  /// The folders, in the order of their names.
  public let folders: [Folder]
  /// The last folder of the page, after which the next begins; nil for the last page.
  public let next: FolderPath?

  /// A page from its parts.
  public init(folders: [Folder], next: FolderPath?) {
    self.folders = folders
    self.next = next
  }
}

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
