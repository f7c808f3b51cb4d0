import DocumentModel
import LinuxSystem
import Synchronization

@testable import Storage
@testable import Workspace

/// Sessions over a workspace on the disk, with a clock that goes when the test says so and events that are heard then.
final class SessionBench: Sendable {
  let test: TestWorkspace
  let sessions: DocumentSessions
  let clock: ManualTime
  let drafts: FailingDrafts
  private let heard = Mutex<Int64>(0)

  init(
    _ test: TestWorkspace, limits: SessionLimits = .standard, room: StorageRoom? = nil
  ) async throws {
    self.test = test
    let (clock, drafts) = (ManualTime(), FailingDrafts(root: test.root))
    (self.clock, self.drafts) = (clock, drafts)
    sessions = DocumentSessions(
      test.workspace, drafts: drafts, room: room, limits: limits, log: test.log, clock: { clock.now })
    let last = try await test.workspace.eventLog.lastEvent()
    heard.withLock { $0 = last }
  }

  @discardableResult
  func hand(
    _ text: String, _ sequence: Int = 1, on loaded: ContentHash? = nil, to session: SessionFacts
  ) async throws -> SessionFacts {
    try await sessions.hand(
      try await test.staged(text), sequence, on: loaded, to: session.id, of: session.document)
  }

  /// Lets time pass, and what is due be done.
  func pass(_ time: Duration) async {
    clock.advance(by: time)
    let ids = sessions.state.withLock { Array($0.entries.keys) }
    for task in sessions.attend() { await task.value }
    for id in ids { await sessions.settled(id) }
    // The end of a save runs after its waiters were told.
    for id in ids { await sessions.exclusively(id) {} }
  }

  /// Lets the sessions hear of what happened since the last time.
  func hear() async throws {
    let after = heard.withLock(\.self)
    for event in try await test.workspace.eventLog.events(after: after, limit: 1000) {
      await sessions.heard(event)
      heard.withLock { $0 = event.sequence }
    }
  }

  func state(_ session: SessionFacts) throws -> SessionState {
    try sessions.session(session.id, of: session.document).state
  }

  func text(of document: DocumentID) async throws -> String {
    try await test.text(of: test.workspace.document(document))
  }

  func history(of document: DocumentID) async throws -> [String] {
    let known = try await test.workspace.document(document)
    var texts: [String] = []
    for number in (1...known.version).reversed() {
      texts.append(try await test.text(ofVersion: number, of: known))
    }
    return texts
  }

  /// The sessions that a server has which starts now, on what this one would leave if it were killed.
  func afterCrash() async throws -> SessionBench {
    let next = try await SessionBench(try await TestWorkspace(at: test.copy()))
    try await next.test.pass()
    await next.sessions.restore()
    try await next.hear()
    return next
  }
}

final class ManualTime: Sendable {
  private let time = Mutex(Duration.zero)
  var now: Duration { time.withLock(\.self) }

  func advance(by step: Duration) {
    time.withLock { $0 += step }
  }
}

/// Drafts on the disk that can be told to fail.
final class FailingDrafts: DraftStore {
  private let drafts: DraftFolder
  private let staging = Mutex<DocumentError.Code?>(nil)
  private let keeping: KeepingFault

  init(root: SandboxRoot) {
    let keeping = KeepingFault()
    self.keeping = keeping
    drafts = DraftFolder(root: root) { step in if step == .described { try keeping.check() } }
  }

  /// From now on nothing can be copied out of it, as on a full disk; nil for all can.
  func failStaging(with code: DocumentError.Code?) {
    staging.withLock { $0 = code }
  }

  /// From now on keeping fails when the new description is on the disk already; nil for never.
  func failKeeping(with code: DocumentError.Code?) {
    keeping.code.withLock { $0 = code }
  }

  private final class KeepingFault: Sendable {
    let code = Mutex<DocumentError.Code?>(nil)

    func check() throws(DocumentError) { try FailingDrafts.check(code.withLock(\.self)) }
  }

  private static func check(_ code: DocumentError.Code?) throws(DocumentError) {
    if let code { throw DocumentError(code, "it was told to fail") }
  }

  func drafts() async throws(DocumentError) -> [Draft] { try await drafts.drafts() }
  func damagedDrafts() async throws(DocumentError) -> [DamagedDraft] { try await drafts.damagedDrafts() }
  func keep(_ content: any StagedContent, as draft: Draft) async throws(DocumentError) {
    try await drafts.keep(content, as: draft)
  }
  func note(_ draft: Draft) async throws(DocumentError) { try await drafts.note(draft) }
  func open(_ draft: Draft) async throws(DocumentError) -> any ReadableContent {
    try await drafts.open(draft)
  }
  func stage(_ draft: Draft) async throws(DocumentError) -> any StagedContent {
    try Self.check(staging.withLock(\.self))
    return try await drafts.stage(draft)
  }
  func remove(_ session: SessionID) async throws(DocumentError) { try await drafts.remove(session) }
}
