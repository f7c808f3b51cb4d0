import DocumentModel
import Logging

extension Tree {
  static var part: Int { 200 }

  /// Follows the files that other programs moved out of a folder or into it.
  ///
  /// A file that was moved out does not go with the folder. Where no file was moved this costs a walk through
  /// the folder, and none through the tree.
  func followMoved(in path: FolderPath) async throws(DocumentError) {
    guard try await !isAnyMissing(in: path) else { return await followFiles() }
    var isDue = false
    try await forEachFile(in: path) { files async throws(DocumentError) in
      guard !isDue else { return }
      isDue = try await places.isAnyFromElsewhere(files)
    }
    if isDue { await followFiles() }
  }

  private func isAnyMissing(in path: FolderPath) async throws(DocumentError) -> Bool {
    var isAny = false
    try await forEachPage(in: path) { documents async throws(DocumentError) in
      guard !isAny else { return }
      let found = try await directory.fingerprints(at: documents.map(\.location))
      isAny = documents.contains { found[$0.location] == nil }
    }
    return isAny
  }

  /// Takes into the index what other programs did to the files of a folder.
  ///
  /// A file that cannot be read and is no document yet stays what it is.
  func settleAll(in path: FolderPath) async throws(DocumentError) {
    try await forEachFile(in: path) { files async throws(DocumentError) in
      for file in files { try await settleReadable(file.location) }
    }
  }

  /// Takes into the index what other programs did to the documents of a folder.
  ///
  /// A file that was put there is not found any more by its place alone, once the folder has another name.
  ///
  /// To be called outside all gates. Costs a walk through the folder.
  func settleChanged(in path: FolderPath) async throws(DocumentError) {
    try await followMoved(in: path)
    try await forEachFile(in: path) { files async throws(DocumentError) in
      let looks = Dictionary(files.map { ($0.location, $0.fingerprint) }) { first, _ in first }
      for entry in try await index.entries(at: files.map(\.location)) {
        let location = entry.document.location
        guard let look = looks[location], !entry.fingerprint.hasContent(of: look) else { continue }
        try await lock.withLock(location) { () async throws(DocumentError) in
          try await settleReadable(location)
        }
      }
    }
  }

  /// Takes out of the list what the index has in a folder that another program removed, or renamed, a moment
  /// ago.
  ///
  /// Else a caller that is about to give its name to another folder would be refused for what is not there.
  ///
  /// To be called outside all gates. Costs a look into the index where no document is there.
  ///
  /// Throws `.contentMissing` when so many files are missing that their disk may be away; none of them goes then.
  func settleRemoved(_ path: FolderPath) async throws(DocumentError) {
    guard try await isFolderMissing(path), try await !fewMissing(in: path).isEmpty else { return }
    await followFiles()
    for document in try await fewMissing(in: path) {
      guard missing.mayGo(document.id) else { throw DocumentError.fileAway }
      guard try await places.noteGone(document) else { continue }
      log.notice("the file of a document was removed", metadata: ["document": "\(document.id)"])
    }
  }

  private func isFolderMissing(_ path: FolderPath) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      _ = try await directory.folder(path)
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
    let found = try await index.documents(query).documents
    guard found.count <= many else { throw DocumentError.fileAway }
    return found
  }

  private func forEachFile(
    in path: FolderPath, _ body: ([PlacedContent]) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    do {
      var files: [PlacedContent] = []
      for try await case .file(let file) in directory.walk(in: path) {
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
    let known = try await index.document(at: location)
    do throws(DocumentError) {
      _ = try await settle(location)
    } catch  where known == nil && error.code != .storageFull {
      log.warning("a file could not be taken up", metadata: ["reason": "\(error)"])
    }
  }

  func forEachPage(
    in path: FolderPath, _ body: ([Document]) async throws(DocumentError) -> Void
  ) async throws(DocumentError) {
    var query = DocumentQuery(folder: path, order: .created, limit: Self.part)
    query.isDeep = true
    repeat {
      let page = try await index.documents(query)
      try await body(page.documents)
      query.cursor = page.next
    } while query.cursor != nil
  }
}
