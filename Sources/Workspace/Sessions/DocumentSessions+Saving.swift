public import DocumentModel
import Logging
import Synchronization

extension DocumentSessions {
  /// Saves what waits in a session now, and returns when that is over.
  ///
  /// Throws why it could not be saved: `.versionConflict` while a user has to decide first, `.viewerOnly` as
  /// ``requireEditor(_:of:)``. What waits then is saved in time all the same.
  @discardableResult
  public func saveNow(_ id: SessionID, of document: DocumentID) async throws(DocumentError) -> SessionFacts {
    try await requireEditor(id, of: document)
    await exclusively(id) { _ = self.apply(.save, to: id) }
    await settled(id)
    let facts = try hear(of: id, document).facts
    if facts.state.phase == .inConflict {
      throw DocumentError(.versionConflict, "the document was changed elsewhere; decide what to keep")
    }
    if let failure = facts.state.failure { throw DocumentError(failure.code, failure.detail) }
    return facts
  }

  /// As ``saveNow(_:of:)``, for callers that look at the session afterwards; nil when there is none any more.
  public func trySaving(_ id: SessionID, of document: DocumentID) async -> SessionFacts? {
    _ = try? await saveNow(id, of: document)
    return try? session(id, of: document)
  }

  /// Saves all drafts, each once, and returns when that is over or after `limit`.
  ///
  /// A draft that is not saved by then is saved at the next start.
  public func saveAll(within limit: Duration) async {
    let waiting = state.withLock { $0.entries.values.filter(\.state.isDirty).map(\.id) }
    guard !waiting.isEmpty else { return }
    let (signal, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await withTaskGroup(of: Void.self) { group in
        for id in waiting {
          group.addTask {
            await self.exclusively(id) { _ = self.apply(.save, to: id) }
            await self.settled(id)
            // The draft goes last.
            await self.exclusively(id) {}
          }
        }
      }
      continuation.finish()
    }
    Task {
      // The bound of a wait at the program's end; what is saved by then ends the wait before.
      try? await Task.sleep(for: limit)
      continuation.finish()
    }
    for await _ in signal {}
    let rest = state.withLock { $0.entries.values.count(where: \.state.isDirty) }
    log.notice("drafts were saved", metadata: ["drafts": "\(waiting.count)", "left": "\(rest)"])
  }

  func save(_ id: SessionID) async {
    let outcome = await attempt(id)
    await exclusively(id) {
      guard let changed = self.apply(outcome, to: id) else { return }
      if case .saveFailed(let failure) = outcome {
        self.log.warning(
          "a draft could not be saved; it is kept, and tried again",
          metadata: ["session": "\(id)", "document": "\(changed.document)", "reason": "\(failure.detail)"])
      }
      do throws(DocumentError) {
        try await self.tidy(changed)
      } catch {
        self.log.warning("a draft that is saved could not be removed", metadata: ["reason": "\(error)"])
      }
    }
    await takeNewer(id, than: outcome)
  }

  /// The document may have changed since it was saved or refused, or be removed, before this session could
  /// hear of that.
  private func takeNewer(_ id: SessionID, than outcome: SessionEvent) async {
    let known: SavedContent
    switch outcome {
    case .saved(let content), .refused(let content): known = content
    default: return
    }
    guard let entry = entry(id), let found = try? await lookUp(entry.document) else { return }
    switch found.event {
    case .changed(let newer) where newer.version <= known.version: return
    case .removed: return
    default: await exclusively(id) { _ = self.apply(found.event, to: id) }
    }
  }

  private func attempt(_ id: SessionID) async -> SessionEvent {
    do throws(DocumentError) {
      let (draft, staged) = try await lock.withLock(id) { () async throws(DocumentError) in
        guard let draft = apply(.began, to: id)?.draft else { throw Self.ended }
        return (draft, try await drafts.stage(draft))
      }
      return await place(staged, of: draft)
    } catch {
      return .saveFailed(.init(error))
    }
  }

  private func place(_ staged: any StagedContent, of draft: Draft) async -> SessionEvent {
    do throws(DocumentError) {
      do throws(DocumentError) {
        let document = try await workspace.documents.replace(
          draft.document, with: staged, expecting: .content(draft.content.base.sha256), origin: .api,
          author: draft.author)
        return .saved(SavedContent(document))
      } catch  where error.code == .versionConflict || error.code == .notFound {
        return try await explain(error, of: draft, staged)
      }
    } catch {
      return .saveFailed(.init(error))
    }
  }

  private func explain(
    _ error: DocumentError, of draft: Draft, _ staged: any StagedContent
  ) async throws(DocumentError) -> SessionEvent {
    guard let document = try await workspace.index.document(draft.document) else {
      return try await rescue(draft, staged)
    }
    guard document.trashed == nil else {
      throw DocumentError(
        .notFound, "the document is in the Trash; restore it, and what waits is saved", cause: error)
    }
    if let saved = try await saved(draft, in: document) { return .saved(saved) }
    // It was moved while it was being saved, or changed and changed back.
    guard document.sha256 != draft.content.base.sha256 else { throw error }
    return .refused(SavedContent(document))
  }

  /// A draft whose document is gone for good becomes a document of its own.
  private func rescue(_ draft: Draft, _ staged: any StagedContent) async throws(DocumentError) -> SessionEvent
  {
    let document = try await workspace.documents.add(
      staged, named: draft.location.name, in: draft.location.folder, conflict: .rename, origin: .api,
      author: draft.author, id: draft.copy)
    log.notice(
      "a draft of a document that is gone became a document",
      metadata: ["session": "\(draft.session)", "document": "\(document.id)"])
    return .abandon
  }

  /// The version that a draft has become already: a crash, or an answer that was lost, came before that was noted.
  func saved(_ draft: Draft, in document: Document) async throws(DocumentError) -> SavedContent? {
    if document.sha256 == draft.content.sha256 { return SavedContent(document) }
    return try await version(of: draft.content.sha256, since: draft.content.base, in: document)
  }

  /// The newest version with a content that was made after `base`.
  func version(
    of sha256: ContentHash, since base: SavedContent, in document: Document
  ) async throws(DocumentError) -> SavedContent? {
    // A base that was never seen as a version has no place among them.
    guard base.version > 0 else { return nil }
    let versions = try await workspace.versionIndex.versions(
      of: document.id, before: nil, limit: Self.lookedAt)
    let found = versions.first { $0.sha256 == sha256 && $0.number > base.version }
    return found.map { SavedContent(sha256: $0.sha256, version: $0.number) }
  }

  private static var lookedAt: Int { 100 }
}
