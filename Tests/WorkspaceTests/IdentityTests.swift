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

@Suite("Documents whose files were renamed and edited at once", .enabled(if: knowsBirths))
struct IdentityTests {
  private func place(_ id: DocumentID, _ test: TestWorkspace) async throws -> String {
    try await test.workspace.document(id).location.relativePath
  }

  private func append(_ text: String, to name: String, in test: TestWorkspace) throws {
    let file = try Descriptor.open("\(test.path)/Documents/\(name)", flags: O_WRONLY | O_APPEND)
    try file.append(Array(text.utf8))
  }

  @Test("are the same documents, with another version")
  func renamedAndEdited() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    try append(" and more", to: "b.txt", in: test)
    let report = try await test.pass()
    #expect(report.moved == 1 && report.added == 0 && report.gone == 0)
    #expect(try await place(document.id, test) == "b.txt")
    let now = try await test.workspace.document(document.id)
    #expect(now.version == 2)
    #expect(try await test.text(of: now) == "one and more")
    #expect(try await test.text(ofVersion: 1, of: document) == "one")
    #expect(try await test.pass() == Reconciler.Report(files: 1))
  }

  @Test("are the same documents when a walk has seen them at both places", arguments: [false, true])
  func renamedWhileWalked(isLink: Bool) async throws {
    let path = Mutex("")
    let test = try await TestWorkspace(directory: {
      MeddledTree(
        $0,
        onWalked: {
          let places = ["a.txt", "b.txt"].map { "\(path.withLock(\.self))/Documents/\($0)" }
          guard access(places[1], F_OK) != 0 else { return }
          #expect((isLink ? link(places[0], places[1]) : rename(places[0], places[1])) == 0)
        })
    })
    path.withLock { $0 = test.path }
    let document = try await test.add("one")
    let report = try await test.pass()
    #expect(report.added == (isLink ? 1 : 0) && report.moved == (isLink ? 0 : 1) && report.gone == 0)
    #expect(try await place(document.id, test) == (isLink ? "a.txt" : "b.txt"))
    #expect(try await test.pass().gone == 0)
  }

  @Test("follow their names at once and get their content when it is whole, while it is being written")
  func stillWritten() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("beside", named: "beside.txt")
    let document = try await test.add("one")
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    try append(" and half", to: "b.txt", in: test)
    let patient = Reconciler(test.workspace.tree, quiet: .seconds(6000), log: test.log)
    let report = try await patient.pass()
    #expect(report.moved == 1 && report.gone == 0 && report.added == 0 && report.unfinished == 1)
    #expect(try await place(document.id, test) == "b.txt")
    #expect(try await test.workspace.document(document.id).version == 1)
    #expect(try await test.pass().changed == 1)
    #expect(try await test.workspace.document(document.id).version == 2)
  }

  @Test("that changed names are what they were, not each other's next versions", arguments: [false, true])
  func exchanged(isEdited: Bool) async throws {
    let test = try await TestWorkspace()
    // The name of one is in that of the other, as if it were a backup.
    let (first, second) = (try await test.add("first"), try await test.add("second", named: "aa.txt"))
    try test.rename("Documents/a.txt", to: "away")
    try test.rename("Documents/aa.txt", to: "Documents/a.txt")
    try test.rename("away", to: "Documents/aa.txt")
    if isEdited { for name in ["a.txt", "aa.txt"] { try append("!", to: name, in: test) } }
    let report = try await test.pass()
    #expect(report.moved == 2 && report.added == 0 && report.gone == 0)
    #expect(try await place(first.id, test) == "aa.txt")
    #expect(try await place(second.id, test) == "a.txt")
    let now = try await test.workspace.document(first.id)
    #expect(try await test.text(of: now) == (isEdited ? "first!" : "first"))
    #expect(now.version == (isEdited ? 2 : 1))
    #expect(try await test.pass() == Reconciler.Report(files: 2))
    #expect(try await test.names().sorted() == ["a.txt", "aa.txt"])
  }

  @Test("go elsewhere while a new file takes the place, which is a new document")
  func rotated() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("old lines", named: "log.txt")
    try test.write("", to: "Documents/Archive/.keep")
    try test.rename("Documents/log.txt", to: "Documents/Archive/1.txt")
    try test.write("new lines", to: "Documents/log.txt")
    let report = try await test.pass()
    #expect(report.moved == 1 && report.added == 1 && report.changed == 0)
    #expect(try await place(document.id, test) == "Archive/1.txt")
    #expect(try await test.workspace.document(document.id).version == 1)
    #expect(try await test.names().sorted() == ["Archive/1.txt", "log.txt"])
  }

  @Test(
    "stay where they are when a program saves them under a new file and leaves the old one beside it",
    arguments: ["notes.txt~", "notes.bak", "notes.txt.1", "Backup of notes.txt", "x.tmp"])
  func backup(name: String) async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one", named: "notes.txt")
    try test.rename("Documents/notes.txt", to: "Documents/\(name)")
    try test.write("two", to: "Documents/notes.txt")
    let report = try await test.pass()
    #expect(report.changed == 1 && report.moved == 0)
    #expect(try await place(document.id, test) == "notes.txt")
    #expect(try await test.workspace.document(document.id).version == 2)
  }

  @Test("are saved over by rename as most editors do: the place wins")
  func savedByRename() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.write("two", to: "Documents/.new")
    try test.remove("Documents/a.txt")
    try test.rename("Documents/.new", to: "Documents/a.txt")
    let report = try await test.pass()
    #expect(report.changed == 1 && report.added == 0 && report.gone == 0)
    #expect(try await test.workspace.document(document.id).version == 2)
  }

  @Test("are not read again because their entries say less of their files than newer ones")
  func olderEntry() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let entry = try #require(try await test.workspace.index.entry(document.id))
    let own = entry.fingerprint
    let old = Fingerprint(
      device: own.device, inode: own.inode, size: own.size, modified: own.modified, changed: own.changed,
      isSettled: own.isSettled)
    try await test.workspace.index.setFingerprint(old, of: document.id)
    #expect(try await test.pass() == Reconciler.Report(files: 1))
    #expect(try await test.workspace.index.entry(document.id)?.fingerprint == old)
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    #expect(try await test.pass().moved == 1)
  }

  @Test("that followed their files are told of also when the disk is full in the middle of it")
  func notifiedInParts() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    test.index.duringNextMove { test.fault.fail(with: .storageFull) }
    await expectRefusal(.storageFull) { _ = try await test.pass() }
    #expect(try await test.workspace.document(document.id).location.name.description == "b.txt")
    let last = try await test.eventLog.lastEvent()
    #expect(await test.workspace.events.last == last)
  }
}
