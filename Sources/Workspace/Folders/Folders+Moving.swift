public import DocumentModel
import Logging

extension Folders {
  /// Another name or place for a folder with all that is in it.
  ///
  /// One rename of the kernel and one transaction of the index. Every document keeps its id and has an event
  /// `document.moved`, as when another program renames the folder on the disk. A crash between the two has
  /// the same effect: the next pass over the tree finds every file under its new name. So a file that another
  /// program put in the place of a document is taken into the index before.
  ///
  /// - Parameters:
  ///   - parents: whether the folders that it is to lie in are made.
  ///   - expected: the ``Folder/state`` that it must still be in, else `.versionConflict`; nil for any.
  /// - Throws: `.notFound`, `.nameTaken` when something lies there, `.contentMissing` when what the index has there is
  ///   missing, and so much of it that its disk may be away, `.folderStays` when it would lie in itself, or is
  ///   `Documents` or the Inbox, `.invalidName` when something in it would lie too deep.
  public func moveFolder(
    _ path: FolderPath, to target: FolderPath, parents: Bool = false, expecting expected: String? = nil
  ) async throws(DocumentError) -> Folder {
    try Self.requireMovable(path, to: target)
    // Before the folder is walked through; what is found there may change it.
    try await require(expected, path)
    if path != target {
      try await tree.settleChanged(in: path)
      try await tree.settleRemoved(target)
    }
    let count = try await tree.lock.withExclusiveLock { () async throws(DocumentError) -> Int in
      try await require(expected, path)
      guard path != target else { return 0 }
      if let parent = target.parent, !parents {
        try await requireFolder(parent, "the folder \"\(parent)\" is not there")
      }
      // Before anything was made or has moved: a crash would leave what can only be refused.
      try await index.requireRoom(for: path, in: target)
      // A folder put there a moment ago is in no index yet, and would never come into one.
      try await directory.requireRoom(for: path, in: target)
      if let parent = target.parent, parents { _ = try await directory.makeFolder(parent) }
      try await directory.moveFolder(path, to: target)
      return try await indexMove(path, target)
    }
    if count > 0 { await events.notify() }
    if path != target {
      for parent in Set([path.parent, target.parent].compactMap(\.self)) { notices.post(.folders(parent)) }
      log.info("folder moved", metadata: ["documents": "\(count)"])
    }
    return try await folder(target)
  }

  private static func requireMovable(_ path: FolderPath, to target: FolderPath) throws(DocumentError) {
    _ = try target.checked()
    try requireOrdinary(path)
    guard target != .inbox || path == .inbox, !target.isTop else {
      throw DocumentError(.folderStays, "the name belongs to a folder that Sheaf makes itself")
    }
    guard path == target || !target.isWithin(path) else {
      throw DocumentError(.folderStays, "a folder cannot be moved into itself")
    }
  }

  /// Throws `.folderStays` for `Documents` itself and the Inbox.
  static func requireOrdinary(_ path: FolderPath) throws(DocumentError) {
    guard !path.isTop, path != .inbox else {
      throw DocumentError(
        .folderStays, "\(path.isTop ? "Documents" : "The Inbox") cannot be renamed, moved or removed")
    }
  }

  /// Throws `.notFound` when the folder is not there, `.versionConflict` unless it is still in the expected state.
  func require(_ expected: String?, _ path: FolderPath) async throws(DocumentError) {
    let found = try await folder(path)
    guard expected == nil || expected == found.state else {
      throw DocumentError(.versionConflict, "the folder has changed since you read it; read it again")
    }
  }

  private func indexMove(_ path: FolderPath, _ target: FolderPath) async throws(DocumentError) -> Int {
    do throws(DocumentError) {
      return try await index.moveFolder(path, to: target, at: now())
    } catch {
      do throws(DocumentError) {
        try await directory.moveFolder(target, to: path)
      } catch let second {
        log.error(
          "a folder could not be taken back; the next pass follows it", metadata: ["reason": "\(second)"])
      }
      throw error
    }
  }
}
