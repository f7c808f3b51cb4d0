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
      try TreeRemoval.remove(id.description, in: trash)
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
}
