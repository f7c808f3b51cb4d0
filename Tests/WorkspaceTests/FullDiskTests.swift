import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A change that the index refuses")
struct FullDiskTests {
  private func current(_ id: DocumentID, _ test: TestWorkspace) async throws -> String {
    let document = try await test.workspace.document(id, includingTrash: true)
    let content = try await test.workspace.tree.current(document).content
    return String(decoding: content.bytes(from: 0, count: 4096), as: UTF8.self)
  }

  @Test(
    "leaves the document where it was, to be read while the disk is full",
    arguments: CrashTests.Change.relocations)
  func takenBack(_ change: CrashTests.Change) async throws {
    let test = try await TestWorkspace()
    let id = try await test.add("one").id
    if change == .restore { _ = try await test.workspace.documents.trash(id) }
    let before = try await test.workspace.document(id, includingTrash: true)
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { try await change.run(id, in: test) }
    #expect(try await test.workspace.document(id, includingTrash: true) == before)
    #expect(try await current(id, test) == "one")
    #expect(try await test.pass().hasNews == false)
    test.fault.fail(with: nil)
    try await change.run(id, in: test)
    #expect(try await current(id, test) == "one")
  }

  @Test("and whose file cannot be taken back is read in the Trash, and follows its file at the next pass")
  func stranded() async throws {
    let stopped = Mutex(false)
    let test = try await TestWorkspace(onStep: { step in
      if step == .foldersMade, stopped.withLock(\.self) { throw SystemError(errno: 28, call: "test") }
      if step == .synchronized { stopped.withLock { $0 = true } }
    })
    let id = try await test.add("one").id
    stopped.withLock { $0 = false }
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { _ = try await test.workspace.documents.trash(id) }
    #expect(try await test.workspace.document(id).trashed == nil)
    #expect(try await current(id, test) == "one")
    test.fault.fail(with: nil)
    stopped.withLock { $0 = false }
    #expect(try await test.pass().gone == 1)
    #expect(try await test.trash().map(\.id) == [id])
    #expect(try await current(id, test) == "one")
  }

  @Test("an upload that the index refuses leaves nothing behind, and the next try has its name")
  func refusedUpload() async throws {
    let test = try await TestWorkspace()
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { _ = try await test.add("one") }
    test.fault.fail(with: nil)
    #expect(try await !test.pass().hasNews)
    #expect(try await test.names().isEmpty)
    #expect(try await test.add("one").location.name.description == "a.txt")
  }

  @Test("a content that the index refuses is taken back")
  func refusedContent() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { try await test.change(document, to: "two") }
    test.fault.fail(with: nil)
    #expect(try await !test.pass().hasNews)
    #expect(try await test.workspace.document(document.id).version == 1)
    #expect(try await test.text(of: document) == "one")
    let changed = try await test.change(document, to: "two")
    #expect(changed.version == 2 && changed.id == document.id)
    #expect(try await test.text(ofVersion: 1, of: changed) == "one")
  }

  @Test("a foreign file with the same bytes stays when the index refuses the upload")
  func othersFile() async throws {
    let test = try await TestWorkspace(sharesFiles: false)
    try test.write("one", to: "Documents/a.txt")
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { _ = try await test.add("one") }
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/Documents/a.txt"))
  }
}
