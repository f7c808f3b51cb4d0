public import DocumentModel
import LinuxSystem

extension FileContentStore {
  private var folderRelocation: FolderRelocation {
    FolderRelocation(root: root.directory, onStep: onStep, packages: root.packages.names)
  }

  /// Makes a folder and those above it, durably; true when it is new.
  public func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool {
    let folder = try folder.checked()
    let names = root.names
    return try await write("the folder could not be made") { try names.makeFolders(folder) }
  }

  /// The folders directly in `folder`, by name, without hidden ones and links.
  package func folders(in folder: FolderPath) async throws(DocumentError) -> [FileName] {
    let listing = FolderListing(root: root.directory, packages: root.packages.names)
    return try await run("the folder could not be read") { try listing.names(in: folder) }
  }

  /// One folder, as the disk has it.
  public func folder(_ folder: FolderPath) async throws(DocumentError) -> FoundFolder {
    let listing = FolderListing(root: root.directory, packages: root.packages.names)
    return try await run("the folder could not be read") { try listing.folder(folder) }
  }

  /// A page of the folders directly in `folder`.
  public func folders(
    in folder: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> [FoundFolder] {
    let listing = FolderListing(root: root.directory, packages: root.packages.names)
    return try await run("the folder could not be read") {
      try listing.page(of: folder, after: name, limit: limit)
    }
  }

  /// Asks all folders within one, those on the disk; see ``FolderRoom``.
  public func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    let room = FolderRoom(root: root.directory, packages: root.packages.names)
    try await run("the folder could not be read") { try room.require(for: folder, in: target) }
  }

  /// Another place for a folder, by one rename; see ``FolderRelocation``.
  public func moveFolder(_ source: FolderPath, to target: FolderPath) async throws(DocumentError) {
    let (target, relocation) = (try target.checked(), folderRelocation)
    try await run("the folder could not be moved") { try relocation.move(source, to: target) }
  }

  /// Removes empty folders, those below first; see ``FolderRelocation``.
  public func removeEmptyFolders(_ folder: FolderPath) async throws(DocumentError) -> LeftFiles {
    let relocation = folderRelocation
    return try await run("the folder could not be removed") { try relocation.removeEmpty(folder) }
  }

  /// Every regular file in a folder and below it; see ``TreeWalk``.
  public func walk(in folder: FolderPath) -> AsyncThrowingStream<TreeFinding, any Error> {
    let walk = TreeWalk(root: root, folder: folder)
    return AsyncThrowingStream { try await walk.next() }
  }

  /// How the files at these places look; none of them is opened for reading.
  public func fingerprints(
    at locations: [Location]
  ) async throws(DocumentError) -> [Location: Fingerprint] {
    let names = root.names
    return try await run("the documents could not be examined") {
      var found: [Location: Fingerprint] = [:]
      for location in locations {
        found[location] = try looks(location, names)
      }
      return found
    }
  }

  private func looks(_ location: Location, _ names: TreeNames) throws -> Fingerprint? {
    guard !names.packages.covers(location.folder) else { return nil }
    let path = try names.path(of: location)
    do {
      return try root.packages.status(path)?.fingerprint
    } catch let error as DocumentError where error.code == .unfitPackage {
      return try root.directory.statusIfPresent(path)?.unfitFingerprint
    }
  }
}
