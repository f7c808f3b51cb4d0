public import DocumentModel
public import FoundationEssentials
import Logging

extension Folders {
  /// To the Trash with a folder: with every document in it and below it, at one moment and in one transaction of the
  /// index.
  ///
  /// Changes on the disk are taken into the index first, so that nothing goes unseen. An entry that is no document
  /// (hidden files, links, names that no document can have) stays where it is, with the folders that hold it; all other
  /// folders go. When a file cannot go, those that went before it come back; a crash in between leaves each document
  /// whole, in the folder or in the Trash.
  ///
  /// - Parameter expected: as in ``moveFolder(_:to:parents:expecting:)``.
  /// - Throws: `.notFound`, `.versionConflict`, `.folderStays` for `Documents` and the Inbox.
  public func trashFolder(
    _ path: FolderPath, expecting expected: String? = nil
  ) async throws(DocumentError) -> TrashedFolder {
    try Self.requireOrdinary(path)
    // Before the folder is walked through; what is found there may change it.
    try await require(expected, path)
    try await tree.followMoved(in: path)
    let (trashed, lost) = try await tree.lock.withExclusiveLock {
      () async throws(DocumentError) -> (TrashedFolder, [Document]) in
      try await require(expected, path)
      try await tree.settleAll(in: path)
      let date = tree.places.trashDate()
      let (count, lost) = try await documentsToTrash(in: path, at: date)
      let left = await removeEmptied(path)
      return (TrashedFolder(documents: count, date: date, left: left), lost)
    }
    await events.notify()
    // Outside the lock: what is held is read for it, and stays held until then.
    for document in lost { await tree.places.keepLost(document) }
    if let parent = path.parent { notices.post(.folders(parent)) }
    log.info(
      "folder thrown away", metadata: ["documents": "\(trashed.documents)", "left": "\(trashed.left.count)"])
    return trashed
  }

  /// The rest of a folder whose documents are in the Trash: the folder itself, when the disk does not let it go now.
  private func removeEmptied(_ path: FolderPath) async -> LeftFiles {
    var left = LeftFiles()
    do throws(DocumentError) {
      return try await directory.removeEmptyFolders(path)
    } catch {
      // Another program may have removed it just now.
      guard error.code != .notFound else { return left }
      log.warning("an empty folder could not be removed", metadata: ["reason": "\(error)"])
      left.add(path.description)
    }
    return left
  }

  /// How many documents went, and those whose file another program removed already, or replaced with what is
  /// none.
  private func documentsToTrash(
    in path: FolderPath, at date: Date
  ) async throws(DocumentError) -> (count: Int, lost: [Document]) {
    do throws(DocumentError) {
      var lost: [Document] = []
      try await forEachDocument(in: path) { document async throws(DocumentError) in
        if try await !documents.fileToTrash(document) { lost.append(document) }
      }
      return (try await trashIndex.trashFolder(path, at: date), lost)
    } catch {
      try? await forEachDocument(in: path) { document async throws(DocumentError) in
        guard try await tree.places.isMissing(document.location),
          try await !tree.places.isMissingInTrash(document.id)
        else { return }
        try await documentFiles.restore(document.id, to: document.location)
      }
      throw error
    }
  }

  /// Calls `body` with all documents in a folder and below it, some at a time; for who is alone inside the lock.
  private func forEachDocument(
    in path: FolderPath, _ body: (Document) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    try await tree.forEachPage(in: path) { documents async throws(DocumentError) in
      for document in documents { try await body(document) }
    }
  }

  /// Back from the Trash with all documents that went there with a folder, each to where it was; under a numbered name
  /// where its own has been taken meanwhile.
  ///
  /// One that cannot come back keeps no other one in the Trash. Throws `.notFound` when none went there from this folder at that moment, or all are back; why the first is refused
  /// when all are.
  public func restoreFolder(
    _ path: FolderPath, thrownAwayAt date: Date
  ) async throws(DocumentError) -> RestoredFolder {
    var (documents, missing): (Int, Int) = (0, 0)
    var (refused, reason): (Int, DocumentError?) = (0, nil)
    var last: DocumentID?
    while true {
      let page = try await trashIndex.trashed(within: path, at: date, after: last, limit: Tree.part)
      for document in page {
        do throws(DocumentError) {
          _ = try await self.documents.restore(document.id)
          documents += 1
        } catch {
          if error.code == .notFound {
            missing += 1
          } else {
            (refused, reason) = (refused + 1, reason ?? error)
          }
        }
      }
      last = page.last?.id
      if page.count < Tree.part { break }
    }
    guard documents + missing > 0 else {
      throw reason
        ?? DocumentError(.notFound, "nothing in the Trash came from this folder at that moment")
    }
    if let parent = path.parent { notices.post(.folders(parent)) }
    return RestoredFolder(
      documents: documents, missing: missing, refused: refused, reason: reason?.detail)
  }
}
