public import DocumentModel
import Glibc
import LinuxSystem

extension FileContentStore {
  /// Another name or folder, durably.
  public func move(_ source: Location, to target: Location) async throws(DocumentError) {
    let target = try target.checked()
    let names = TreeNames(root: root.directory)
    try await run("the document could not be moved") {
      guard try names.isFile(source) else { throw Self.absent }
      guard source != target else { return }
      try names.give(SandboxPath.document(source), target)
      try Self.settle(names, source.folder, target.folder)
    }
  }

  /// Out of `Documents` into `Library/Trash/<id>`, durably.
  public func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    let names = TreeNames(root: root.directory)
    try await run("the document could not be put into the Trash") {
      guard try names.isFile(location) else { throw Self.absent }
      let place = SandboxPath.trash(id)
      guard try Self.trashed(id, names.root) == nil else {
        throw DocumentError(.nameTaken, "this document is in the Trash already")
      }
      _ = try names.root.makeDirectories(place)
      try names.renameKeeping(SandboxPath.document(location), to: "\(place)/\(location.name)")
      try names.root.directory(place).synchronize()
      try names.synchronize(location.folder)
      names.leave(location.folder)
    }
  }

  /// Back from the Trash, durably.
  public func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    let location = try location.checked()
    let names = TreeNames(root: root.directory)
    try await run("the document could not be restored") {
      guard let path = try Self.trashed(id, names.root) else { throw Self.notInTrash }
      try names.give(path, location)
      try names.synchronize(location.folder)
      try names.root.removeDirectory(SandboxPath.trash(id))
      try names.root.directory(SandboxPath.trash).synchronize()
    }
  }

  /// The bytes of a document in the Trash.
  public func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try await run("the document could not be opened") {
      guard let path = try Self.trashed(id, root.directory),
        let (file, status) = try FileContent.open(path, in: root.directory)
      else { throw Self.notInTrash }
      return FileContent(file, status)
    }
  }

  /// The path of the one file of the document `id` in the Trash; nil when it is not there.
  private static func trashed(_ id: DocumentID, _ root: Directory) throws -> String? {
    let place = SandboxPath.trash(id)
    let name = try root.directoryIfPresent(place)?.entries().compactMap(\.name).first
    return name.map { "\(place)/\($0)" }
  }

  private static func settle(_ names: TreeNames, _ source: FolderPath, _ target: FolderPath) throws {
    try names.synchronize(target)
    if source != target { try names.synchronize(source) }
    names.leave(source)
  }

  private static let absent = DocumentError(.notFound, "there is no such document")
  private static let notInTrash = DocumentError(.notFound, "there is no such document in the Trash")
}
