import DocumentModel
import FoundationEssentials
import Logging

enum Adoption: Hashable, Sendable {
  case added
  case returned
}

struct Rereading: Sendable {
  /// The document with the content that was read, and how its file looked for that.
  let entry: IndexEntry
  let isNews: Bool
}

/// Single files of the reconciler. Each step looks again inside the lock, because an upload may have
/// finished between the reconciler's look and now.
extension Places {
  /// Makes a document of a file that has no entry, or finds the one that it was.
  ///
  /// Nil when it has an entry by now, changed while it was read, or is a stranger that is not to be taken up.
  ///
  /// - Parameter takesUp: whether a file that was no document becomes one; nil for whether files are shared.
  func adopt(_ file: PlacedContent, takesUp: Bool? = nil) async throws(DocumentError) -> Adoption? {
    let adoption = try await lock.withLock(file.location) { () async throws(DocumentError) -> Adoption? in
      guard try await index.document(at: file.location) == nil, let found = try await read(file.location)
      else { return nil }
      return try await adoptInside(found, takesUp: takesUp ?? sharesFiles)?.adoption
    }
    if adoption != nil { await events.notify() }
    return adoption
  }

  /// As ``adopt(_:takesUp:)``, for a caller that is inside the lock of the place already, and has read the file.
  ///
  /// The event is the caller's to tell.
  func adoptInside(
    _ file: ReadFile, takesUp: Bool
  ) async throws(DocumentError) -> (adoption: Adoption, document: Document)? {
    // Files are taken up a few at a time: another with its content may be that document before this one.
    while let earlier = try await returning(file.found) {
      if let document = try await takeBack(earlier, as: file) { return (.returned, document) }
    }
    guard takesUp else { return nil }
    let (found, date) = (file.found, now())
    let document = Document(
      id: DocumentID(), location: found.placed.location, type: file.type, size: found.placed.size,
      sha256: found.sha256, version: 1, created: date, modified: date)
    let event = try await index.add(
      document, version: file.version(1, at: date), fingerprint: found.placed.fingerprint)
    return (.added, event.document)
  }

  /// Reads a document's file again after its fingerprint changed.
  ///
  /// True when the content is another.
  func refresh(_ id: DocumentID, at location: Location) async throws(DocumentError) -> Bool {
    try await reread(id, at: location)?.isNews ?? false
  }

  /// As ``refresh(_:at:)``; what was read, or nil when nothing could be.
  func reread(_ id: DocumentID, at location: Location) async throws(DocumentError) -> Rereading? {
    let reading = try await lock.withLock(location) { () async throws(DocumentError) in
      try await rereadInside(id, at: location)
    }
    if reading?.isNews == true { await events.notify() }
    return reading
  }

  /// As ``reread(_:at:)``, for a caller that is inside the lock of the place already.
  ///
  /// The event is the caller's to tell.
  func rereadInside(_ id: DocumentID, at location: Location) async throws(DocumentError) -> Rereading? {
    guard let document = try await index.document(id), document.location == location,
      document.trashed == nil, let file = try await read(location)
    else { return nil }
    let fingerprint = file.found.placed.fingerprint
    guard file.found.sha256 != document.sha256 else {
      // Where that cannot be noted, because the disk is full, it is read again the next time.
      try? await index.setFingerprint(fingerprint, of: id)
      return Rereading(entry: IndexEntry(document: document, fingerprint: fingerprint), isNews: false)
    }
    let changed = try await setContent(of: document, to: file).document
    return Rereading(entry: IndexEntry(document: changed, fingerprint: fingerprint), isNews: true)
  }

  /// The next version of a document, found on the disk; its event.
  func setContent(
    of document: Document, to file: ReadFile
  ) async throws(DocumentError) -> DocumentEvent {
    let isKept = await keepLost(document)
    let event = try await index.setContent(
      of: document.id, to: file.version(document.version + 1, at: now()),
      fingerprint: file.found.placed.fingerprint, expecting: document.sha256)
    if !isKept { await holdAnothers(document.sha256) }
    await noteOverwritten(document.sha256)
    return event
  }

  /// The document in the Trash that a file without an entry is.
  ///
  /// Only one whose file is not in the Trash: it went away by itself, or its way back was interrupted. Most alike is
  /// the same content at the same place, then the same file elsewhere. Then comes the same file at the same place
  /// with another content. Last comes the same content: under the same name, anywhere. A file's number counts for
  /// less than its place, since file systems give the numbers of removed files to new ones.
  private func returning(_ found: HashedContent) async throws(DocumentError) -> Document? {
    let candidates = try await trashIndex.trashed(like: found.sha256, from: found.placed.location)
      .map { (entry: $0, likeness: Self.likeness($0, found)) }.filter { $0.likeness > 0 }
    // Equally alike ones stay in the order in which they come: the last thrown away first.
    for likeness in Set(candidates.map(\.likeness)).sorted(by: >) {
      for (entry, _) in candidates where Self.likeness(entry, found) == likeness {
        if try await isMissingInTrash(entry.document.id) { return entry.document }
      }
    }
    return nil
  }

  private static func likeness(_ entry: IndexEntry, _ found: HashedContent) -> Int {
    let isSameFile = entry.fingerprint.inode == found.placed.fingerprint.inode
    let isSamePlace = entry.document.location == found.placed.location
    guard entry.document.sha256 == found.sha256 else { return isSameFile && isSamePlace ? 3 : 0 }
    if isSamePlace { return isSameFile ? 6 : 5 }
    if isSameFile { return 4 }
    return entry.document.location.name == found.placed.location.name ? 2 : 1
  }

  /// Takes a document out of the Trash whose file is in `Documents` again; nil when it is not in the Trash any more.
  private func takeBack(_ earlier: Document, as file: ReadFile) async throws(DocumentError) -> Document? {
    guard let restored = try await restoreInPlace(earlier.id, file.found.placed.location) else { return nil }
    log.notice("the file of a document is back", metadata: ["document": "\(earlier.id)"])
    return try await notifyingOnFailure { () async throws(DocumentError) in
      guard file.found.sha256 == restored.sha256 else {
        return try await setContent(of: restored, to: file).document
      }
      try await index.setFingerprint(file.found.placed.fingerprint, of: restored.id)
      return restored
    }
  }

  private func restoreInPlace(
    _ id: DocumentID, _ location: Location
  ) async throws(DocumentError) -> Document? {
    do throws(DocumentError) {
      return try await trashIndex.restore(id, to: location, at: now()).document
    } catch  where error.code == .notFound {
      return nil
    }
  }
}
