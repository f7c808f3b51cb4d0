public import DocumentModel
import FoundationEssentials
public import Logging
import Synchronization

/// Clients at work on documents (spec documents UID-1 to UID-17).
///
/// Takes what they hand over, saves it, and keeps apart what two of them made at once.
///
/// ```
///   hand ──▶ draft, durable ──▶ acknowledged ──▶ (a pause) ──▶ the document's next version ──▶ the draft goes
///                                                    │ the document has another content than expected
///                                                    └──▶ both are kept, until a user decides
/// ```
/// An acknowledged content is on the disk: as a draft, or as a version. ``SessionState`` decides; this does.
/// Safe from any task. One change of a session at a time: all of them pass its lock.
///
/// ```swift
/// let session = try await sessions.open(id, on: nil, author: "Anna")
/// try await sessions.hand(staged, 1, on: nil, to: session.id, of: id)
/// try await sessions.close(session.id, of: id)
/// ```
public final class DocumentSessions: Sendable {
  struct State {
    var entries: [SessionID: SessionEntry] = [:]
    var ended = EndedSessions()
  }

  let workspace: DocumentWorkspace
  let drafts: any DraftStore
  let room: StorageRoom?
  let timing: SessionTiming
  let limits: SessionLimits
  let log: Logger
  let clock: @Sendable () -> Duration
  let state = Mutex(State())
  let lock = KeyedLock<SessionID>()
  /// Yields when there may be something to wait for.
  let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Sessions of the documents of `workspace`.
  ///
  /// - Parameters:
  ///   - workspace: the documents.
  ///   - drafts: keeps what is not saved yet.
  ///   - room: counts the bytes of drafts that are there at the start; those of later ones are counted as they come.
  ///   - timing: when they save, and when a client counts as gone.
  ///   - limits: how many there may be.
  ///   - log: where it says what it did.
  ///   - clock: tells the time since any fixed moment, never backwards; to be replaced in tests alone.
  public init(
    _ workspace: DocumentWorkspace, drafts: any DraftStore, room: StorageRoom? = nil,
    timing: SessionTiming = .standard, limits: SessionLimits = .standard, log: Logger,
    clock: @escaping @Sendable () -> Duration = DocumentSessions.steadyClock()
  ) {
    self.workspace = workspace
    self.drafts = drafts
    self.room = room
    self.timing = timing
    self.limits = limits
    self.log = log
    self.clock = clock
  }

  /// The time since now.
  public static func steadyClock() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }

  /// A client begins to work on a document.
  ///
  /// - Parameters:
  ///   - document: in `Documents`.
  ///   - loaded: the content that the client has read before, where that may be an earlier one; nil for what it has now.
  ///   - author: the client, by the name of its token or session.
  ///   - holder: tells clients apart where each has a share of all sessions; nil for one without a share.
  /// - Throws: `.notFound`, `.contentMissing`; `.busy` when there are too many sessions.
  public func open(
    _ document: DocumentID, on loaded: ContentHash? = nil, author: String?, holder: String? = nil
  ) async throws(DocumentError) -> SessionFacts {
    let known = try await workspace.document(document)
    await makeRoom(in: document, for: holder)
    let id = try begin(known, author, holder)
    do throws(DocumentError) {
      let current = try await workspace.tree.current(known).document
      guard let entry = apply(.opened(SavedContent(current), loaded: loaded), to: id) else {
        throw Self.ended
      }
      wakes.continuation.yield()
      return entry.facts
    } catch {
      apply(.openFailed, to: id)
      throw error
    }
  }

  /// Ends an idle session of the client that has most, where there is no room for another.
  private func makeRoom(in document: DocumentID, for holder: String?) async {
    let spare = state.withLock {
      SessionShares(limits, $0.entries.values, in: document, for: holder).spare
    }
    guard let spare else { return }
    await exclusively(spare) {
      if self.entry(spare)?.state.phase == .clean { self.apply(.close, to: spare) }
    }
  }

  private func begin(
    _ document: Document, _ author: String?, _ holder: String?
  ) throws(DocumentError) -> SessionID {
    var opening = SessionState(timing: timing)
    _ = opening.handle(.open, at: clock())
    let entry = SessionEntry(
      id: SessionID(), document: document.id, author: author, holder: holder, opened: workspace.now(),
      state: opening, location: document.location, heard: clock())
    return try state.withLock { all throws(DocumentError) in
      let shares = SessionShares(limits, all.entries.values, in: document.id, for: holder)
      guard !shares.isFull, !shares.isUsedUp else {
        let whose = shares.isUsedUp ? " of yours" : ""
        throw DocumentError(
          .busy, "too many sessions\(whose) are open; close some, decide about conflicts, or try again later")
      }
      all.entries[entry.id] = entry
      return entry.id
    }
  }

  /// The sessions of a document, the first opened first.
  public func sessions(of document: DocumentID) -> [SessionFacts] {
    let found = state.withLock { $0.entries.values.filter { $0.document == document }.map(\.facts) }
    return found.sorted { ($0.opened, $0.id) < ($1.opened, $1.id) }
  }

  /// A session of a document; its client counts as heard of.
  ///
  /// Throws `.sessionClosed` when it has ended lately, `.notFound` when there is none.
  public func session(_ id: SessionID, of document: DocumentID) throws(DocumentError) -> SessionFacts {
    try hear(of: id, document).facts
  }

  /// The bytes that wait to be saved in a session, and what they are called.
  ///
  /// Throws as ``session(_:of:)``, and `.notFound` when nothing waits.
  public func content(
    _ id: SessionID, of document: DocumentID
  ) async throws(DocumentError) -> (content: any ReadableContent, handed: HandedContent, location: Location) {
    try await lock.withLock(id) { () async throws(DocumentError) in
      let entry = try hear(of: id, document)
      guard let draft = entry.draft else {
        throw DocumentError(.notFound, "nothing waits to be saved in session \(id)")
      }
      return (try await drafts.open(draft), draft.content, entry.location)
    }
  }

  /// Takes a changed content; when it returns, that is durable, and is saved in time without further ado.
  ///
  /// - Parameters:
  ///   - staged: the bytes.
  ///   - sequence: the client's own number, from 1, higher than any before. The same number with the same bytes is a
  ///     repeat, and changes nothing.
  ///   - loaded: the content that this is a change of: what the client read last; nil for what the session says.
  ///   - id: the session, `document` its document.
  ///   - author: the client.
  ///   - require: refuses what waits to be saved now and is not what the client knows; nil where nothing waits. A repeat is
  ///     not asked.
  /// - Throws: `.supersededContent` for what comes late, `.sessionClosed`, `.viewerOnly` as ``requireEditor(_:of:)``, and
  ///   what the draft store refuses; then nothing has changed.
  @discardableResult
  public func hand(
    _ staged: any StagedContent, _ sequence: Int, on loaded: ContentHash? = nil, to id: SessionID,
    of document: DocumentID, author: String? = nil,
    unless require: (ContentHash?) throws(DocumentError) -> Void = { _ in }
  ) async throws(DocumentError) -> SessionFacts {
    try await requireEditor(id, of: document)
    return try await lock.withLock(id) { () async throws(DocumentError) in
      let entry = try hear(of: id, document)
      guard !entry.state.isClosing, let base = entry.state.base(ofContentOn: loaded) else { throw Self.ended }
      guard sequence > entry.state.sequence else { return try repeated(sequence, staged, entry) }
      try require(entry.draft?.content.sha256)
      let content = HandedContent(sequence: sequence, sha256: staged.sha256, size: staged.size, base: base)
      if !entry.state.isSettled(by: content.sha256, on: base) {
        try await keep(content, staged, author, entry)
      }
      guard let changed = apply(.handed(content), to: id) else { throw Self.ended }
      try await tidy(changed)
      return changed.facts
    }
  }

  private func repeated(
    _ sequence: Int, _ staged: any StagedContent, _ entry: SessionEntry
  ) throws(DocumentError) -> SessionFacts {
    guard sequence == entry.state.sequence, staged.sha256 == entry.state.lastHanded else {
      throw DocumentError(
        .supersededContent, "content \(entry.state.sequence) was taken already; this is \(sequence)",
        numbers: ["sequence": Int64(entry.state.sequence)])
    }
    return entry.facts
  }

  private func keep(
    _ content: HandedContent, _ staged: any StagedContent, _ author: String?, _ entry: SessionEntry
  ) async throws(DocumentError) {
    let draft = Draft(
      session: entry.id, document: entry.document, location: entry.location, content: content,
      loaded: entry.state.loaded ?? content.base.sha256, pending: entry.state.saving?.sha256,
      author: author ?? entry.author, date: workspace.now())
    do throws(DocumentError) {
      try await drafts.keep(staged, as: draft)
    } catch {
      // The disk may have it all the same; the next start must not save a refused content.
      if let known = entry.draft { try? await drafts.note(known) } else { try? await drafts.remove(entry.id) }
      throw error
    }
    state.withLock { all in
      all.entries[entry.id]?.draft = draft
      all.entries[entry.id]?.hold = staged.room
    }
  }

  /// Takes back what was handed over and is not saved; the document stays as it is.
  public func revert(_ id: SessionID, of document: DocumentID) async throws(DocumentError) -> SessionFacts {
    _ = try hear(of: id, document)
    await settled(id)
    return try await lock.withLock(id) { () async throws(DocumentError) in
      _ = try hear(of: id, document)
      guard let changed = apply(.revert, to: id) else { throw Self.ended }
      try await tidy(changed)
      return changed.facts
    }
  }

  /// Saves what waits, and ends the session: at once, or as soon as it could be saved or a user has decided.
  ///
  /// Says how it stands after one try: ``SessionState/Phase/closed``, or why not yet.
  public func close(_ id: SessionID, of document: DocumentID) async throws(DocumentError) -> SessionFacts {
    _ = try hear(of: id, document)
    await exclusively(id) { _ = self.apply(.close, to: id) }
    await settled(id)
    let facts = state.withLock { $0.entries[id]?.facts ?? $0.ended[id] }
    guard let facts else { throw Self.ended }
    return facts
  }

  static let ended = DocumentError(
    .sessionClosed, "the session was closed; open another, and hand the content over there")
}

// MARK: - Roles

extension DocumentSessions {
  /// Refuses edits in a session of a document whose opener only shows it: the one that was chosen for it, else the best.
  ///
  /// A session is work with what opens the document, so the opener's role decides what can be handed over and saved. A
  /// program that replaces the content as a whole brings a content that was made elsewhere, as a copy of a file over
  /// another is. That is no edit by the opener, and its role says nothing about it.
  ///
  /// Only new content is refused. A content acknowledged before a user chose a viewer is still saved in time, or
  /// when the session closes. Conflicts are still decided. So nothing is lost by a choice.
  ///
  /// Throws `.viewerOnly`; `.sessionClosed` and `.notFound` as ``session(_:of:)``.
  public func requireEditor(_ id: SessionID, of document: DocumentID) async throws(DocumentError) {
    _ = try hear(of: id, document)
    // A document that is gone for good has a session still, whose content becomes a document of its own.
    guard let known = try await workspace.index.document(document), !workspace.documents.isEditable(known)
    else {
      return
    }
    let opener = workspace.documents.openers(of: known).first?.identifier ?? "what opens it"
    throw DocumentError(
      .viewerOnly,
      "\(opener) only shows the document; choose a handler that edits it, or upload a new content")
  }
}
