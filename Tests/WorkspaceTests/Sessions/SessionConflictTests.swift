import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage
@testable import Workspace

@Suite("Two who change one document")
struct SessionConflictTests {
  let bench: SessionBench
  var test: TestWorkspace { bench.test }
  var sessions: DocumentSessions { bench.sessions }

  init() async throws {
    bench = try await SessionBench(try await TestWorkspace())
  }

  @Test("UID-16 an edit on the disk of an open document is noticed without a pass over all files")
  func looking() async throws {
    let document = try await test.add("one")
    let session = try await sessions.open(document.id, author: nil)
    await sessions.lookAtFiles()
    #expect(try await test.workspace.document(document.id) == document)
    try test.write("edited", to: "Documents/a.txt")
    await sessions.lookAtFiles()
    try await bench.hear()
    #expect(try bench.state(session).base?.version == 2)
    try test.remove("Documents/a.txt")
    await sessions.lookAtFiles()
    #expect(try bench.state(session).phase == .clean)
  }

  @Test("UID-16 a file that is being written at that moment is not taken up half")
  func lookingAtHalf() async throws {
    let document = try await test.add("one")
    let session = try await sessions.open(document.id, author: nil)
    do {
      let writer = try Descriptor.open("\(test.path)/Documents/a.txt", flags: O_WRONLY | O_TRUNC)
      await sessions.lookAtFiles()
      #expect(try await test.workspace.document(document.id) == document)
      try writer.append(Array("edited".utf8))
    }
    await sessions.lookAtFiles()
    try await bench.hear()
    #expect(try bench.state(session).base?.version == 2)
    #expect(try await bench.history(of: document.id) == ["edited", "one"])
  }

  /// A document that is "theirs" now, and a session with "mine" in conflict with that.
  private func conflict() async throws -> (document: Document, session: SessionFacts) {
    let document = try await test.add("one", named: "plan.txt", in: "Papers")
    let session = try await sessions.open(document.id, author: "Anna")
    try await bench.hand("mine", to: session)
    try await test.change(document, to: "theirs", author: "Ben")
    try await bench.hear()
    return (document, session)
  }

  @Test("UID-16 sessions find out changes that they missed: a clean one goes on, a dirty one is in conflict")
  func reset() async throws {
    let (document, other) = (try await test.add("one"), try await test.add("two", named: "b.txt"))
    let clean = try await sessions.open(document.id, author: nil)
    let dirty = try await sessions.open(other.id, author: nil)
    try await bench.hand("mine", to: dirty)
    for document in [document, other] { try await test.change(document, to: "theirs \(document.id)") }
    let id = EventID(epoch: test.workspace.events.epoch, sequence: 4)
    await sessions.heard(EventMessage.reset(EventReset(.unreadable, id: id)))
    #expect(try bench.state(clean).base?.version == 2 && bench.state(clean).phase == .clean)
    #expect(try bench.state(dirty).phase == .inConflict)
  }

  @Test("UID-16 a clean session goes on with an edit on the disk")
  func cleanOnDisk() async throws {
    let document = try await test.add("one")
    let session = try await sessions.open(document.id, author: nil)
    try test.write("edited", to: "Documents/a.txt")
    try await test.pass()
    try await bench.hear()
    let state = try bench.state(session)
    #expect(state.phase == .clean && state.base?.version == 2 && state.loaded == state.base?.sha256)
    try await bench.hand("two", to: session)
    await bench.pass(.seconds(1))
    #expect(try await bench.text(of: document.id) == "two")
  }

  @Test(
    "UID-16 a dirty session and an edit on the disk are a conflict, whether that was noticed before or not")
  func dirtyOnDisk() async throws {
    for isNoticed in [true, false] {
      let document = try await test.add("one", named: "\(isNoticed).txt")
      let session = try await sessions.open(document.id, author: nil)
      try await bench.hand("mine", to: session)
      try test.write("edited", to: "Documents/\(isNoticed).txt")
      if isNoticed {
        try await test.pass()
        try await bench.hear()
      } else {
        await bench.pass(.seconds(1))
      }
      #expect(try bench.state(session).phase == .inConflict)
      #expect(try await bench.text(of: document.id) == "edited")
      let waiting = try await sessions.content(session.id, of: document.id).content
      #expect(String(decoding: waiting.bytes(from: 0, count: 10), as: UTF8.self) == "mine")
    }
  }

  @Test("UID-17 a conflict is listed with both contents, who made them, and when")
  func listing() async throws {
    let (document, session) = try await conflict()
    let conflict = try #require(try await sessions.conflicts(of: document.id).first)
    #expect(conflict.id == session.id && conflict.session.author == "Anna" && conflict.session.handed != nil)
    #expect(conflict.mine.size == 4 && conflict.theirs.author == "Ben" && conflict.theirs.number == 2)
    await expectRefusal(.versionConflict) { try await sessions.saveNow(session.id, of: document.id) }
    await bench.pass(.seconds(3600))
    #expect(try await bench.text(of: document.id) == "theirs", "time decides nothing")
    #expect(try await sessions.conflicts(of: document.id).count == 1, "not even when the client is gone")
    await expectRefusal(.notFound) { _ = try await sessions.conflicts(of: DocumentID()) }
  }

  @Test("UID-17 mine: mine is the document, theirs the version before it")
  func mine() async throws {
    let (document, session) = try await conflict()
    let outcome = try await sessions.resolve(session.id, of: document.id, .mine, author: "Cleo")
    #expect(outcome.document.id == document.id && outcome.session.state.phase == .clean)
    #expect(try await bench.history(of: document.id) == ["mine", "theirs", "one"])
    #expect(try await test.workspace.versionIndex.versions(of: document.id).first?.author == "Anna")
    try await expectSettled(document, session)
  }

  @Test("UID-17 theirs: the file is theirs and was never touched, mine an earlier version")
  func theirs() async throws {
    let (document, session) = try await conflict()
    let file = "\(test.path)/Documents/Papers/plan.txt"
    let before = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    let outcome = try await sessions.resolve(session.id, of: document.id, .theirs, author: "Cleo")
    #expect(outcome.document.id == document.id && outcome.session.state.phase == .clean)
    #expect(try await bench.history(of: document.id) == ["theirs", "mine", "theirs", "one"])
    let newest = try #require(try await test.workspace.versionIndex.versions(of: document.id).first)
    #expect(newest.origin == .restored && newest.restoredFrom == 2)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date == before)
    #expect(try await test.pass().hasNews == false)
    try await expectSettled(document, session)
  }

  @Test("UID-17 both: a second document lies beside it, under a name that tells")
  func both() async throws {
    let (document, session) = try await conflict()
    let outcome = try await sessions.resolve(session.id, of: document.id, .both, author: "Cleo")
    #expect(outcome.document.location.relativePath == "Papers/plan (conflict).txt")
    #expect(try await bench.text(of: document.id) == "theirs")
    #expect(try await bench.text(of: outcome.document.id) == "mine")
    try await expectSettled(document, session)
  }

  @Test("UID-17 both: the name tells also where it had no room for another letter")
  func bothWithLongName() async throws {
    let name = String(repeating: "x", count: 251) + ".txt"
    let document = try await test.add("one", named: name)
    let session = try await sessions.open(document.id, author: "Anna")
    try await bench.hand("mine", to: session)
    try await test.change(document, to: "theirs", author: "Ben")
    try await bench.hear()
    let outcome = try await sessions.resolve(session.id, of: document.id, .both, author: nil)
    #expect(outcome.document.location.name.description.hasSuffix("xx (conflict).txt"))
  }

  private func expectSettled(_ document: Document, _ session: SessionFacts) async throws {
    try await bench.hear()
    #expect(try await sessions.conflicts(of: document.id).isEmpty)
    #expect(try bench.state(session).phase == .clean)
    #expect(try await bench.drafts.drafts().isEmpty)
    await expectRefusal(.notFound) {
      _ = try await sessions.resolve(session.id, of: document.id, .mine, author: nil)
    }
    // The session goes on.
    try await bench.hand("later", 2, to: session)
    await bench.pass(.seconds(60))
    #expect(try await bench.text(of: document.id) == "later")
  }

  @Test("a decision about something else than is there now is refused, and changes nothing")
  func changedAgain() async throws {
    let (document, session) = try await conflict()
    let seen = try await test.workspace.document(document.id).sha256
    try await test.change(document, to: "once more")
    try await bench.hear()
    await expectRefusal(.versionConflict) {
      _ = try await sessions.resolve(session.id, of: document.id, .mine, about: seen, author: nil)
    }
    // Changed on the disk a moment ago, and not noticed yet.
    try test.write("on the disk", to: "Documents/Papers/plan.txt")
    await expectRefusal(.versionConflict) {
      _ = try await sessions.resolve(session.id, of: document.id, .mine, author: nil)
    }
    #expect(try await bench.text(of: document.id) == "on the disk")
    try await bench.hear()
    _ = try await sessions.resolve(session.id, of: document.id, .mine, author: nil)
    #expect(try await bench.text(of: document.id) == "mine")
    #expect(try await test.text(ofVersion: 4, of: document) == "on the disk")
  }

  @Test("two sessions of one document: the one that saves second has a conflict, and not a clean one")
  func twoSessions() async throws {
    let document = try await test.add("one")
    let (anna, ben, cleo) = (
      try await sessions.open(document.id, author: "Anna"),
      try await sessions.open(document.id, author: "Ben"),
      try await sessions.open(document.id, author: "Cleo")
    )
    try await bench.hand("Anna's", to: anna)
    _ = try await sessions.saveNow(anna.id, of: document.id)
    try await bench.hand("Ben's", to: ben)
    await expectRefusal(.versionConflict) { try await sessions.saveNow(ben.id, of: document.id) }
    try await bench.hear()
    #expect(try bench.state(anna).phase == .clean && bench.state(ben).phase == .inConflict)
    #expect(try bench.state(cleo).phase == .clean && bench.state(cleo).base?.version == 2)
    _ = try await sessions.resolve(ben.id, of: document.id, .theirs, author: nil)
    try await bench.hear()
    #expect(try bench.state(anna).phase == .clean && bench.state(cleo).phase == .clean)
    #expect(try await bench.text(of: document.id) == "Anna's")
  }

  @Test("a change of what the client read before it was told of another is a conflict")
  func staleClient() async throws {
    let document = try await test.add("one")
    let session = try await sessions.open(document.id, author: nil)
    try await test.change(document, to: "two")
    try await bench.hear()
    try await bench.hand("mine of one", 1, on: document.sha256, to: session)
    #expect(try bench.state(session).phase == .inConflict)
    // A client whose session is gone comes back with what it had read.
    let returned = try await sessions.open(document.id, on: document.sha256, author: nil)
    try await bench.hand("mine", 1, on: document.sha256, to: returned)
    #expect(try bench.state(returned).phase == .inConflict)
  }

  @Test("a session closed in conflict stays listed until it is resolved")
  func closed() async throws {
    let (document, session) = try await conflict()
    #expect(try await sessions.close(session.id, of: document.id).state.phase == .inConflict)
    await expectRefusal(.sessionClosed) { try await bench.hand("more", 2, to: session) }
    _ = try await sessions.resolve(session.id, of: document.id, .both, author: nil)
    #expect(sessions.sessions(of: document.id).isEmpty)
    #expect(try await test.names().sorted() == ["Papers/plan (conflict).txt", "Papers/plan.txt"])
  }

  @Test("a listener hears of conflicts, and of their end")
  func notices() async throws {
    var heard = test.workspace.notices.listen().makeAsyncIterator()
    let (document, session) = try await conflict()
    _ = try await sessions.resolve(session.id, of: document.id, .theirs, author: nil)
    var counts: [Int] = []
    var phases: [SessionState.Phase] = []
    while counts != [1, 0], let notice = await heard.next() {
      if case .conflicts(document.id, let count) = notice { counts.append(count) }
      if case .session(let facts) = notice { phases.append(facts.state.phase) }
    }
    #expect(phases == [.clean, .dirty, .inConflict, .clean])
  }

  @Test("a document in the Trash saves nothing and loses nothing; restored, it is saved")
  func trashed() async throws {
    let document = try await test.add("one")
    let (dirty, clean) = (
      try await sessions.open(document.id, author: nil), try await sessions.open(document.id, author: nil)
    )
    try await bench.hand("mine", to: dirty)
    _ = try await test.workspace.documents.trash(document.id)
    try await bench.hear()
    await expectRefusal(.sessionClosed) { _ = try sessions.session(clean.id, of: document.id) }
    await bench.pass(.seconds(1))
    #expect(try bench.state(dirty).failure?.code == .notFound)
    _ = try await test.workspace.documents.restore(document.id)
    try await bench.hear()
    await bench.pass(.zero)
    #expect(try await bench.text(of: document.id) == "mine")
  }

  @Test(
    "a conflict about a document that goes for good is over: mine becomes a document",
    arguments: [true, false])
  func gone(hears: Bool) async throws {
    let (document, session) = try await conflict()
    _ = try await test.workspace.documents.trash(document.id)
    if hears { try await bench.hear() }
    let trashed = try #require(try await test.trash().first)
    try await test.workspace.trash.remove(trashed.id, expecting: .anything)
    if hears { try await bench.hear() } else { await sessions.catchUp() }
    await bench.pass(.zero)
    #expect(sessions.sessions(of: document.id).isEmpty)
    #expect(try await test.names() == ["Papers/plan.txt"])
    let rescued = try #require(
      try await test.workspace.documents(DocumentQuery(order: .name)).documents.first)
    #expect(try await bench.text(of: rescued.id) == "mine")
    await expectRefusal(.sessionClosed) { _ = try sessions.session(session.id, of: document.id) }
  }
}
