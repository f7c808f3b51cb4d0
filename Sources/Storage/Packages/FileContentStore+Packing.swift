public import DocumentModel
import LinuxSystem

extension FileContentStore {
  /// Packs the folder into a file that soon has no name, and that is remembered as those of packages in the tree are.
  public func pack(_ directory: CInt) async throws(DocumentError) -> any ReadableContent {
    let own: Directory
    do {
      own = try Directory(duplicating: directory)
    } catch {
      throw DocumentError(disk: error, "the package could not be opened")
    }
    return try await run("the package could not be packed") { try root.packages.pack(own) }
  }
}
