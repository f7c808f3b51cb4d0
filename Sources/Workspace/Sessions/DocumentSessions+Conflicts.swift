public import DocumentModel
import FoundationEssentials
import Logging

extension DocumentSessions {
  /// The conflicts without a decision, the first handed over first.
  ///
  /// Throws `.notFound` when there is no such document.
  public func conflicts(of id: DocumentID) async throws(DocumentError) -> [Conflict] {
    let document = try await workspace.document(id, includingTrash: true)
    guard let theirs = try await workspace.versionIndex.version(document.version, of: id) else { return [] }
    let found = sessions(of: id).compactMap { facts -> Conflict? in
      guard facts.state.phase == .inConflict, let mine = facts.state.draft else { return nil }
      return Conflict(session: facts, mine: mine, theirs: theirs)
    }
    return found.sorted {
      ($0.session.handed ?? .distantPast, $0.id) < ($1.session.handed ?? .distantPast, $1.id)
    }
  }

  /// Decides what becomes of a conflict; the session goes on with what the document has then.
  ///
  /// - Parameters:
  ///   - id: the conflict, which is its session.
  ///   - document: its document.
  ///   - decision: what is kept where. Nothing is lost by any: the other is an earlier version, or a document beside.
  ///   - theirs: the content of the document that the decision was made about; nil for whatever it has.
  ///   - author: the client that decides.
  /// - Returns: the session, and the document that has what was handed over: a new one with `.both`.
  /// - Throws: `.notFound` when nothing waits there, `.versionConflict` when the document has changed once more, and
  ///   what saving refuses; then nothing is decided.
  public func resolve(
    _ id: SessionID, of document: DocumentID, _ decision: Conflict.Decision, about theirs: ContentHash? = nil,
    author: String?
  ) async throws(DocumentError) -> (session: SessionFacts, document: Document) {
    try await lock.withLock(id) { () async throws(DocumentError) in
      let entry = try hear(of: id, document)
      guard entry.state.phase == .inConflict, let draft = entry.draft, let known = entry.state.theirs else {
        throw DocumentError(.notFound, "nothing waits for a decision there")
      }
      guard theirs == nil || theirs == known.sha256 else {
        throw DocumentError(.versionConflict, "the document has changed once more; look again")
      }
      let outcome = try await carryOut(decision, draft, over: known, author)
      guard let changed = apply(.resolved(outcome.current), to: id) else { throw Self.ended }
      log.info(
        "a conflict was settled", metadata: ["document": "\(document)", "decision": "\(decision.rawValue)"])
      try await tidy(changed)
      return (changed.facts, outcome.document)
    }
  }

  private func carryOut(
    _ decision: Conflict.Decision, _ draft: Draft, over theirs: SavedContent, _ author: String?
  ) async throws(DocumentError) -> (current: SavedContent, document: Document) {
    let staged = try await drafts.stage(draft)
    switch decision {
    case .mine:
      let document = try await workspace.documents.replace(
        draft.document, with: staged, expecting: .content(theirs.sha256), origin: .api,
        author: draft.author ?? author)
      return (SavedContent(document), document)
    case .theirs:
      let document = try await workspace.documents.record(
        staged, inHistoryOf: draft.document, author: draft.author ?? author)
      return (SavedContent(document), document)
    case .both:
      let location = try await workspace.index.document(draft.document)?.location ?? draft.location
      let copy = try await workspace.documents.addBeside(
        location, staged, author: draft.author ?? author, copy: draft.copy)
      let document = try await workspace.index.document(draft.document)
      return (document.map { SavedContent($0) } ?? theirs, copy)
    }
  }
}
