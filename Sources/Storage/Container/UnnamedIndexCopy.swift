import DocumentModel
import GRDB
import LinuxSystem

/// The index as it is at one moment, in a file without a name, which is gone with its last descriptor.
///
/// SQLite copies it page by page within one reading, while others read and write; the log is in it. It is what SQLite
/// itself says that the index holds, so nothing depends on when the log is moved into the file, and the reading ends
/// with the copying, however slowly somebody takes the copy. SQLite opens files by their names alone, so the copy has one
/// in `tmp` until it is whole, and then the directory gets back its time of writing; a crash leaves what the next start
/// removes.
struct UnnamedIndexCopy: Sendable {
  /// Pages that are copied at once.
  private static let step: CInt = 256

  let file: Descriptor
  let status: FileStatus

  /// A copy of `index`, the index of the workspace at `root`.
  ///
  /// Takes as long as reading and writing the index once. Throws `.storageFull` and `.storageFailed`.
  static func make(
    of index: SQLiteMetadataStore, in root: SandboxRoot
  ) async throws(DocumentError) -> UnnamedIndexCopy {
    try await root.write("the index could not be copied") { () throws -> UnnamedIndexCopy in
      let area = try root.directory(of: .temporary)
      let name = StagingArea.stageName()
      let before = try area.descriptor.status()
      _ = try area.open(name, flags: StagingArea.newFile, mode: 0o600)
      do {
        let after = try area.descriptor.status()
        try Self.write(index, to: "\(root.path)/\(StagingArea.path(name))")
        let file = try area.open(name)
        let isAlone = try area.descriptor.status().modified == after.modified
        try area.remove(name)
        if isAlone { try? area.descriptor.setModified(before.modified) }
        return UnnamedIndexCopy(file: file, status: try file.status())
      } catch {
        try? area.remove(name)
        throw error
      }
    }
  }

  private static func write(_ index: SQLiteMetadataStore, to path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // Nobody needs it after a crash, and nothing else is to be made beside it.
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    do {
      let copy = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? copy.close() }
      try index.file.backup(to: copy, pagesPerStep: step)
    } catch let error as DatabaseError {
      throw DocumentError(database: error, of: "the copy of the index")
    }
  }
}
