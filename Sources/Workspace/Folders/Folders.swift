public import DocumentModel
public import FoundationEssentials
import Logging

/// Folders: the tree has them, empty ones too; the index knows what documents are in them.
public struct Folders: UsesServices {
  let documents: Documents

  var services: Services { documents.services }
  var tree: Tree { documents.tree }

  /// One folder.
  ///
  /// Throws `.notFound` when it is not there.
  public func folder(_ path: FolderPath) async throws(DocumentError) -> Folder {
    let found = try await directory.folder(path)
    return Self.folder(found, try await index.tallies(of: [path])[path])
  }

  /// The folders directly in `path`, in the order of lists by name, after the one called `name`; at most `limit`.
  public func folders(
    in path: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> FolderList {
    // One more than asked for tells whether there is a next page.
    let found = try await directory.folders(in: path, after: name, limit: limit + 1)
    return try await page(found, limit: limit)
  }

  /// The folders below `path` at any depth, each before those in it, after the folder `last`; at most `limit`.
  ///
  /// A page takes memory for itself and what is beside it on the way down, however many folders there are.
  public func folders(
    below path: FolderPath, after last: FolderPath?, limit: Int
  ) async throws(DocumentError) -> FolderList {
    guard last?.isWithin(path) ?? true else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    _ = try await directory.folder(path)
    var walk = FolderWalk(below: path, after: last)
    var found: [FoundFolder] = []
    while found.count <= limit, let next = try await walk.next(in: directory, limit: limit + 1) {
      found.append(next)
    }
    return try await page(found, limit: limit)
  }

  private func page(_ found: [FoundFolder], limit: Int) async throws(DocumentError) -> FolderList {
    let listed = Array(found.prefix(limit))
    let tallies = try await index.tallies(of: listed.map(\.path))
    return FolderList(
      folders: listed.map { Self.folder($0, tallies[$0.path]) },
      next: found.count > limit ? listed.last?.path : nil)
  }

  private static func folder(_ found: FoundFolder, _ tally: FolderTally?) -> Folder {
    let changed = tally.map { "\($0.documents):\(($0.modified.timeIntervalSince1970 * 1_000_000).rounded())" }
    return Folder(
      path: found.path, documents: tally?.documents ?? 0, hasFolders: found.hasFolders,
      state: "\(found.path):\(found.state):\(changed ?? "")")
  }

  /// Makes a folder; tells whether it is new.
  ///
  /// Throws `.notFound` when the one that it is to lie in is not there, unless `parents` are to be made. Throws
  /// `.nameTaken` when something else has the name.
  public func makeFolder(
    _ path: FolderPath, parents: Bool
  ) async throws(DocumentError) -> (folder: Folder, isNew: Bool) {
    if !parents, let parent = path.parent {
      try await requireFolder(parent, "the folder \"\(parent)\" is not there")
    }
    // `Documents` itself is there.
    let isNew = path.isTop ? false : try await directory.makeFolder(path)
    if isNew, let parent = path.parent { notices.post(.folders(parent)) }
    return (try await folder(path), isNew)
  }

  private func requireFolder(_ path: FolderPath, _ absence: String) async throws(DocumentError) {
    do throws(DocumentError) {
      _ = try await directory.folder(path)
    } catch  where error.code == .notFound {
      throw DocumentError(.notFound, absence, cause: error)
    }
  }
}

/// A walk over folders from the top down, in the order of their names.
private struct FolderWalk {
  private struct Frame {
    let folder: FolderPath
    var last: FileName?
    var ready: ArraySlice<FoundFolder> = []
    var isComplete = false
  }

  private var frames: [Frame]

  init(below path: FolderPath, after last: FolderPath?) {
    frames = [Frame(folder: path)]
    for name in last?.names.dropFirst(path.names.count) ?? [] {
      let folder = frames[frames.count - 1].folder
      frames[frames.count - 1].last = name
      frames.append(Frame(folder: folder.appending(name)))
    }
  }

  mutating func next(
    in directory: any DirectoryTree, limit: Int
  ) async throws(DocumentError) -> FoundFolder? {
    while var frame = frames.popLast() {
      if frame.ready.isEmpty, !frame.isComplete { try await Self.read(&frame, in: directory, limit) }
      guard let found = frame.ready.popFirst() else { continue }
      frame.last = found.path.names.last
      frames.append(frame)
      if found.hasFolders { frames.append(Frame(folder: found.path)) }
      return found
    }
    return nil
  }

  private static func read(
    _ frame: inout Frame, in directory: any DirectoryTree, _ limit: Int
  ) async throws(DocumentError) {
    do throws(DocumentError) {
      frame.ready = try await directory.folders(in: frame.folder, after: frame.last, limit: limit)[...]
    } catch  where error.code == .notFound {
      // The folder was removed meanwhile.
      frame.ready = []
    }
    frame.isComplete = frame.ready.count < limit
  }
}

// MARK: - Moving

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
  /// - Throws: `.notFound`, and `.nameTaken` when something lies there. `.contentMissing` when so much of what the
  ///   index has there is missing that its disk may be away. `.folderStays` when the folder would lie in itself, or
  ///   is `Documents` or the Inbox. `.invalidName` when something in it would lie too deep.
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
  private static func requireOrdinary(_ path: FolderPath) throws(DocumentError) {
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

// MARK: - Trashing

extension Folders {
  /// To the Trash with a folder: with every document in it and below it, at one moment and in one transaction of the
  /// index.
  ///
  /// Changes on the disk are taken into the index first, so that nothing goes unseen. An entry that is no document
  /// stays where it is, with the folders that hold it: hidden files, links, names that no document can have. All
  /// other folders go. When a file cannot go, those that went before it come back. A crash in between leaves each
  /// document whole, in the folder or in the Trash.
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

  /// Calls `body` with all documents in a folder and below it, some at a time; for a caller that is alone inside the lock.
  private func forEachDocument(
    in path: FolderPath, _ body: (Document) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    try await tree.forEachPage(in: path) { documents async throws(DocumentError) in
      for document in documents { try await body(document) }
    }
  }

  /// Brings back from the Trash all documents that went there with a folder, each to where it was.
  ///
  /// A document whose name has been taken meanwhile gets a numbered one.
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
