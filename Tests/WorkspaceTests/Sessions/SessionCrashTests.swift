import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Acknowledged changes survive the end of the server")
struct SessionCrashTests {
  private func bench(_ test: TestWorkspace? = nil) async throws -> SessionBench {
    if let test { return try await SessionBench(test) }
    return try await SessionBench(try await TestWorkspace())
  }

  @Test("a draft is a session again, which its client can go on with, and is saved")
  func draft() async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one")
    let session = try await bench.sessions.open(document.id, author: "Anna")
    try await bench.hand("saved", 2, to: session)
    _ = try await bench.sessions.saveNow(session.id, of: document.id)
    try await bench.hand("two", 3, to: session)
    let next = try await bench.afterCrash()
    #expect(try next.state(session).phase == .dirty && next.state(session).sequence == 3)
    // The client does not know whether its last content arrived, and what had been saved before.
    try await next.hand("two", 3, on: document.sha256, to: session)
    try await next.hand("three", 4, on: document.sha256, to: session)
    #expect(try next.state(session).phase == .dirty)
    await next.pass(.seconds(5))
    #expect(try await next.text(of: document.id) == "three")
    #expect(try await next.test.workspace.versionIndex.versions(of: document.id).first?.author == "Anna")
    #expect(try await next.drafts.drafts().isEmpty)
  }

  @Test(
    "a refused content is not saved by the next start, though the disk had it", arguments: [nil, "two"])
  func refused(before: String?) async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one")
    let session = try await bench.sessions.open(document.id, author: nil)
    if let before { try await bench.hand(before, 1, to: session) }
    bench.drafts.failKeeping(with: .storageFailed)
    await expectRefusal(.storageFailed) { try await bench.hand("refused", 2, to: session) }
    bench.drafts.failKeeping(with: nil)
    let next = try await bench.afterCrash()
    await next.pass(.seconds(5))
    #expect(try await next.text(of: document.id) == before ?? "one")
  }

  @Test("a damaged draft is named in the log, stays on the disk, and keeps no other from being taken up")
  func damaged() async throws {
    let bench = try await bench()
    let documents = [try await bench.test.add("one"), try await bench.test.add("two", named: "b.txt")]
    let whole = try await bench.sessions.open(documents[0].id, author: nil)
    let damaged = try await bench.sessions.open(documents[1].id, author: nil)
    for session in [whole, damaged] { try await bench.hand("mine", to: session) }
    try bench.test.write("{", to: "Library/Drafts/\(damaged.id)/draft.json")
    let log = LogRecorder()
    let sessions = DocumentSessions(bench.test.workspace, drafts: bench.drafts, log: log.logger)
    await sessions.restore()
    #expect(try sessions.session(whole.id, of: documents[0].id).state.phase == .dirty)
    #expect(throws: DocumentError.self) { try sessions.session(damaged.id, of: documents[1].id) }
    let lines = log.all.filter { $0.hasPrefix("error a draft is damaged") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("place=Library/Drafts/\(damaged.id)") == true)
    #expect(lines.first?.contains("reason=its description cannot be read") == true)
    let folder = "\(bench.test.path)/Library/Drafts/\(damaged.id)"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
  }

  @Test("without a client it is saved all the same")
  func alone() async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one")
    try await bench.hand("two", to: try await bench.sessions.open(document.id, author: nil))
    let next = try await bench.afterCrash()
    await next.pass(.zero)
    #expect(try await next.text(of: document.id) == "two")
    await next.pass(.seconds(600))
    #expect(next.sessions.sessions(of: document.id).isEmpty)
  }

  @Test("a document that was changed while the server was down is a conflict with the draft")
  func conflict() async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one")
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("mine", to: session)
    try bench.test.write("edited", to: "Documents/a.txt")
    let next = try await bench.afterCrash()
    await next.pass(.zero)
    #expect(try await next.text(of: document.id) == "edited")
    #expect(try await next.sessions.conflicts(of: document.id).map(\.id) == [session.id])
    _ = try await next.sessions.resolve(session.id, of: document.id, .both, author: nil)
    #expect(try await next.test.names().sorted() == ["a (conflict).txt", "a.txt"])
  }

  @Test("killed between the save and the removal of the draft it is neither saved twice nor a conflict")
  func savedAlready() async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one")
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("two", to: session)
    try await bench.test.change(document, to: "two")
    #expect(try await bench.afterCrash().drafts.drafts().isEmpty)
    // Even when another client has changed the document since.
    try await bench.test.change(document, to: "three")
    let next = try await bench.afterCrash()
    #expect(try await next.drafts.drafts().isEmpty)
    #expect(try await next.history(of: document.id) == ["three", "two", "one"])
  }

  @Test("killed between one's own save and noting it, what came meanwhile is no conflict with oneself")
  func pending() async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one")
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("three", 2, to: session)
    var draft = try #require(try await bench.drafts.drafts().first)
    draft.pending = try await bench.test.staged("two").sha256
    try await bench.drafts.note(draft)
    try await bench.test.change(document, to: "two")
    let next = try await bench.afterCrash()
    await next.pass(.zero)
    #expect(try await next.history(of: document.id) == ["three", "two", "one"])
    #expect(try next.state(session).phase == .clean)
  }

  @Test("a draft whose document is gone for good becomes a document, once")
  func gone() async throws {
    let bench = try await bench()
    let document = try await bench.test.add("one", named: "plan.txt", in: "Papers")
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("mine", to: session)
    var draft = try #require(try await bench.drafts.drafts().first)
    draft = Draft(
      session: draft.session, document: DocumentID(), location: draft.location, content: draft.content,
      loaded: draft.loaded, author: draft.author, date: draft.date, copy: draft.copy)
    try await bench.drafts.note(draft)
    let next = try await bench.afterCrash()
    await next.pass(.zero)
    #expect(try await next.test.names().sorted() == ["Papers/plan 2.txt", "Papers/plan.txt"])
    #expect(try await next.drafts.drafts().isEmpty)
    let again = try await next.afterCrash()
    await again.pass(.zero)
    #expect(try await again.test.names().sorted() == ["Papers/plan 2.txt", "Papers/plan.txt"])
  }

  @Test("killed at any moment between handing over and saving, old or new is there, and never neither")
  func everyStep() async throws {
    for step in FilePlacement.Step.allCases {
      let copies = Copies()
      let test = try await TestWorkspace(onStep: { if $0 == step { copies.take() } })
      let document = try await test.add("one")
      let bench = try await bench(test)
      let session = try await bench.sessions.open(document.id, author: nil)
      try await bench.hand("two", to: session)
      copies.arm(test.path)
      await bench.pass(.seconds(1))
      guard let copy = copies.path else { continue }
      let next = try await SessionBench(try await TestWorkspace(at: copy))
      try await next.test.pass()
      await next.sessions.restore()
      await next.pass(.zero)
      #expect(try await next.text(of: document.id) == "two", "\(step)")
      #expect(try await next.history(of: document.id) == ["two", "one"], "\(step)")
      #expect(next.sessions.sessions(of: document.id).allSatisfy { $0.state.phase == .clean }, "\(step)")
    }
  }
}

/// A copy of a workspace's directory, taken once after it was armed.
private final class Copies: Sendable {
  private struct State {
    var source: String?
    var copy: String?
  }

  private let state = Mutex(State())

  var path: String? { state.withLock(\.copy) }

  func arm(_ source: String) {
    state.withLock { $0.source = source }
  }

  func take() {
    state.withLock { state in
      guard let source = state.source, state.copy == nil else { return }
      let target = "/tmp/sheaf-workspace-\(DocumentID())"
      if (try? FileManager.default.copyItem(atPath: source, toPath: target)) != nil { state.copy = target }
    }
  }
}
