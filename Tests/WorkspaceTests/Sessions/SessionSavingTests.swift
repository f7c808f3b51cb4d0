import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Sessions save by themselves")
struct SessionSavingTests {
  let bench: SessionBench
  var test: TestWorkspace { bench.test }
  var sessions: DocumentSessions { bench.sessions }

  init() async throws {
    bench = try await SessionBench(try await TestWorkspace())
  }

  private func opened(_ text: String = "one") async throws -> (document: Document, session: SessionFacts) {
    let document = try await test.add(text)
    return (document, try await sessions.open(document.id, author: "Anna"))
  }

  @Test("a session tells which content it begins with, and touches nothing")
  func opening() async throws {
    let (document, session) = try await opened()
    #expect(session.state.phase == .clean && session.state.base == SavedContent(document))
    #expect(session.author == "Anna" && sessions.sessions(of: document.id).map(\.id) == [session.id])
    await bench.pass(.seconds(120))
    #expect(try await test.workspace.document(document.id) == document)
  }

  @Test("a session begins with what the disk has, not with what the index remembers")
  func editedBefore() async throws {
    let document = try await test.add("one")
    try test.write("edited on the disk", to: "Documents/a.txt")
    let session = try await sessions.open(document.id, author: nil)
    #expect(session.state.base?.version == 2)
  }

  @Test("UID-6 a draft is in the document after a pause, and is a version with its author")
  func autosave() async throws {
    let (document, session) = try await opened()
    let state = try await bench.hand("two", to: session).state
    #expect(state.phase == .dirty && state.isDirty)
    #expect(try await bench.text(of: document.id) == "one")
    await bench.pass(.milliseconds(999))
    #expect(try await bench.text(of: document.id) == "one")
    await bench.pass(.milliseconds(1))
    #expect(try await bench.text(of: document.id) == "two")
    #expect(try bench.state(session).phase == .clean)
    #expect(try await test.workspace.versionIndex.versions(of: document.id).first?.author == "Anna")
    #expect(try await bench.drafts.drafts().isEmpty)
    try await bench.hear()
    #expect(try bench.state(session).phase == .clean, "one's own save is no change by another client")
  }

  @Test("UID-6 a hundred quick changes are few versions")
  func manyChanges() async throws {
    let (document, session) = try await opened()
    for number in 1...100 {
      try await bench.hand("text \(number)", number, to: session)
      await bench.pass(.milliseconds(20))
    }
    await bench.pass(.seconds(5))
    #expect(try await bench.text(of: document.id) == "text 100")
    #expect(try await test.workspace.document(document.id).version <= 3)
  }

  @Test("UID-7 a save that is asked for while an earlier content is saved is done when it returns, too")
  func saveNowWhileSaving() async throws {
    let (document, session) = try await opened()
    for number in 1...50 {
      try await bench.hand("early \(number)", 2 * number - 1, to: session)
      bench.clock.advance(by: .seconds(60))
      // Not waited for: it is to be under way, at any point, when the next content comes.
      sessions.attend()
      try await bench.hand("late \(number)", 2 * number, to: session)
      #expect(try await sessions.saveNow(session.id, of: document.id).state.phase == .clean)
      #expect(try await bench.text(of: document.id) == "late \(number)")
    }
  }

  @Test("UID-8 closing saves, and what comes afterwards is refused")
  func closing() async throws {
    let (document, session) = try await opened()
    try await bench.hand("two", to: session)
    let closed = try await sessions.close(session.id, of: document.id)
    #expect(closed.state.phase == .closed && closed.state.base?.version == 2)
    #expect(try await bench.text(of: document.id) == "two")
    await expectRefusal(.sessionClosed) { try await bench.hand("three", 2, to: session) }
    await expectRefusal(.sessionClosed) { _ = try await sessions.close(session.id, of: document.id) }
    #expect(sessions.sessions(of: document.id).isEmpty)
    await bench.pass(.zero)
    // The end of the last save runs after the closer was told.
    await sessions.exclusively(session.id) {}
    #expect(try await bench.drafts.drafts().isEmpty)
  }

  @Test("UID-12 undone back to what is saved nothing is written")
  func undone() async throws {
    let (document, session) = try await opened()
    try await bench.hand("two", 1, to: session)
    #expect(try await bench.drafts.drafts().count == 1)
    #expect(try await bench.hand("one", 2, to: session).state.phase == .clean)
    #expect(try await bench.drafts.drafts().isEmpty)
    await bench.pass(.seconds(60))
    #expect(try await test.workspace.document(document.id).version == 1)
  }

  @Test("UID-2 UID-15 a failing save keeps draft and file, says why, and is tried again until it succeeds")
  func failing() async throws {
    let (document, session) = try await opened()
    try await bench.hand("two", to: session)
    bench.drafts.failStaging(with: .storageFull)
    await expectRefusal(.storageFull) { try await sessions.saveNow(session.id, of: document.id) }
    let state = try bench.state(session)
    #expect(state.phase == .savingError && state.failure?.code == .storageFull && state.isDirty)
    #expect(try await bench.text(of: document.id) == "one")
    await bench.pass(.seconds(1))
    #expect(try bench.state(session).failure?.attempts == 2)
    bench.drafts.failStaging(with: nil)
    await bench.pass(.seconds(2))
    #expect(try bench.state(session).phase == .clean && bench.state(session).failure == nil)
    #expect(try await bench.text(of: document.id) == "two")
  }

  @Test("a read-only index refuses the save, and nothing is lost")
  func failingIndex() async throws {
    let test = try await TestWorkspace()
    let bench = try await SessionBench(test)
    let document = try await test.add("one")
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("two", to: session)
    test.fault.fail(with: .readOnly)
    await bench.pass(.seconds(1))
    #expect(try bench.state(session).failure?.code == .readOnly)
    test.fault.fail(with: nil)
    await bench.pass(.seconds(1))
    try await bench.hear()
    #expect(try await bench.text(of: document.id) == "two")
    #expect(try bench.state(session).phase == .clean)
  }

  @Test("a content that cannot be kept is not acknowledged, and the one before stays")
  func failingDraft() async throws {
    let (_, session) = try await opened()
    try await bench.hand("two", 1, to: session)
    bench.drafts.failKeeping(with: .storageFull)
    await expectRefusal(.storageFull) { try await bench.hand("three", 2, to: session) }
    #expect(try bench.state(session).draft?.sequence == 1)
    bench.drafts.failKeeping(with: nil)
    #expect(try await bench.hand("three", 2, to: session).state.draft?.sequence == 2)
  }

  @Test("a client that is gone for long is saved and let go of")
  func silent() async throws {
    let (document, session) = try await opened()
    try await bench.hand("two", to: session)
    await bench.pass(.seconds(599))
    #expect(try bench.state(session).phase == .clean)
    await bench.pass(.seconds(599))
    #expect(try bench.state(session).phase == .clean, "it was heard of")
    await bench.pass(.seconds(600))
    #expect(sessions.sessions(of: document.id).isEmpty)
    #expect(try await bench.text(of: document.id) == "two")
  }

  @Test("UID-14 all that waits is saved at once when the server ends")
  func saveAll() async throws {
    var documents: [DocumentID] = []
    for number in 0..<5 {
      let document = try await test.add("one", named: "\(number).txt")
      let session = try await sessions.open(document.id, author: nil)
      try await bench.hand("two \(number)", to: session)
      documents.append(document.id)
    }
    await sessions.saveAll(within: .seconds(60))
    for (number, id) in documents.enumerated() {
      #expect(try await bench.text(of: id) == "two \(number)")
    }
  }

  @Test("there are only so many sessions of a document, and of all")
  func limits() async throws {
    let bench = try await SessionBench(test, limits: SessionLimits(perDocument: 2, total: 3))
    let (one, two) = (try await test.add("one"), try await test.add("two"))
    let first = try await bench.sessions.open(one.id, author: nil)
    _ = try await bench.sessions.open(one.id, author: nil)
    await expectRefusal(.busy) { _ = try await bench.sessions.open(one.id, author: nil) }
    _ = try await bench.sessions.open(two.id, author: nil)
    await expectRefusal(.busy) { _ = try await bench.sessions.open(two.id, author: nil) }
    _ = try await bench.sessions.close(first.id, of: one.id)
    _ = try await bench.sessions.open(two.id, author: nil)
  }

  @Test("one client has at most half of the sessions, and other clients find room beside it")
  func shares() async throws {
    let bench = try await SessionBench(test, limits: SessionLimits(perDocument: 4, total: 6))
    let (one, two) = (try await test.add("one"), try await test.add("two"))
    func open(_ document: Document, _ holder: String) async throws -> SessionFacts {
      try await bench.sessions.open(document.id, author: nil, holder: holder)
    }
    for _ in 0..<2 { _ = try await open(one, "a") }
    await expectRefusal(.busy) { _ = try await open(one, "a") }
    // Half of all as well.
    _ = try await open(two, "a")
    await expectRefusal(.busy) { _ = try await open(two, "a") }
    _ = try await open(one, "b")
  }

  @Test("where there is no room, the client with most gives up the longest idle one, and no draft")
  func room() async throws {
    let bench = try await SessionBench(test, limits: SessionLimits(perDocument: 6, total: 100))
    let document = try await test.add("one")
    var sessions: [SessionFacts] = []
    for holder in ["a", "a", "a", "b", "b", "b"] {
      sessions.append(try await bench.sessions.open(document.id, author: nil, holder: holder))
      bench.clock.advance(by: .seconds(1))
    }
    try await bench.hand("two", to: sessions[0])
    _ = try await bench.sessions.open(document.id, author: nil, holder: "c")
    await expectRefusal(.sessionClosed) { _ = try bench.state(sessions[1]) }
    #expect(try bench.state(sessions[0]).phase == .dirty)
    _ = try await bench.sessions.open(document.id, author: nil, holder: "c")
    await expectRefusal(.sessionClosed) { _ = try bench.state(sessions[3]) }
    // Two each. With one less, no holder has so many that a newcomer with one could ask for another.
    _ = try await bench.sessions.open(document.id, author: nil, holder: "d")
    await expectRefusal(.busy) { _ = try await bench.sessions.open(document.id, author: nil, holder: "d") }
  }

  @Test("a missing document cannot be opened, and a session is of one document")
  func absent() async throws {
    let (document, session) = try await opened()
    await expectRefusal(.notFound) { _ = try await sessions.open(DocumentID(), author: nil) }
    await expectRefusal(.notFound) { _ = try sessions.session(SessionID(), of: document.id) }
    await expectRefusal(.notFound) { _ = try sessions.session(session.id, of: DocumentID()) }
    _ = try await test.workspace.documents.trash(document.id)
    await expectRefusal(.notFound) { _ = try await sessions.open(document.id, author: nil) }
    #expect(sessions.state.withLock { $0.entries.count } == 1)
  }

  @Test("bytes that wait count against the quota, and make room when they are saved")
  func quota() async throws {
    let room = StorageRoom(quota: 20, versionIndex: test.workspace.versionIndex) {
      () async throws(DocumentError) in DiskSpace(free: 1 << 40, total: 1 << 40)
    }
    let bounded = try await TestWorkspace(contents: { store, _ in BoundedContentStore(store, in: room) })
    let bench = try await SessionBench(bounded, room: room)
    let document = try await bounded.add("12345")
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("1234567890", to: session)
    await #expect(throws: DocumentError.self) { try await bounded.staged("12345678901") }
    await bench.pass(.seconds(1))
    #expect(try bench.state(session).phase == .clean)
    #expect(bench.sessions.state.withLock { $0.entries[session.id]?.hold } == nil)
  }
}
