import DocumentModel
import Glibc
import LinuxSystem

/// Names in the tree of `Documents`: made, given, taken back, and made durable.
///
/// All calls block.
struct TreeNames {
  private static let inbox = "Inbox"

  let root: Directory

  /// Makes `folder` and those above it, durably; true when it is new.
  func makeFolders(_ folder: FolderPath) throws -> Bool {
    do {
      return try root.directory(SandboxArea.documents.path).makeDirectories(folder.description)
    } catch {
      throw Self.refusal(error, folder)
    }
  }

  private static func refusal(_ error: SystemError, _ folder: FolderPath) -> any Error {
    switch error.errno {
    case EEXIST, ENOTDIR:
      DocumentError(.nameTaken, "something else lies where the folder \"\(folder)\" should be", cause: error)
    case ELOOP, EXDEV:
      DocumentError(.invalidName, "the folder \"\(folder)\" leads through a link", cause: error)
    default: error
    }
  }

  /// Renames the file at `path` to `location`, whose folders are made; nothing that lies there is touched.
  ///
  /// - Parameter willName: called when the folders are there and the name is not.
  func give(_ path: String, _ location: Location, willName: () throws -> Void = {}) throws {
    for _ in 1...Self.attempts {
      guard let error = try failure(giving: path, location, willName) else { return }
      if error.errno == EEXIST {
        throw DocumentError(.nameTaken, "something is named \"\(location.name)\" there already", cause: error)
      }
      guard error.errno == ENOENT else { throw error }
    }
    throw SystemError(errno: ENOENT, call: "renameat2")
  }

  /// An empty Inbox may be removed between making a folder and putting a file into it; then both are done again.
  private static let attempts = 16

  private func failure(
    giving path: String, _ location: Location, _ willName: () throws -> Void
  ) throws -> SystemError? {
    do {
      _ = try makeFolders(location.folder)
    } catch let error as SystemError {
      return error
    }
    try willName()
    return failure(renaming: path, location)
  }

  private func failure(renaming path: String, _ location: Location) -> SystemError? {
    do {
      try renameKeeping(path, to: SandboxPath.document(location))
      return nil
    } catch {
      return error
    }
  }

  /// Renames without replacing, also where the file system does not know how to.
  func renameKeeping(_ path: String, to target: String) throws(SystemError) {
    do {
      try root.rename(path, to: target, rule: .keep)
    } catch  where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errno) {
      try root.link(path, to: target)
      try root.remove(path)
    }
  }

  /// Makes the names in `folder` durable; nothing needs to be when somebody removed it meanwhile.
  func synchronize(_ folder: FolderPath) throws(SystemError) {
    try root.directoryIfPresent(SandboxPath.folder(folder))?.synchronize()
  }

  /// The Inbox is part of what people see, so it goes when the last file has left it (spec documents FS-4).
  func leave(_ folder: FolderPath) {
    guard folder.names.map(\.description) == [Self.inbox] else { return }
    // Fails when it is not empty, as it should.
    try? root.removeDirectory(SandboxArea.inbox.path)
  }

  /// Whether a regular file is at `location`.
  func isFile(_ location: Location) throws(SystemError) -> Bool {
    try root.statusIfPresent(SandboxPath.document(location))?.kind == .regular
  }
}
