import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

/// Whether the file system of the tests says when files were made.
private let knowsBirths = (try? Descriptor.open("/tmp").status())?.birth != nil

@Suite("Documents that programs save with a pause between their steps", .enabled(if: knowsBirths))
struct PausingEditorTests {
  private let clock = TestClock()
  private let moments = Moments()

  private func workspace(_ directory: (FileContentStore) -> any DirectoryTree = { $0 }) async throws
    -> TestWorkspace
  {
    let clock = clock
    let test = try await TestWorkspace(directory: directory, now: { clock.now })
    // So that no document is all there is.
    for name in ["x.txt", "y.txt"] { _ = try await test.add(name, named: name) }
    return test
  }

  /// A reconciler that was there before anything happened.
  private func reconciler(_ test: TestWorkspace) async throws -> Reconciler {
    let moments = moments
    let own = Reconciler(test.workspace.tree, quiet: .seconds(2), log: test.log) { moments.now }
    #expect(try await !own.pass().hasNews)
    return own
  }

  /// Writes a file that no program writes to any more.
  private func write(_ text: String, to name: String, in test: TestWorkspace) throws {
    try test.write(text, to: "Documents/\(name)")
    let time = Int64((clock.now.timeIntervalSince1970 - 3) * 1_000_000_000)
    try Descriptor.open("\(test.path)/Documents/\(name)", flags: O_RDWR).setModified(time)
  }

  private func expectSaved(_ document: Document, in test: TestWorkspace) async throws {
    let now = try await test.workspace.document(document.id)
    #expect(now.location == document.location && now.version == 2 && now.trashed == nil)
    #expect(now.metadata.tags.map(\.description) == ["keep"])
    #expect(try await test.text(of: now) == "two")
    #expect(try await test.trash().isEmpty)
    #expect(try await test.names().count == 3)
  }

  private func tagged(_ test: TestWorkspace) async throws -> Document {
    let document = try await test.add("one", named: "notes.txt")
    return try await test.workspace.documents.changeMetadata(
      of: document.id, MetadataChanges(tags: [try Tag("keep")]))
  }

  @Test(
    "stay what they are when the old file is put aside, the new one written, and the old one removed",
    arguments: ["notes.txt~", "notes.bak", "Backup of notes.txt", "x.tmp"])
  func putAside(name: String) async throws {
    let test = try await workspace()
    let (document, own) = (try await tagged(test), try await reconciler(test))
    try test.rename("Documents/notes.txt", to: "Documents/\(name)")
    let report = try await own.pass()
    #expect(!report.hasNews && report.unfinished == 1)
    moments.advance(by: .milliseconds(1900))
    #expect(try await !own.pass().hasNews)
    try write("two", to: "notes.txt", in: test)
    try test.remove("Documents/\(name)")
    #expect(try await own.pass().changed == 1)
    try await expectSaved(document, in: test)
  }

  @Test("stay what they are when the old file is removed before the new one is written")
  func removed() async throws {
    let test = try await workspace()
    let (document, own) = (try await tagged(test), try await reconciler(test))
    try test.remove("Documents/notes.txt")
    let report = try await own.pass()
    #expect(!report.hasNews && report.unfinished == 1 && report.held == 0)
    moments.advance(by: .milliseconds(1900))
    #expect(try await !own.pass().hasNews)
    try write("two", to: "notes.txt", in: test)
    #expect(try await own.pass().changed == 1)
    try await expectSaved(document, in: test)
  }

  @Test(
    "follow their files when no other is written in their places",
    arguments: ["notes.txt~", "my notes.txt"], [false, true])
  func renamed(name: String, isEdited: Bool) async throws {
    let test = try await workspace()
    let (document, own) = (try await tagged(test), try await reconciler(test))
    try test.rename("Documents/notes.txt", to: "Documents/\(name)")
    #expect(try await !own.pass().hasNews)
    if isEdited { try write("two", to: name, in: test) }
    moments.advance(by: .seconds(2))
    let report = try await own.pass()
    #expect(report.moved == 1 && report.gone == 0 && report.added == 0 && report.unfinished == 0)
    let now = try await test.workspace.document(document.id)
    #expect(now.location.name.description == name && now.version == (isEdited ? 2 : 1))
  }

  @Test("follow their files at once to where no program leaves what it saves over")
  func renamedElsewhere() async throws {
    let test = try await workspace()
    let (document, own) = (try await tagged(test), try await reconciler(test))
    try test.rename("Documents/notes.txt", to: "Documents/other.txt")
    #expect(try await own.pass().moved == 1)
    #expect(try await test.workspace.document(document.id).location.name.description == "other.txt")
  }

  @Test("make room at once when another document's file takes their place")
  func displaced() async throws {
    let test = try await workspace()
    let (document, own) = (try await tagged(test), try await reconciler(test))
    let draft = try await test.add("draft", named: "draft.txt")
    try test.rename("Documents/notes.txt", to: "Documents/notes.old.txt")
    try test.rename("Documents/draft.txt", to: "Documents/notes.txt")
    #expect(try await own.pass().moved == 2)
    #expect(try await test.workspace.document(document.id).location.name.description == "notes.old.txt")
    #expect(try await test.workspace.document(draft.id).location == document.location)
  }

  @Test("wait as well when the walk had seen their files where they were")
  func putAsideLate() async throws {
    let path = Mutex("")
    let test = try await workspace {
      MeddledTree(
        $0,
        onWalked: {
          let place = "\(path.withLock(\.self))/Documents/notes"
          _ = rename("\(place).txt", "\(place).bak")
        })
    }
    let document = try await tagged(test)
    let moments = moments
    let own = Reconciler(test.workspace.tree, quiet: .seconds(2), log: test.log) { moments.now }
    path.withLock { $0 = test.path }
    let report = try await own.pass()
    #expect(!report.hasNews && report.unfinished == 1)
    try write("two", to: "notes.txt", in: test)
    path.withLock { $0 = "" }
    try test.remove("Documents/notes.bak")
    #expect(try await own.pass().changed == 1)
    try await expectSaved(document, in: test)
  }

  @Test("go when they are missing for longer than that; at the start of a server, at once")
  func gone() async throws {
    let test = try await workspace()
    let (document, own) = (try await tagged(test), try await reconciler(test))
    try test.remove("Documents/notes.txt")
    #expect(try await !own.pass().hasNews)
    moments.advance(by: .seconds(2))
    #expect(try await own.pass().gone == 1)
    #expect(try await test.trash().map(\.id) == [document.id])
    try test.remove("Documents/x.txt")
    let next = Reconciler(test.workspace.tree, quiet: .seconds(2), log: test.log)
    await next.begin(patience: .seconds(600))
    #expect(try await test.names() == ["y.txt"])
  }
}
