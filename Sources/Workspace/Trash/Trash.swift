public import DocumentModel
public import FoundationEssentials
import Logging

/// Out of the Trash for good.
///
/// ```
///                    index                    Library/Trash/<id>
///   row removed      noted as removed         file          a crash here: the next pass goes on from there
///   file removed     noted as removed         –             the same; nothing is left to remove
///   note removed     –                        –
/// ```
/// The row goes first: when the index cannot be written nothing has happened, and a document that is listed has its
/// bytes. The note in the same transaction tells its file from one whose index was lost. Such a file must
/// stay. A content that the version of another document needs, and that no other file keeps, becomes that
/// version's file.
public struct Trash: UsesServices {
  let documents: Documents
  /// How long documents stay in it.
  public let retention: TrashRetention

  var services: Services { documents.services }
  private var tree: Tree { documents.tree }

  /// When a document goes for good; nil for one that is not in the Trash, or stays there.
  public func expiry(of document: Document) -> Date? {
    retention.expiry(of: document)
  }

  /// Removes a document, its versions and its metadata for good: out of the Trash, or by way of it.
  ///
  /// Its files go later where they cannot go at once. A removal that is interrupted half way leaves it in the Trash.
  ///
  /// Throws `.versionConflict` unless it is still as `expected`.
  public func remove(_ id: DocumentID, expecting expected: Expectation = .anything)
    async throws(DocumentError)
  {
    var expected = expected
    if try await document(id, includingTrash: true).trashed == nil {
      expected = .document(try await documents.trash(id, expecting: expected))
    }
    try await takeOut(id, expecting: expected)
    await cleanUp()
  }

  private func takeOut(_ id: DocumentID, expecting expected: Expectation) async throws(DocumentError) {
    try await documents.bin.withLock(id.description) { () async throws(DocumentError) in
      let known = try await document(id, includingTrash: true)
      guard let moment = known.trashed else {
        throw DocumentError(.versionConflict, "the document is not in the Trash any more")
      }
      try expected.require(of: known)
      _ = try await trashIndex.remove(id, trashedAt: moment, at: now())
      log.notice("document removed for good", metadata: ["document": "\(id)"])
      await events.notify()
    }
  }

  /// Removes everything that went to the Trash at `moment` or before; returns how many documents.
  ///
  /// Documents that are taken out of the Trash meanwhile stay. Ends early when the task is cancelled.
  func removeTrashed(
    until moment: Date, progress: JobProgress? = nil
  ) async throws(DocumentError) -> Int {
    var count = 0
    while !Task.isCancelled {
      let found = try await trashIndex.trashed(until: moment, limit: TrashMaintenance.step)
      let before = count
      for document in found where !Task.isCancelled {
        do throws(DocumentError) {
          try await takeOut(document.id, expecting: .document(document))
          count += 1
        } catch  where [.notFound, .versionConflict].contains(error.code) {
          continue
        }
        progress?.advance(to: count)
      }
      await cleanUp()
      if count == before { break }
    }
    return count
  }

  /// Empties the Trash of what is in it now, as a job.
  public func empty() throws(DocumentError) -> Job {
    let moment = tree.places.trashDate()
    return try jobs.start(
      .cleanUp, "Emptying the Trash",
      summary: { (count: Int) in "\(count) \(count == 1 ? "document was" : "documents were") removed" }
    ) { progress in
      let count = try await removeTrashed(until: moment, progress: progress)
      // A stopped run has not emptied it, though it ended without a refusal.
      try Task.checkCancellation()
      return count
    }
  }

  func releaseRemoved() async throws(DocumentError) -> TrashMaintenance.Report {
    var report = TrashMaintenance.Report()
    let documentFiles = documentFiles
    while !Task.isCancelled {
      let released = try await trashIndex.releaseRemoved(limit: TrashMaintenance.step) { id, hash in
        try documentFiles.removeTrashed(id, keepingAs: hash)
      }
      report.files += released.removed.count
      report.failures += released.failures
      if !released.isMore { break }
    }
    while !Task.isCancelled {
      let released = try await releaseContents(limit: TrashMaintenance.step)
      report.failures += released.failures
      if !released.isMore { break }
    }
    return report
  }

  func releaseContents(limit: Int) async throws(DocumentError) -> Released<ContentHash> {
    let contents = contents
    let released = try await versionIndex.releaseContents(limit: limit) { hash in
      try contents.removeVersion(hash)
    }
    for hash in released.removed { await tree.places.onContentGone(hash) }
    return released
  }

  private func cleanUp() async {
    do throws(DocumentError) {
      let report = try await releaseRemoved()
      guard report.failures > 0 else { return }
      log.warning("files could not be removed; it is tried again", metadata: ["files": "\(report.failures)"])
    } catch {
      log.warning(
        "what was removed could not be cleaned up; it is tried again", metadata: ["reason": "\(error)"])
    }
  }

  /// Puts a document into the list of the Trash whose file lies there, and of which the index knows nothing.
  ///
  /// Where it came from is not known any more: restored, it lies at the top.
  ///
  /// Throws `.notFound` when its file is not in the Trash.
  public func adopt(_ id: DocumentID, named name: FileName) async throws(DocumentError) -> Document {
    let content = try await documentFiles.openTrashed(id)
    guard let (sha256, fingerprint) = try await directory.hash(content) else {
      throw DocumentError(.contentChanged, "another program is writing to a file in the Trash")
    }
    let (date, type) = (now(), await renderer.identify(content, named: name, in: types.current).type)
    var number = 1
    while true {
      let location = Location(name: number == 1 ? name : name.numbered(number))
      let document = Document(
        id: id, location: location, type: type, size: content.size, sha256: sha256, version: 1, created: date,
        modified: date)
      let version = Version(
        number: 1, sha256: sha256, size: content.size, type: type, created: date, origin: .disk)
      do throws(DocumentError) {
        _ = try await index.add(document, version: version, fingerprint: fingerprint)
        let event = try await trashIndex.trash(id, at: tree.places.trashDate())
        await events.notify()
        return event.document
      } catch  where error.code == .nameTaken {
        number = try await freeNumber(of: name, in: .top, from: number + 1, orThrow: error)
      }
    }
  }
}
