import DocumentModel
import Logging
public import ServiceLifecycle
import Synchronization

extension DocumentSessions: Service {
  /// The longest sleep while something may come to be due.
  private static let longestSleep = Duration.milliseconds(500)
  private static let shortestSleep = Duration.milliseconds(20)
  private static let lookPause = Duration.seconds(1)
  /// A larger file would be read again and again while it is written to.
  private static let largestLookedAt: Int64 = 64 << 20

  /// Saves what is due and follows what happens to documents, until the service group shuts down.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.follow() }
        group.addTask { await self.keepTime() }
        group.addTask { await self.watchFiles() }
      }
    }
  }

  /// No timer runs while there is no session.
  private func keepTime() async {
    for await _ in wakes.stream {
      while !Task.isCancelled, let pause = pause() {
        // A sleep that is cancelled ends the loop.
        try? await Task.sleep(for: pause)
        attend()
      }
    }
  }

  private func pause() -> Duration? {
    let now = clock()
    return state.withLock { all in
      guard !all.entries.isEmpty else { return nil }
      let next = all.entries.values.compactMap(\.state.due).min() ?? .seconds(3600)
      return min(max(next - now, Self.shortestSleep), Self.longestSleep)
    }
  }

  /// Begins what is due: saves drafts, and ends sessions whose clients are gone.
  ///
  /// Returns the work, to be waited for or not.
  @discardableResult
  func attend() -> [Task<Void, Never>] {
    let now = clock()
    let due = state.withLock { all -> [(SessionID, SessionEvent)] in
      let found = all.entries.values.compactMap { entry in
        entry.dueEvent(at: now, timing).map { (entry.id, $0) }
      }
      for (id, _) in found { all.entries[id]?.isAttended = true }
      return found
    }
    return due.map { id, event in
      Task {
        await exclusively(id) { _ = self.apply(event, to: id) }
        state.withLock { $0.entries[id]?.isAttended = false }
      }
    }
  }

  private func watchFiles() async {
    while !Task.isCancelled {
      // Network disks tell of nothing, so the few open files are looked at; a sleep that is cancelled ends the loop.
      try? await Task.sleep(for: Self.lookPause)
      if !Task.isCancelled { await lookAtFiles() }
    }
  }

  /// Notices what other programs did to the files of open documents, within two seconds (spec documents UID-16).
  ///
  /// The next pass over all files is not waited for.
  func lookAtFiles() async {
    for id in state.withLock({ Set($0.entries.values.map(\.document)) }) {
      guard let entry = try? await workspace.index.entry(id), entry.document.trashed == nil,
        entry.document.size <= Self.largestLookedAt, await workspace.tree.hasAnotherFile(entry)
      else { continue }
      // A file that cannot be read now is looked at again; a file that is gone is for that pass.
      _ = try? await workspace.tree.current(entry.document)
    }
  }

  /// Whether there is another file than the index knows, and no program is at work on it.
  ///
  /// A program that writes in place empties a file first: that is no content that a user made. One that keeps its files
  /// open for good is for the pass over all files, which has its own patience.
  private func hasChanged(_ entry: IndexEntry) async -> Bool {
    let location = entry.document.location
    guard let looks = try? await workspace.directory.fingerprints(at: [location])[location],
      !entry.fingerprint.hasContent(of: looks)
    else { return false }
    let isOpen = try? await workspace.directory.isOpenForWriting(location)
    return isOpen != true
  }

  private func follow() async {
    let events = await workspace.events.listen()
    await catchUp()
    for await message in events { await heard(message) }
  }

  func catchUp() async {
    for entry in state.withLock({ Array($0.entries.values) }) {
      // A document that cannot be read now is read at the next event.
      guard let found = try? await lookUp(entry.document) else { continue }
      await handle(found.event, entry.id, found.document)
    }
  }

  func lookUp(_ id: DocumentID) async throws(DocumentError) -> (document: Document?, event: SessionEvent) {
    guard let document = try await workspace.index.document(id) else { return (nil, .gone) }
    return (document, document.trashed == nil ? .changed(SavedContent(document)) : .removed)
  }

  func heard(_ message: EventMessage) async {
    switch message {
    case .event(let change): await heard(change)
    case .reset: await catchUp()
    }
  }

  func heard(_ change: DocumentEvent) async {
    let document = change.document
    let ids = state.withLock { $0.entries.values.filter { $0.document == document.id }.map(\.id) }
    for id in ids {
      switch change.kind {
      case .deleted: await handle(.removed, id, document)
      case .removed: await handle(.gone, id, document)
      case .metadataChanged, .handedOver: continue
      case .created, .changed, .moved: await handle(.changed(SavedContent(document)), id, document)
      case .restored:
        await handle(.changed(SavedContent(document)), id, document)
        // A save that failed while the document was away can succeed now.
        await handle(.save, id, document, where: \.isFailing)
      }
    }
  }

  private func handle(
    _ event: SessionEvent, _ id: SessionID, _ document: Document?,
    where isMeant: @Sendable (SessionState) -> Bool = { _ in true }
  ) async {
    await exclusively(id) {
      guard let state = self.entry(id)?.state, isMeant(state) else { return }
      if let document { self.state.withLock { $0.entries[id]?.location = document.location } }
      guard let changed = self.apply(event, to: id) else { return }
      do throws(DocumentError) {
        try await self.tidy(changed)
      } catch {
        self.log.warning("a draft could not be noted", metadata: ["session": "\(id)", "reason": "\(error)"])
      }
    }
  }

  // MARK: The start

  /// Takes up what was handed over and not saved when the server ended.
  ///
  /// Each draft is a session again. Its client can go on with it, and it is saved when ``run()`` begins.
  ///
  /// A draft that cannot be taken up now stays on the disk for the next start; a damaged one is named in the log.
  public func restore() async {
    do throws(DocumentError) {
      for draft in try await drafts.drafts() {
        do throws(DocumentError) {
          try await takeUp(draft)
        } catch {
          log.error(
            "a draft could not be taken up", metadata: ["session": "\(draft.session)", "reason": "\(error)"])
        }
      }
      for damaged in try await drafts.damagedDrafts() { report(damaged) }
    } catch {
      log.error("drafts could not be taken up", metadata: ["reason": "\(error)"])
    }
    wakes.continuation.yield()
  }

  private func report(_ damaged: DamagedDraft) {
    log.error(
      "a draft is damaged: it was not taken up, and stays where it is until sheaf verify --repair sets it aside",
      metadata: [
        "session": "\(damaged.session)", "place": "\(damaged.place)", "reason": "\(damaged.reason)",
      ])
  }

  private func takeUp(_ found: Draft) async throws(DocumentError) {
    var draft = found
    let document = try await workspace.index.document(draft.document)
    if let document {
      guard try await saved(draft, in: document) == nil else { return try await drafts.remove(draft.session) }
      if let pending = draft.pending,
        let base = try await version(of: pending, since: draft.content.base, in: document)
      {
        // Its predecessor was saved, and the end came before that could be noted.
        draft.content.base = base
        try await drafts.note(draft)
      }
    }
    let current = document?.trashed == nil ? document.map { SavedContent($0) } : nil
    let entry = SessionEntry(
      id: draft.session, document: draft.document, author: draft.author, holder: nil, opened: draft.date,
      state: SessionState(
        restoring: draft.content, loaded: draft.loaded, current: current, timing: timing, at: clock()),
      location: document?.location ?? draft.location, draft: draft,
      hold: try? await room?.reserve(draft.content.size), heard: clock())
    state.withLock { $0.entries[entry.id] = entry }
    log.notice(
      "a draft was taken up", metadata: ["session": "\(draft.session)", "document": "\(draft.document)"])
  }
}

extension SessionEntry {
  fileprivate func dueEvent(at now: Duration, _ timing: SessionTiming) -> SessionEvent? {
    if isAttended { return nil }
    if let due = state.due, due <= now { return .tick }
    let isSilent = heard + timing.lifetime <= now
    return isSilent && !state.isClosing && state.phase != .opening ? .close : nil
  }
}

extension SessionState {
  fileprivate var isFailing: Bool { phase == .savingError }
}
