public import DocumentModel
import LinuxSystem

extension FileContentStore {
  private var relocation: FileRelocation {
    FileRelocation(root: root.directory, onStep: onStep, packages: root.packages)
  }

  /// Another name or folder, durably.
  public func move(_ source: Location, to target: Location) async throws(DocumentError) {
    let (target, relocation) = (try target.checked(), relocation)
    try await write("the document could not be moved") { try relocation.move(source, to: target) }
  }

  /// Out of `Documents` into `Library/Trash/<id>`, durably.
  public func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    let relocation = relocation
    try await write("the document could not be put into the Trash") {
      try relocation.trash(id, at: location)
    }
  }

  /// Back from the Trash, durably.
  public func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    let (location, relocation) = (try location.checked(), relocation)
    try await write("the document could not be restored") { try relocation.restore(id, to: location) }
  }

  /// Removes `Library/Trash/<id>`, durably: whoever was told that it is gone does not meet it again after a power cut.
  public func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError) {
    let (root, packages) = (root.directory, root.packages)
    try refusing("the document could not be removed from the Trash") {
      if let hash, let path = try FileRelocation.trashed(id, root),
        let content = try packages.openIfFit(path), try FileHasher.hash(content.file) == hash
      {
        if content.isArchive {
          try packages.keepVersion(content, as: hash)
        } else {
          try VersionFolder(root).keepUnshared(path, as: hash)
        }
      }
      guard let trash = try root.directoryIfPresent(SandboxPath.trash) else { return }
      try trash.removeTree(id.description)
      try trash.synchronize()
    }
  }

  /// The bytes of a document in the Trash.
  public func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try await run("the document could not be opened") {
      guard let path = try FileRelocation.trashed(id, root.directory),
        let content = try root.packages.open(path)
      else { throw FileRelocation.notInTrash }
      return content
    }
  }

  /// Takes back a file that was placed a moment ago and became no document.
  ///
  /// It leaves `Documents` in one step, durably, before anything of it goes: a crash leaves it there, or in `tmp`,
  /// which the next start empties.
  public func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError) {
    guard let found = try await self.hash(location), found.sha256 == hash else { return }
    let (root, names) = (root.directory, root.names)
    try await run("the content could not be taken back") {
      let aside = StagingArea.stageName()
      try root.rename(try names.path(of: location), to: StagingArea.path(aside), rule: .keep)
      try names.synchronize(location.folder)
      names.leave(location.folder)
      try root.directory(SandboxArea.temporary.path).removeTree(aside)
    }
  }
}
