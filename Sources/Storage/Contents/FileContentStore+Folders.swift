public import DocumentModel
import LinuxSystem

extension FileContentStore {
  /// Makes a folder and those above it, durably; true when it is new.
  public func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool {
    let folder = try FolderPath(parsing: folder.description)
    let names = TreeNames(root: root.directory)
    return try await run("the folder could not be made") { try names.makeFolders(folder) }
  }

  /// The folders directly in `folder`, by name, without hidden ones and links.
  public func folders(in folder: FolderPath) async throws(DocumentError) -> [FileName] {
    try await run("the folder could not be read") {
      let path = try TreeNames(root: root.directory).path(of: folder)
      guard let directory = try root.directory.directoryIfPresent(path) else {
        throw DocumentError(.notFound, "there is no such folder")
      }
      return try Self.folders(in: directory).sorted()
    }
  }

  private static func folders(in directory: Directory) throws -> Set<FileName> {
    let reader = try DirectoryReader(directory)
    var folders: Set<FileName> = []
    while let entries = try reader.next(256).nonEmpty {
      let found = entries.filter { TreeWalk.kind(of: $0, in: directory) == .directory }
      folders.formUnion(found.compactMap(TreeWalk.legalName))
    }
    return folders
  }

  /// Every regular file in `Documents`; see ``TreeWalk``.
  public func walk() -> AsyncThrowingStream<TreeFinding, any Error> {
    let walk = TreeWalk(root: root)
    return AsyncThrowingStream { try await walk.next() }
  }
}

extension Array {
  /// The array, or nil when there is nothing in it.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
