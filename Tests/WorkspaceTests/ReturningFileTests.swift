import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

@Suite("Changes of documents that programs are saving in steps")
struct ReturningFileTests {
  private final class Pause: Sendable {
    private struct State {
      var waited = Duration.zero
      var acts: [(moment: Duration, act: @Sendable () async throws -> Void)] = []
    }

    private let state = Mutex(State())

    var waited: Duration { state.withLock { $0.waited } }

    /// Lets `act` happen once a change has waited for `moment`.
    func after(_ moment: Duration, _ act: @escaping @Sendable () async throws -> Void) {
      state.withLock { $0.acts.append((moment, act)) }
    }

    func rest(_ pause: Duration) async {
      let due = state.withLock { state in
        state.waited += pause
        let waited = state.waited
        defer { state.acts.removeAll { $0.moment <= waited } }
        return state.acts.filter { $0.moment <= waited }.map(\.act)
      }
      for act in due {
        do { try await act() } catch { Issue.record(error) }
      }
    }
  }

  private let pause = Pause()

  private func workspace() async throws -> TestWorkspace {
    let pause = pause
    let test = try await TestWorkspace(quiet: .seconds(2), rest: { await pause.rest($0) })
    for name in ["x.txt", "y.txt"] { _ = try await test.add(name, named: name) }
    return test
  }

  private func tagged(_ test: TestWorkspace) async throws -> Document {
    let document = try await test.add("one", named: "notes.txt")
    return try await test.workspace.documents.changeMetadata(
      of: document.id, MetadataChanges(tags: [try Tag("keep")]))
  }

  private func expectKept(_ document: Document, in test: TestWorkspace) async throws {
    let now = try await test.workspace.document(document.id)
    #expect(now.metadata.tags.map(\.description) == ["keep"])
    #expect(try await test.trash().isEmpty)
    #expect(try await test.names().count == 3)
    #expect(pause.waited >= .seconds(1) && pause.waited < .seconds(1.2))
  }

  @Test(
    "wait for the new file, and have its content as the version before",
    arguments: [nil, "notes.txt~", "notes.bak", "x.tmp"])
  func replaced(aside: String?) async throws {
    let test = try await workspace()
    let document = try await tagged(test)
    if let aside {
      try test.rename("Documents/notes.txt", to: "Documents/\(aside)")
    } else {
      try test.remove("Documents/notes.txt")
    }
    pause.after(.seconds(1)) {
      if let aside { try test.remove("Documents/\(aside)") }
      try test.write("two", to: "Documents/notes.txt")
    }
    let changed = try await test.change(document, to: "three")
    #expect(changed.id == document.id && changed.version == 3)
    #expect(try await test.text(ofVersion: 2, of: changed) == "two")
    try await expectKept(document, in: test)
  }

  /// A document that was removed, and is written anew once a change has waited for a second.
  private func beingSaved(in test: TestWorkspace) async throws -> Document {
    let document = try await tagged(test)
    try test.remove("Documents/notes.txt")
    pause.after(.seconds(1)) { try test.write("two", to: "Documents/notes.txt") }
    return document
  }

  @Test("wait when they are another name")
  func moved() async throws {
    let test = try await workspace()
    let document = try await beingSaved(in: test)
    let moved = try await test.workspace.documents.move(document.id, name: FileName("new.txt"), folder: nil)
    #expect(try await test.text(of: moved) == "two")
    try await expectKept(document, in: test)
  }

  @Test("wait when they are the Trash, which gets the new content")
  func trashed() async throws {
    let test = try await workspace()
    let document = try await beingSaved(in: test)
    let thrown = try await test.workspace.documents.trash(document.id)
    #expect(thrown.version == 2 && thrown.trashed != nil && thrown.metadata.tags.count == 1)
    #expect(try await test.names().count == 2)
  }

  @Test("wait when they are what a session gave up")
  func recorded() async throws {
    let test = try await workspace()
    let document = try await beingSaved(in: test)
    let staged = try await test.staged("mine")
    let now = try await test.workspace.documents.record(staged, inHistoryOf: document.id, author: nil)
    #expect(now.version == 4)
    try await expectKept(document, in: test)
  }

  @Test("do not wait for a file that was renamed to where no program leaves what it saves over")
  func renamed() async throws {
    let test = try await workspace()
    let document = try await tagged(test)
    try test.rename("Documents/notes.txt", to: "Documents/other.txt")
    let changed = try await test.change(document, to: "two")
    #expect(changed.id == document.id && changed.location.name.description == "other.txt")
    #expect(pause.waited == .zero)
  }

  @Test("go on after a few seconds: where the old file was put aside, or as of one that was removed")
  func patience() async throws {
    let test = try await workspace()
    let document = try await tagged(test)
    try test.rename("Documents/notes.txt", to: "Documents/notes.bak")
    let changed = try await test.change(document, to: "two")
    #expect(changed.id == document.id && changed.location.name.description == "notes.bak")
    #expect(pause.waited == .seconds(3))
    try test.remove("Documents/notes.bak")
    await expectRefusal(.notFound) { try await test.change(document, to: "three") }
    #expect(pause.waited == .seconds(6))
    #expect(try await test.trash().map(\.id) == [document.id])
  }

  @Test("do not wait where no other program writes")
  func unshared() async throws {
    let pause = pause
    let test = try await TestWorkspace(quiet: .seconds(2), sharesFiles: false, rest: { await pause.rest($0) })
    let document = try await test.add("one", named: "notes.txt")
    try test.remove("Documents/notes.txt")
    await expectRefusal(.notFound) { try await test.change(document, to: "two") }
    #expect(pause.waited == .zero)
  }

  @Test("leave other documents alone that are being saved", arguments: [true, false])
  func others(isUpload: Bool) async throws {
    let test = try await workspace()
    let document = try await tagged(test)
    let other = try await test.add("other", named: "other.txt")
    try test.rename("Documents/notes.txt", to: "Documents/notes.txt~")
    try test.remove("Documents/other.txt")
    if isUpload {
      _ = try await test.add("new", named: "other.txt")
    } else {
      await expectRefusal(.notFound) { try await test.change(other, to: "new") }
    }
    try test.write("two", to: "Documents/notes.txt")
    try test.remove("Documents/notes.txt~")
    let changed = try await test.change(document, to: "three")
    #expect(changed.location.name.description == "notes.txt" && changed.version == 3)
    #expect(changed.metadata.tags.map(\.description) == ["keep"])
  }

  @Test("wait when they are another document of that name, and the first is the one that is replaced")
  func placeTaken() async throws {
    let test = try await workspace()
    let document = try await beingSaved(in: test)
    let replaced = try await test.add("three", named: "notes.txt", conflict: .replace)
    #expect(replaced.id == document.id && replaced.version == 3)
    try await expectKept(document, in: test)
  }

  @Test("wait when they are a batch without conditions, which is done")
  func batch() async throws {
    let test = try await workspace()
    let document = try await beingSaved(in: test)
    let metadata = MetadataChanges(favourite: true)
    let batch = try await test.workspace.batches.perform([
      BatchParameters(document.id, .setMetadata(metadata))
    ])
    #expect(batch.after.map(\.version) == [2] && batch.after.map(\.metadata.favourite) == [true])
    try await expectKept(document, in: test)
  }

  @Test("go on waiting at the place to which the document is moved")
  func movedMeanwhile() async throws {
    let test = try await workspace()
    let document = try await tagged(test)
    try test.remove("Documents/notes.txt")
    let place = Location(folder: try FolderPath(parsing: "Out"), name: try FileName("notes.txt"))
    pause.after(.seconds(1)) {
      _ = try await test.workspace.index.move(document.id, to: place, type: nil, at: .now)
    }
    pause.after(.seconds(2)) { try test.write("two", to: "Documents/Out/notes.txt") }
    let changed = try await test.change(document, to: "three")
    #expect(changed.id == document.id && changed.version == 3 && changed.location == place)
  }

  @Test("are given up by a client that hangs up meanwhile, and the document stays")
  func hungUp() async throws {
    let test = try await workspace()
    let document = try await tagged(test)
    try test.remove("Documents/notes.txt")
    pause.after(.seconds(1)) { withUnsafeCurrentTask { $0?.cancel() } }
    await expectRefusal(.busy) {
      _ = try await Task { try await test.change(document, to: "three") }.value
    }
    #expect(try await test.trash().isEmpty)
    try test.write("two", to: "Documents/notes.txt")
    #expect(try await test.change(document, to: "three").version == 3)
  }
}
