import DocumentModel
import Logging

/// What is held of the contents that documents have, and had.
extension DocumentWorkspace {
  /// Holds what a document has, if its file looks as it did when it was read; true when it does.
  func hold(_ id: DocumentID) async throws(DocumentError) -> Bool {
    guard let location = try await metadata.document(id)?.location else { return false }
    return try await gate.pass(location) { () async throws(DocumentError) -> Bool in
      guard let entry = try await metadata.entry(id), entry.document.trashed == nil,
        entry.document.location == location,
        let looks = try await contents.hold(
          location, as: entry.document.sha256, looking: entry.fingerprint)
      else { return false }
      if looks != entry.fingerprint { try await metadata.setFingerprint(looks, of: id) }
      return true
    }
  }

  /// Whether a content that is held has to stay so.
  ///
  /// One that only an earlier version has was replaced or removed by others, and could not become the version's file at
  /// that moment, for want of room perhaps. It becomes that now, or stays held and is tried again at the next call.
  func mustHold(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    if try await metadata.isCurrent(hash) { return true }
    guard try await metadata.isVersion(hash) else { return false }
    do throws(DocumentError) {
      // False means that it was written over while it was held: nothing is left to hold.
      if try await contents.keepHeld(hash) { try await metadata.noteKept(hash) }
      return false
    } catch {
      log.warning(
        "what a document was is held and could not be made a version; it is tried again",
        metadata: ["content": "\(hash)", "reason": "\(error)"])
      return true
    }
  }
}
