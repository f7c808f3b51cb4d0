public import DocumentModel
import LinuxSystem

extension FileContentStore {
  private var relocation: FileRelocation { FileRelocation(root: root.directory, onStep: onStep) }

  /// Another name or folder, durably.
  public func move(_ source: Location, to target: Location) async throws(DocumentError) {
    let (target, relocation) = (try target.checked(), relocation)
    try await run("the document could not be moved") { try relocation.move(source, to: target) }
  }

  /// Out of `Documents` into `Library/Trash/<id>`, durably.
  public func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    let relocation = relocation
    try await run("the document could not be put into the Trash") {
      try relocation.trash(id, at: location)
    }
  }

  /// Back from the Trash, durably.
  public func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    let (location, relocation) = (try location.checked(), relocation)
    try await run("the document could not be restored") { try relocation.restore(id, to: location) }
  }

  /// The bytes of a document in the Trash.
  public func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try await run("the document could not be opened") {
      guard let path = try FileRelocation.trashed(id, root.directory),
        let (file, status) = try FileContent.open(path, in: root.directory)
      else { throw FileRelocation.notInTrash }
      return FileContent(file, status)
    }
  }
}
