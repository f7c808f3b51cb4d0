public import DocumentModel
import FoundationEssentials
import Logging

/// Documents, and what is done with one: added, changed, moved, copied, marked, thrown away and brought back.
public struct Documents: UsesServices {
  let tree: Tree
  /// Keeps a document's two ways out of the Trash apart, by its id.
  let bin = KeyedLock<String>()

  var services: Services { tree.services }
}

// MARK: - Adding

extension Documents {
  /// Makes a document of staged bytes.
  ///
  /// When it returns, content, name and index entry are durable, and its event has been sent.
  ///
  /// - Parameters:
  ///   - staged: the bytes.
  ///   - name: the requested name.
  ///   - folder: where; made when missing.
  ///   - conflict: what happens when the name is taken. A file that another program put there counts, also
  ///     one that is not in the index yet: it becomes a document first. A file that another program removed
  ///     does not count.
  ///   - expected: with `.replace`, what must be there now, else `.versionConflict`.
  ///   - origin: which way the bytes came in.
  ///   - author: the client that sent them, by the name of its token or session.
  ///   - metadata: what is said of it from the start; counts for nothing where it becomes the version of another document.
  ///   - id: the new document's id; a way in that may be interrupted gives the same one again, and gets the
  ///     document that it already made.
  public func add(
    _ staged: any StagedContent, named name: FileName, in folder: FolderPath = .top,
    conflict: ConflictRule = .rename, expecting expected: Expectation = .anything, origin: Origin,
    author: String? = nil, metadata: DocumentMetadata = .none, id: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    var id = id
    if let earlier = try await index.document(id) {
      guard try await isLost(earlier) else { return earlier }
      // Its file was removed on the disk; the bytes that came again must not go with it.
      id = DocumentID()
    }
    let type = await renderer.identify(staged, named: name, in: types.current).type
    let content = IncomingContent(
      staged: staged, type: type, origin: origin, author: author, metadata: metadata)
    var number = 1
    while true {
      let location = Location(folder: folder, name: number == 1 ? name : name.numbered(number))
      do {
        return try await addOrReplace(content, id: id, at: location, conflict, expected)
      } catch  where error.code == .nameTaken && conflict == .rename {
        // No number helps when it is the folder's name that is taken.
        if number == 1 { _ = try await directory.makeFolder(folder) }
        number = try await freeNumber(of: name, in: folder, from: number + 1, orThrow: error)
      }
    }
  }

  /// New content for a document: its next version.
  ///
  /// Throws `.versionConflict` unless it is still as `expected`, `.notFound` when its file was removed on the disk. `author` and `restoredFrom` as in ``Version``.
  public func replace(
    _ id: DocumentID, with staged: any StagedContent, expecting expected: Expectation, origin: Origin,
    author: String? = nil, restoredFrom: Int? = nil
  ) async throws(DocumentError) -> Document {
    let known = try await tree.documentInPlace(id)
    let type = await renderer.identify(staged, named: known.location.name, in: types.current).type
    let content = IncomingContent(
      staged: staged, type: type, origin: origin, author: author, restoredFrom: restoredFrom)
    return try await tree.lock.withLock(known.location) { () async throws(DocumentError) in
      // It may have been changed, moved or removed while the lock was closed, here or on the disk.
      guard try await document(id).location == known.location else {
        throw DocumentError(.versionConflict, "the document was moved in the meantime")
      }
      guard let current = try await tree.settle(known.location), current.id == id else {
        throw DocumentError(.notFound, "the document's file was removed on the disk")
      }
      try expected.require(of: current)
      return try await putContent(content, into: current)
    }
  }

  private func isLost(_ document: Document) async throws(DocumentError) -> Bool {
    guard document.trashed != nil else { return false }
    return try await tree.places.isMissingInTrash(document.id)
  }

  private func addOrReplace(
    _ content: IncomingContent, id: DocumentID, at location: Location, _ conflict: ConflictRule,
    _ expected: Expectation
  ) async throws(DocumentError) -> Document {
    do throws(DocumentError) {
      return try await tree.changing(location, sparing: content.staged.sha256) {
        (existing) async throws(DocumentError) in
        if conflict == .replace { try expected.require(of: existing) }
        guard let existing else { return try await addNew(content, id: id, at: location) }
        guard conflict == .replace else { throw DocumentError.taken(location.name, by: existing) }
        return try await putContent(content, into: existing)
      }
    } catch  where error.code == .contentMissing && conflict == .rename {
      throw DocumentError(.nameTaken, "\"\(location.name)\" is already there", cause: error)
    }
  }

  private func addNew(
    _ content: IncomingContent, id: DocumentID, at location: Location
  ) async throws(DocumentError) -> Document {
    let (placed, isNew) = try await place(content, at: location)
    do throws(DocumentError) {
      return try await enter(content, id: id, placed: placed)
    } catch {
      if isNew { await withdraw(content, from: location) }
      throw error
    }
  }

  /// Takes back what the index refused, as on a full disk.
  ///
  /// Else a document that no client was told of would be there, and the one of the next try beside it under a
  /// number.
  private func withdraw(_ content: IncomingContent, from location: Location) async {
    do throws(DocumentError) {
      try await documentFiles.withdraw(content.staged.sha256, from: location)
    } catch {
      log.error(
        "a content that was refused could not be taken back; the next pass takes it up",
        metadata: ["reason": "\(error)"])
    }
  }

  /// Gives a new content its name, and tells whether it did.
  ///
  /// The same bytes at that name that no entry knows are those of an earlier try that was interrupted.
  private func place(
    _ content: IncomingContent, at location: Location
  ) async throws(DocumentError) -> (placed: PlacedContent, isNew: Bool) {
    do throws(DocumentError) {
      return (try await documentFiles.place(content.staged, at: location, replacing: nil), true)
    } catch  where error.code == .nameTaken {
      // Of another length it is another, and need not be read.
      guard (try? await documentFiles.open(location))?.size == content.staged.size,
        let found = try? await directory.hash(location), found.sha256 == content.staged.sha256
      else { throw error }
      return (found.placed, false)
    }
  }

  func enter(
    _ content: IncomingContent, id: DocumentID, placed: PlacedContent
  ) async throws(DocumentError) -> Document {
    let date = now()
    let document = Document(
      id: id, location: placed.location, type: content.type, size: placed.size, sha256: content.staged.sha256,
      version: 1, created: date, modified: date, metadata: content.metadata)
    let version = content.version(1, size: document.size, at: date)
    let event = try await index.add(document, version: version, fingerprint: placed.fingerprint)
    log.info("document added", metadata: ["document": "\(id)", "origin": "\(content.origin.rawValue)"])
    await events.notify()
    return event.document
  }

  private func putContent(_ content: IncomingContent, into document: Document) async throws(DocumentError)
    -> Document
  {
    guard content.staged.sha256 != document.sha256 else { return document }
    let placed = try await documentFiles.place(
      content.staged, at: document.location, replacing: document.sha256)
    let version = content.version(document.version + 1, size: placed.size, at: now())
    let event: DocumentEvent
    do throws(DocumentError) {
      event = try await index.setContent(
        of: document.id, to: version, fingerprint: placed.fingerprint, expecting: document.sha256)
    } catch {
      await putBack(document, insteadOf: content.staged.sha256)
      throw error
    }
    log.info("document changed", metadata: ["document": "\(document.id)", "version": "\(version.number)"])
    await events.notify()
    return event.document
  }
}

extension Documents {
  /// Gives a document the content again that the index says it has, after the index refused the next one.
  ///
  /// That takes room for a copy; where there is none the next pass takes up what is there as the next version.
  private func putBack(_ document: Document, insteadOf refused: ContentHash) async {
    do throws(DocumentError) {
      let earlier = try await contents.openVersion(document.sha256)
      let staged = try await contents.stage(copyOf: earlier, expecting: document.sha256)
      _ = try await documentFiles.place(staged, at: document.location, replacing: refused)
    } catch {
      log.error(
        "a content that was refused could not be taken back; the next pass takes it up",
        metadata: ["document": "\(document.id)", "reason": "\(error)"])
    }
  }
}

struct IncomingContent: Sendable {
  let staged: any StagedContent
  let type: TypeIdentifier
  let origin: Origin
  var author: String?
  var restoredFrom: Int?
  var metadata = DocumentMetadata.none

  func version(_ number: Int, size: Int64, at date: Date) -> Version {
    Version(
      number: number, sha256: staged.sha256, size: size, type: type, created: date, origin: origin,
      author: author, restoredFrom: restoredFrom)
  }
}
