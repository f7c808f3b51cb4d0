import DocumentModel
import Logging
import Synchronization

extension DocumentSessions {
  func entry(_ id: SessionID) -> SessionEntry? { state.withLock { $0.entries[id] } }

  /// The session, whose client has just been heard of.
  func hear(of id: SessionID, _ document: DocumentID) throws(DocumentError) -> SessionEntry {
    let now = clock()
    return try state.withLock { all throws(DocumentError) in
      guard var entry = all.entries[id], entry.document == document else {
        if all.ended[id]?.document == document { throw Self.ended }
        throw DocumentError(.notFound, "there is no session \(id) of document \(document)")
      }
      entry.heard = now
      all.entries[id] = entry
      return entry
    }
  }

  func exclusively<Value: Sendable>(_ id: SessionID, _ body: () async -> Value) async -> Value? {
    try? await lock.withLock(id) { () async throws(DocumentError) -> Value in await body() }
  }

  /// Tells a session what happened, and does what it says; the session after it, nil when there is none.
  ///
  /// To be called inside the session's lock.
  @discardableResult
  func apply(_ event: SessionEvent, to id: SessionID) -> SessionEntry? {
    let now = clock()
    let found = state.withLock {
      all -> (before: SessionState, after: SessionEntry, action: SessionAction?)? in
      guard var entry = all.entries[id] else { return nil }
      let before = entry.state
      let action = entry.state.handle(event, at: now)
      let after = entry
      if entry.state.phase != .saving { entry.waiting = [] }
      all.entries[id] = entry.state.phase == .closed ? nil : entry
      if entry.state.phase == .closed { all.ended.add(entry.facts) }
      return (before, after, action)
    }
    guard let (before, after, action) = found else { return nil }
    if action == .save { Task { await save(id) } }
    report(before, after)
    if after.state.phase != .saving { for waiting in after.waiting { waiting.finish() } }
    return after
  }

  private func report(_ before: SessionState, _ after: SessionEntry) {
    guard before.isToldApart(from: after.state), before.phase != .opening || after.state.phase != .closed
    else { return }
    workspace.notices.post(.session(after.facts))
    guard (before.phase == .inConflict) != (after.state.phase == .inConflict) else { return }
    workspace.notices.post(.conflicts(after.document, count: conflictCount(of: after.document)))
  }

  private func conflictCount(of document: DocumentID) -> Int {
    state.withLock { all in
      all.entries.values.count { $0.document == document && $0.state.phase == .inConflict }
    }
  }

  /// Brings the draft on the disk in line with the state of its session.
  ///
  /// To be called inside the session's lock. A failure is tried again with the next change.
  func tidy(_ entry: SessionEntry) async throws(DocumentError) {
    guard let draft = entry.draft else { return }
    guard let content = entry.state.draft else {
      try await drafts.remove(entry.id)
      return state.withLock { all in
        all.entries[entry.id]?.draft = nil
        all.entries[entry.id]?.hold = nil
      }
    }
    var noted = draft
    noted.content = content
    noted.pending = entry.state.saving?.sha256
    // The predecessor of a draft matters while that is being saved; afterwards only the base has to be right.
    guard noted.content != draft.content else { return }
    try await drafts.note(noted)
    state.withLock { $0.entries[entry.id]?.draft = noted }
  }

  /// Waits until nothing of a session is being saved; not any longer when the task is cancelled.
  func settled(_ id: SessionID) async {
    while !Task.isCancelled {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let isSaving = state.withLock { all in
        guard all.entries[id]?.state.phase == .saving else { return false }
        all.entries[id]?.waiting.append(continuation)
        return true
      }
      guard isSaving else { return }
      for await _ in stream {}
    }
  }
}

extension SessionState {
  /// Whether watchers need to know: repeated drafts are not worth a notice.
  func isToldApart(from other: SessionState) -> Bool {
    phase != other.phase || base != other.base || loaded != other.loaded || theirs != other.theirs
      || failure != other.failure
  }
}
