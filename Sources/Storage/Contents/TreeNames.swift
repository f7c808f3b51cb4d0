package import DocumentModel
import Glibc
package import LinuxSystem

/// Names in the tree of `Documents`: made, given, taken back, and made durable.
///
/// All calls block.
package struct TreeNames {
  private static let inbox = "Inbox"

  let root: Directory
  private let onListing: @Sendable () -> Void
  private let clock: @Sendable () -> Int64
  /// Folders of these names are documents, and nothing in them is.
  let packages: PackageNames

  package init(root: Directory) {
    self.init(root: root, packages: .empty)
  }

  init(
    root: Directory, packages: PackageNames = .empty, onListing: @escaping @Sendable () -> Void = {},
    clock: @escaping @Sendable () -> Int64 = { SystemClock.now() }
  ) {
    (self.root, self.packages, self.onListing, self.clock) = (root, packages, onListing, clock)
  }

  /// The path beneath the workspace's root of what lies at `location`, in whatever Unicode spelling.
  ///
  /// Names are shown in form C. macOS writes other forms, and a file keeps the name that a program gave it.
  /// Form C when nothing lies there.
  ///
  /// Throws `.notFound` for what would lie in a package.
  package func path(of location: Location) throws -> String {
    guard !packages.covers(location.folder) else {
      throw DocumentError(.notFound, "there is no such document: what lies in a package is none")
    }
    return try path(SandboxPath.document(location), location.folder.names + [location.name])
  }

  func path(of folder: FolderPath) throws -> String {
    try path(SandboxPath.folder(folder), folder.names)
  }

  private func path(_ direct: String, _ names: [FileName]) throws -> String {
    guard !direct.isASCII, try root.statusIfPresent(direct) == nil else { return direct }
    var path = SandboxArea.documents.path
    for name in names { path += "/\(try spelling(of: name, in: path))" }
    return path
  }

  private func spelling(of name: FileName, in folder: String) throws -> String {
    guard !name.description.isASCII, try root.statusIfPresent("\(folder)/\(name)") == nil else {
      return name.description
    }
    // Names written by macOS are found without a look at all the other names; form D may be longer than any name can
    // be.
    let decomposed = name.description.decomposed
    if decomposed.utf8.count <= FileName.maximumBytes,
      try root.statusIfPresent("\(folder)/\(decomposed)") != nil
    {
      return decomposed
    }
    return try listedSpelling(of: name, in: folder) ?? name.description
  }

  /// Neither form C nor form D, as names get that were put together of both.
  private func listedSpelling(of name: FileName, in folder: String) throws -> String? {
    guard let directory = try root.directoryIfPresent(folder) else { return nil }
    return try ListedSpellings.shared.spelling(
      of: name.description, in: directory, clock: clock, onListing: onListing)
  }

  /// Makes `folder` and those above it, durably; true when it is new.
  func makeFolders(_ folder: FolderPath) throws -> Bool {
    try packages.requireFolder(folder)
    do {
      let documents = try root.directory(SandboxArea.documents.path)
      let path = try path(of: folder).dropFirst(SandboxArea.documents.path.count + 1)
      return try documents.makeDirectories(String(path))
    } catch let error as SystemError {
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
  package func give(_ path: String, _ location: Location, willName: () throws -> Void = {}) throws {
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
    return try failure(renaming: path, location)
  }

  private func failure(renaming path: String, _ location: Location) throws -> SystemError? {
    do {
      try renameKeeping(path, to: self.path(of: location))
      return nil
    } catch let error as SystemError {
      return error
    }
  }

  /// Renames without replacing, also where the file system does not know how to.
  package func renameKeeping(_ path: String, to target: String) throws(SystemError) {
    do {
      try root.rename(path, to: target, rule: .keep)
    } catch  where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errno) {
      try root.link(path, to: target)
      try root.remove(path)
    }
  }

  package func synchronize(_ folder: FolderPath) throws {
    try root.directoryIfPresent(path(of: folder))?.synchronize()
  }

  /// The Inbox is part of what people see, so it goes when the last file has left it (spec documents FS-4).
  func leave(_ folder: FolderPath) {
    guard folder.names.map(\.description) == [Self.inbox] else { return }
    // Fails when it is not empty, as it should.
    try? root.removeDirectory(SandboxArea.inbox.path)
  }

  package func isFile(_ location: Location) throws -> Bool {
    guard !packages.covers(location.folder) else { return false }
    return switch try root.statusIfPresent(path(of: location))?.kind {
    case .regular: true
    case .directory: packages.contains(location.name)
    case .link, .special, nil: false
    }
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension PackageNames {
  /// Throws `.invalidName` when `folder` would be a package, or lie in one.
  func requireFolder(_ folder: FolderPath) throws(DocumentError) {
    guard let name = folder.names.first(where: contains) else { return }
    throw DocumentError(
      .invalidName, "a folder called \"\(name)\" is a document, and nothing can be put into it")
  }
}
