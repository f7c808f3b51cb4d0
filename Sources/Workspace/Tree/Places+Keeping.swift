import DocumentModel
import Logging

extension Places {
  /// Makes a version of what a document was before another program replaced or removed its file, where it is
  /// still held.
  ///
  /// The change of the file is noted also when that fails; true when the content is kept.
  @discardableResult
  func keepLost(_ document: Document) async -> Bool {
    await keepLost(document.sha256, of: document.id)
  }

  /// As ``keepLost(_:)``, of any content that a document had.
  @discardableResult
  func keepLost(_ hash: ContentHash, of id: DocumentID) async -> Bool {
    do throws(DocumentError) {
      if try await directory.keepHeld(hash) {
        try await versionIndex.noteKept(hash)
        return true
      }
      log.notice("what a document was could not be kept", metadata: ["document": "\(id)"])
    } catch {
      log.warning(
        "what a document was could not be kept", metadata: ["document": "\(id)", "reason": "\(error)"])
    }
    return false
  }

  /// Holds a content by the file of another document that has it: by which it was held was written over.
  ///
  /// Outside the other's lock, so it may change meanwhile; then it is looked at again by the next pass.
  func holdAnothers(_ hash: ContentHash) async {
    do throws(DocumentError) {
      guard let other = try await index.document(withContent: hash), other.trashed == nil,
        let entry = try await index.entry(other.id),
        let looks = try await directory.hold(other.location, as: hash, looking: entry.fingerprint)
      else { return }
      if looks != entry.fingerprint { try await index.setFingerprint(looks, of: other.id) }
    } catch {
      log.warning("a content could not be held", metadata: ["content": "\(hash)", "reason": "\(error)"])
    }
  }

  /// Tells that a content is gone for good, unless a document has it or it is kept as a version.
  func noteOverwritten(_ hash: ContentHash) async {
    let isCurrent = try? await (index.document(withContent: hash) != nil)
    guard isCurrent == false else { return }
    let isKept = try? await !absent { () async throws(DocumentError) in try await contents.openVersion(hash) }
    if isKept == false { await onContentGone(hash) }
  }

  /// The bytes of a document whose file another program removed.
  ///
  /// They are its version's, made now of what is held where that was not possible before. Else they are those
  /// at the place of another document that had them, which are to be proved.
  ///
  /// Enters no lock.
  func kept(_ hash: ContentHash) async -> (any ReadableContent)? {
    if let version = await heldVersion(hash) { return version }
    guard let other = try? await index.document(withContent: hash), other.trashed == nil
    else { return nil }
    return try? await documentFiles.open(other.location)
  }

  func heldVersion(_ hash: ContentHash) async -> (any ReadableContent)? {
    guard (try? await directory.keepHeld(hash)) == true else { return nil }
    try? await versionIndex.noteKept(hash)
    return try? await contents.openVersion(hash)
  }

  /// Holds what a document has, if its file looks as it did when it was read; true when it does.
  ///
  /// A second name changes how the file looks; the index is told, so that the next pass does not read the file again.
  func hold(_ id: DocumentID) async throws(DocumentError) -> Bool {
    guard let location = try await index.document(id)?.location else { return false }
    return try await lock.withLock(location) { () async throws(DocumentError) -> Bool in
      guard let entry = try await index.entry(id), entry.document.trashed == nil,
        entry.document.location == location,
        let looks = try await directory.hold(
          location, as: entry.document.sha256, looking: entry.fingerprint)
      else { return false }
      if looks != entry.fingerprint { try await index.setFingerprint(looks, of: id) }
      return true
    }
  }

  /// Whether a content that is held has to stay so.
  ///
  /// A content that only an earlier version has was replaced or removed by another program. It could not
  /// become the version's file at that moment, for want of room perhaps. It becomes that now, or stays held
  /// and is tried again at the next call.
  func mustHold(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    if try await index.document(withContent: hash) != nil { return true }
    guard try await !versionIndex.contentsInUse(among: [hash]).isEmpty else { return false }
    do throws(DocumentError) {
      // False means that it was written over while it was held: nothing is left to hold.
      if try await directory.keepHeld(hash) { try await versionIndex.noteKept(hash) }
      return false
    } catch {
      log.warning(
        "what a document was is held and could not be made a version; it is tried again",
        metadata: ["content": "\(hash)", "reason": "\(error)"])
      return true
    }
  }
}
