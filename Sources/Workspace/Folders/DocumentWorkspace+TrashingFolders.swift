public import DocumentModel
public import FoundationEssentials
import Logging

extension DocumentWorkspace {
  /// Documents that are looked at together.
  private static var part: Int { 200 }

  /// To the Trash with a folder: with every document in it and below it, at one moment and in one transaction of the
  /// index.
  ///
  /// What others put there or changed is taken into the index first, so that nothing goes unseen. What is no document
  /// (hidden files, links, names that no document can have) stays where it is, with the folders that hold it; all other
  /// folders go. When a file cannot go, those that went before it come back; a crash in between leaves each document
  /// whole, in the folder or in the Trash.
  ///
  /// - Parameter expected: as in ``moveFolder(_:to:parents:expecting:)``.
  /// - Throws: `.notFound`, `.versionConflict`, `.folderStays` for `Documents` and the Inbox.
  public func trashFolder(
    _ path: FolderPath, expecting expected: String? = nil
  ) async throws(DocumentError) -> TrashedFolder {
    try Self.demandOrdinary(path)
    // Before the folder is walked through; what is found there may change it.
    try await demand(expected, path)
    try await followMoved(in: path)
    let (trashed, lost) = try await gate.passAlone {
      () async throws(DocumentError) -> (TrashedFolder, [Document]) in
      try await demand(expected, path)
      try await settleAll(in: path)
      let date = trashDate()
      let (count, lost) = try await documentsToTrash(in: path, at: date)
      let left = await removeEmptied(path)
      return (TrashedFolder(documents: count, date: date, left: left), lost)
    }
    await events.notify()
    // Outside the gate: what is held is read for it, and stays held until then.
    for document in lost { await keepLost(document) }
    if let parent = path.parent { notices.post(.folders(parent)) }
    log.info(
      "folder thrown away", metadata: ["documents": "\(trashed.documents)", "left": "\(trashed.left.count)"])
    return trashed
  }

  /// What stays of a folder whose documents are in the Trash: the folder itself, when the disk does not let it go now.
  private func removeEmptied(_ path: FolderPath) async -> LeftFiles {
    var left = LeftFiles()
    do throws(DocumentError) {
      return try await contents.removeEmptyFolders(path)
    } catch {
      // Others may have removed it just now.
      guard error.code != .notFound else { return left }
      log.warning("an empty folder could not be removed", metadata: ["reason": "\(error)"])
      left.add(path.description)
    }
    return left
  }

  /// Follows the files that others moved out of a folder, and so do not go with it, and those that they moved into it.
  ///
  /// Where nobody moved any it costs a walk through the folder, and none through the tree.
  private func followMoved(in path: FolderPath) async throws(DocumentError) {
    guard try await !isAnyMissing(in: path) else { return await followFiles() }
    var isDue = false
    try await forEachFile(in: path) { files async throws(DocumentError) in
      guard !isDue else { return }
      isDue = try await isAnyFromElsewhere(files)
    }
    if isDue { await followFiles() }
  }

  private func isAnyMissing(in path: FolderPath) async throws(DocumentError) -> Bool {
    var isAny = false
    try await forEachPage(in: path) { documents async throws(DocumentError) in
      guard !isAny else { return }
      let found = try await contents.fingerprints(at: documents.map(\.location))
      isAny = documents.contains { found[$0.location] == nil }
    }
    return isAny
  }

  /// Takes into the index what others did to the files of a folder.
  ///
  /// A file that cannot be read and is no document yet stays what it is.
  private func settleAll(in path: FolderPath) async throws(DocumentError) {
    try await forEachFile(in: path) { files async throws(DocumentError) in
      for file in files { try await settleReadable(file.location) }
    }
  }

  /// Takes into the index what others did to the documents of a folder: by its place alone a file that was put there is
  /// not found any more once the folder has another name.
  ///
  /// To be called outside all gates. Costs a walk through the folder.
  func settleChanged(in path: FolderPath) async throws(DocumentError) {
    try await followMoved(in: path)
    try await forEachFile(in: path) { files async throws(DocumentError) in
      let looks = Dictionary(files.map { ($0.location, $0.fingerprint) }) { first, _ in first }
      for entry in try await metadata.entries(at: files.map(\.location)) {
        let location = entry.document.location
        guard let look = looks[location], !entry.fingerprint.hasContent(of: look) else { continue }
        try await gate.pass(location) { () async throws(DocumentError) in try await settleReadable(location) }
      }
    }
  }

  /// Takes out of the list what the index has in a folder that others removed, or renamed, a moment ago: who is about to
  /// give its name to another would be refused for what is not there.
  ///
  /// To be called outside all gates. Costs a look into the index where no document is there.
  ///
  /// Throws `.contentMissing` when so many files are missing that their disk may be away; none of them goes then.
  func settleRemoved(_ path: FolderPath) async throws(DocumentError) {
    guard try await isFolderMissing(path), try await !fewMissing(in: path).isEmpty else { return }
    await followFiles()
    for document in try await fewMissing(in: path) {
      guard missing.mayGo(document.id) else { throw Self.contentMissing }
      guard try await noteGone(document) else { continue }
      log.notice("the file of a document was removed", metadata: ["document": "\(document.id)"])
    }
  }

  private func isFolderMissing(_ path: FolderPath) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      _ = try await contents.folder(path)
      return false
    } catch {
      guard error.code == .notFound else { throw error }
      return true
    }
  }

  /// The documents in a folder that is not there; throws when they are more than are thrown away at once.
  private func fewMissing(in path: FolderPath) async throws(DocumentError) -> [Document] {
    let many = MissingDocuments<ContinuousClock.Instant>.many
    var query = DocumentQuery(folder: path, order: .created, limit: many + 1)
    query.isDeep = true
    let found = try await metadata.documents(query).documents
    guard found.count <= many else { throw Self.contentMissing }
    return found
  }

  /// Calls `body` with all files in a folder and below it, some at a time.
  private func forEachFile(
    in path: FolderPath, _ body: ([PlacedContent]) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    do {
      var files: [PlacedContent] = []
      for try await case .file(let file) in contents.walk(in: path) {
        files.append(file)
        guard files.count == Self.part else { continue }
        try await body(files)
        files.removeAll(keepingCapacity: true)
      }
      try await body(files)
    } catch {
      throw (error as? DocumentError)
        ?? DocumentError(.storageFailed, "the folder could not be read", cause: error)
    }
  }

  private func settleReadable(_ location: Location) async throws(DocumentError) {
    let known = try await metadata.document(at: location)
    do throws(DocumentError) {
      _ = try await settle(location)
    } catch  where known == nil && error.code != .storageFull {
      log.warning("a file could not be taken up", metadata: ["reason": "\(error)"])
    }
  }

  /// How many went, and those whose file others removed already, or put in its place what is none.
  private func documentsToTrash(
    in path: FolderPath, at date: Date
  ) async throws(DocumentError) -> (count: Int, lost: [Document]) {
    do throws(DocumentError) {
      var lost: [Document] = []
      try await forEachDocument(in: path) { document async throws(DocumentError) in
        if try await !fileToTrash(document) { lost.append(document) }
      }
      return (try await metadata.trashFolder(path, at: date), lost)
    } catch {
      try? await forEachDocument(in: path) { document async throws(DocumentError) in
        guard try await isMissing(document.location), try await !isMissingInTrash(document.id) else { return }
        try await contents.restore(document.id, to: document.location)
      }
      throw error
    }
  }

  /// Calls `body` with all documents in a folder and below it, some at a time; for who is alone inside the gate.
  private func forEachDocument(
    in path: FolderPath, _ body: (Document) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    try await forEachPage(in: path) { documents async throws(DocumentError) in
      for document in documents { try await body(document) }
    }
  }

  private func forEachPage(
    in path: FolderPath, _ body: ([Document]) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    var query = DocumentQuery(folder: path, order: .created, limit: Self.part)
    query.isDeep = true
    repeat {
      let page = try await metadata.documents(query)
      try await body(page.documents)
      query.cursor = page.next
    } while query.cursor != nil
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
      let page = try await metadata.trashed(within: path, at: date, after: last, limit: Self.part)
      for document in page {
        do throws(DocumentError) {
          _ = try await restore(document.id)
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
      if page.count < Self.part { break }
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
