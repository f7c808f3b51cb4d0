public import DocumentModel
import Logging

/// What happens when another document has the name.
public enum ConflictRule: String, Hashable, Sendable, CaseIterable {
  /// The new one gets a number: `report 2.pdf`.
  case rename
  /// The new one is refused with `.nameTaken`.
  case fail
  /// The new one becomes the next version of the one that is there.
  case replace
}

extension DocumentWorkspace {
  /// Makes a document of staged bytes.
  ///
  /// When it returns, content, name and index entry are durable, and its event has been sent.
  ///
  /// - Parameters:
  ///   - staged: the bytes.
  ///   - name: the wished name.
  ///   - folder: where; made when missing.
  ///   - conflict: what happens when the name is taken.
  ///   - origin: which way the bytes came in.
  ///   - id: the new document's id; a way in that may be interrupted gives the same one again, and gets the
  ///     document that it already made.
  public func add(
    _ staged: any StagedContent, named name: FileName, in folder: FolderPath = .top,
    conflict: ConflictRule = .rename, origin: Origin, id: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    if let earlier = try await metadata.document(id) { return earlier }
    let type = await identify(staged, named: name).type
    let content = IncomingContent(staged: staged, type: type, origin: origin)
    var number = 1
    while true {
      let location = Location(folder: folder, name: number == 1 ? name : name.numbered(number))
      do {
        return try await addOrReplace(content, id: id, at: location, replace: conflict == .replace)
      } catch  where error.code == .nameTaken && conflict == .rename && number < Self.maximumNumber {
        number += 1
      }
    }
  }

  /// New content for a document: its next version.
  ///
  /// Throws `.versionConflict` unless its current content is `expected` (nil for whatever it is).
  public func replace(
    _ id: DocumentID, with staged: any StagedContent, expecting expected: ContentHash?, origin: Origin
  ) async throws(DocumentError) -> Document {
    let known = try await document(id)
    let type = await identify(staged, named: known.location.name).type
    let content = IncomingContent(staged: staged, type: type, origin: origin)
    return try await gate.pass(known.location) { () async throws(DocumentError) in
      // Somebody may have changed or moved it while the gate was closed, here or on the disk.
      let current = try await inOrder(try await document(id))
      guard current.location == known.location, expected == nil || expected == current.sha256 else {
        throw DocumentError(.versionConflict, "the document has changed in the meantime")
      }
      return try await putContent(content, into: current)
    }
  }

  /// More twins of a name than this are refused.
  private static var maximumNumber: Int { 10_000 }

  private func addOrReplace(
    _ content: IncomingContent, id: DocumentID, at location: Location, replace: Bool
  ) async throws(DocumentError) -> Document {
    try await gate.pass(location) { () async throws(DocumentError) in
      if let existing = try await metadata.document(at: location) {
        guard replace else { throw DocumentError(.nameTaken, "\"\(location.name)\" is already there") }
        return try await putContent(content, into: try await inOrder(existing))
      }
      return try await index(content, id: id, placed: try await place(content, at: location))
    }
  }

  /// Gives a new content its name.
  ///
  /// The same bytes at that name that no entry knows are those of an earlier try that was interrupted.
  private func place(
    _ content: IncomingContent, at location: Location
  ) async throws(DocumentError) -> PlacedContent {
    do throws(DocumentError) {
      return try await contents.place(content.staged, at: location, replacing: nil)
    } catch  where error.code == .nameTaken {
      guard let found = try? await contents.hash(location), found.sha256 == content.staged.sha256 else {
        throw error
      }
      return found.placed
    }
  }

  /// The document after whatever others did to its file was taken into the index; for inside the gate.
  private func inOrder(_ document: Document) async throws(DocumentError) -> Document {
    guard let entry = try await metadata.entry(document.id),
      let looks = try await contents.open(document.location).fingerprint, !entry.describes(looks)
    else { return document }
    guard try await refreshInside(document.id, at: document.location) else { return document }
    await events.notify()
    return try await self.document(document.id)
  }

  func index(
    _ content: IncomingContent, id: DocumentID, placed: PlacedContent
  ) async throws(DocumentError) -> Document {
    let date = now()
    let document = Document(
      id: id, location: placed.location, type: content.type, size: placed.size, sha256: content.staged.sha256,
      version: 1, created: date, modified: date)
    let version = Version(
      number: 1, sha256: document.sha256, size: document.size, type: document.type, created: date,
      origin: content.origin)
    let event = try await metadata.add(document, version: version, fingerprint: placed.fingerprint)
    log.info("document added", metadata: ["document": "\(id)", "origin": "\(content.origin.rawValue)"])
    await events.notify()
    return event.document
  }

  private func putContent(_ content: IncomingContent, into document: Document) async throws(DocumentError)
    -> Document
  {
    guard content.staged.sha256 != document.sha256 else { return document }
    let placed = try await contents.place(content.staged, at: document.location, replacing: document.sha256)
    let version = Version(
      number: document.version + 1, sha256: content.staged.sha256, size: placed.size, type: content.type,
      created: now(), origin: content.origin)
    let event = try await metadata.setContent(
      of: document.id, to: version, fingerprint: placed.fingerprint, expecting: document.sha256)
    log.info("document changed", metadata: ["document": "\(document.id)", "version": "\(version.number)"])
    await events.notify()
    return event.document
  }
}

/// Staged bytes, what they are, and how they came.
struct IncomingContent: Sendable {
  let staged: any StagedContent
  let type: TypeIdentifier
  let origin: Origin
}
