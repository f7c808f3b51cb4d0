import DocumentModel
import Logging

/// What others wrote to files that they had open when these were replaced here: neither is lost.
extension Versions {
  /// Makes a version of each, as what a conflict is decided against is one; of a document that is gone, a document.
  ///
  /// What is refused now is tried again with the next call.
  func recordLateWrites() async {
    do throws(DocumentError) {
      for late in try await contents.lateWrites() {
        do throws(DocumentError) {
          try await record(late)
        } catch {
          tell(error, late.location)
        }
      }
    } catch {
      tell(error, nil)
    }
  }

  private func tell(_ error: DocumentError, _ location: Location?) {
    // Every few seconds for as long as it is in the Trash, for instance.
    log.info(
      "what was written to a replaced file is not in its document yet",
      metadata: ["place": "\(location.map { "\($0)" } ?? "unknown")", "reason": "\(error)"])
  }

  private func record(_ late: LateWrite) async throws(DocumentError) {
    guard let owner = try await owner(of: late) else { return try await addAsDocument(late) }
    if owner.isRecorded { return try await contents.dismiss(late) }
    // Asked before anything is copied: what is in the Trash stays there for long.
    let document = try await document(owner.document.id)
    let staged = try await contents.stage(copyOf: late.content, expecting: late.sha256)
    _ = try await documents.record(staged, inHistoryOf: document.id, origin: .disk, author: nil)
    try await contents.dismiss(late)
  }

  /// The document whose file it was, and whether its history has the content already; nil when there is none any more.
  private func owner(
    of late: LateWrite
  ) async throws(DocumentError) -> (document: Document, isRecorded: Bool)? {
    for document in try await candidates(late) {
      let versions = try await metadata.versions(of: document.id)
      guard let replaced = versions.last(where: { $0.sha256 == late.replaced })?.number else { continue }
      return (document, versions.contains { $0.sha256 == late.sha256 && $0.number > replaced })
    }
    return nil
  }

  /// Documents whose file it may have been: what lies there, what has what it was replaced by, and what is in the Trash.
  private func candidates(_ late: LateWrite) async throws(DocumentError) -> [Document] {
    var found = [try await metadata.document(withContent: late.replacement)].compactMap(\.self)
    guard let location = late.location else { return found }
    if let there = try await metadata.document(at: location) { found.insert(there, at: 0) }
    return try await found + metadata.trashed(like: late.replacement, from: location).map(\.document)
  }

  private func addAsDocument(_ late: LateWrite) async throws(DocumentError) {
    // Added before, and then the end came; or somebody has it anyway.
    if try await metadata.isCurrent(late.sha256) { return try await contents.dismiss(late) }
    let staged = try await contents.stage(copyOf: late.content, expecting: late.sha256)
    let location = late.location ?? Location(name: FileName(sanitizing: "Recovered"))
    let document = try await documents.addBeside(location, staged, author: nil, copy: DocumentID())
    log.notice(
      "what was written to a replaced file became a document", metadata: ["document": "\(document.id)"])
    try await contents.dismiss(late)
  }
}
