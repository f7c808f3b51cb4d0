import DocumentModel
import Logging

/// What the reconciler does with single files. Each step looks again inside the gate, because an upload may have
/// finished between the reconciler's look and now.
extension DocumentWorkspace {
  /// Makes a document of a file that has no entry.
  ///
  /// False when it has one by now, or changed while it was read.
  func adopt(_ file: PlacedContent) async throws(DocumentError) -> Bool {
    let added = try await gate.pass(file.location) { () async throws(DocumentError) -> Bool in
      guard try await metadata.document(at: file.location) == nil,
        let (found, type) = try await read(file.location)
      else { return false }
      let document = Document(
        id: DocumentID(), location: file.location, type: type, size: found.placed.size, sha256: found.sha256,
        version: 1, created: now(), modified: now())
      let version = Version(
        number: 1, sha256: found.sha256, size: found.placed.size, type: type, created: now(), origin: .disk)
      _ = try await metadata.add(document, version: version, fingerprint: found.placed.fingerprint)
      return true
    }
    if added { await events.notify() }
    return added
  }

  /// Reads a document's file again after its fingerprint changed.
  ///
  /// True when the content is another.
  func refresh(_ id: DocumentID, at location: Location) async throws(DocumentError) -> Bool {
    let changed = try await gate.pass(location) { () async throws(DocumentError) -> Bool in
      try await refreshInside(id, at: location)
    }
    if changed { await events.notify() }
    return changed
  }

  /// As ``refresh(_:at:)``, for who is inside the gate of the place already.
  ///
  /// The event is the caller's to tell.
  func refreshInside(_ id: DocumentID, at location: Location) async throws(DocumentError) -> Bool {
    guard let document = try await metadata.document(id), document.location == location,
      document.trashed == nil, let (found, type) = try await read(location)
    else { return false }
    guard found.sha256 != document.sha256 else {
      try await metadata.setFingerprint(found.placed.fingerprint, of: id)
      return false
    }
    let version = Version(
      number: document.version + 1, sha256: found.sha256, size: found.placed.size, type: type, created: now(),
      origin: .disk)
    _ = try await metadata.setContent(
      of: id, to: version, fingerprint: found.placed.fingerprint, expecting: document.sha256)
    return true
  }

  /// Takes a file for a document that was renamed on disk.
  ///
  /// False unless its content is the document's.
  func adoptMove(of document: Document, to file: PlacedContent) async throws(DocumentError) -> Bool {
    let moved = try await gate.pass(document.location, file.location) {
      () async throws(DocumentError) -> Bool in
      guard try await metadata.document(document.id) == document,
        try await metadata.document(at: file.location) == nil,
        let (found, _) = try await read(file.location), found.sha256 == document.sha256
      else { return false }
      _ = try await metadata.move(document.id, to: file.location, at: now())
      try await metadata.setFingerprint(found.placed.fingerprint, of: document.id)
      return true
    }
    if moved { await events.notify() }
    return moved
  }

  /// Notes that a document's file was removed by others.
  ///
  /// False when it is there again.
  func noteGone(_ document: Document) async throws(DocumentError) -> Bool {
    let gone = try await gate.pass(document.location) { () async throws(DocumentError) -> Bool in
      guard try await metadata.document(document.id) == document else { return false }
      do throws(DocumentError) {
        _ = try await contents.open(document.location)
        return false
      } catch  where error.code == .notFound {
        _ = try await metadata.trash(document.id, at: now())
        return true
      }
    }
    if gone { await events.notify() }
    return gone
  }

  private func read(
    _ location: Location
  ) async throws(DocumentError) -> (found: HashedContent, type: TypeIdentifier)? {
    do throws(DocumentError) {
      guard let found = try await contents.hash(location) else { return nil }
      let content = try await contents.open(location)
      return (found, await identify(content, named: location.name).type)
    } catch  where error.code == .notFound {
      return nil
    }
  }
}
