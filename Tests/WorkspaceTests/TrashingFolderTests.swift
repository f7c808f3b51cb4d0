import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A folder that is thrown away")
struct TrashingFolderTests {
  private func filled(_ test: TestWorkspace) async throws -> [DocumentID: String] {
    for path in ["F", "F/G", "F/G/H", "F 2"] { _ = try await test.add(path, in: path) }
    try await test.makeFolder("F/empty/deep")
    return try await test.places()
  }

  @Test("brings back what can come back, and says why the rest cannot")
  func partly() async throws {
    let test = try await TestWorkspace()
    _ = try await filled(test)
    let trashed = try await test.trashFolder("F")
    try test.write("in the way", to: "Documents/F/G")
    let folder = try FolderPath(parsing: "F")
    let restored = try await test.workspace.folders.restoreFolder(folder, thrownAwayAt: trashed.date)
    #expect(restored.documents == 1 && restored.missing == 0 && restored.refused == 2)
    #expect(restored.reason?.contains("F/G") == true)
    #expect(try await Set(test.names()).isSuperset(of: ["F/a.txt"]))
    await expectRefusal(.nameTaken) {
      _ = try await test.workspace.folders.restoreFolder(folder, thrownAwayAt: trashed.date)
    }
    try test.remove("Documents/F/G")
    let rest = try await test.workspace.folders.restoreFolder(folder, thrownAwayAt: trashed.date)
    #expect(rest == RestoredFolder(documents: 2, missing: 0))
  }

  @Test("brings back with it only what went with it")
  func alone() async throws {
    let test = try await TestWorkspace()
    _ = try await filled(test)
    let earlier = try await test.add("earlier", named: "b.txt", in: "F")
    _ = try await test.workspace.documents.trash(earlier.id)
    let inner = try await test.trashFolder("F/G")
    let outer = try await test.trashFolder("F")
    #expect(inner.documents == 2 && outer.documents == 1)
    _ = try await test.workspace.folders.restoreFolder(try FolderPath(parsing: "F"), thrownAwayAt: outer.date)
    #expect(Set(try await test.names()) == ["F/a.txt", "F 2/a.txt"])
    #expect(try await test.trash().count == 3)
  }

  @Test("takes along files that were put there on the disk a moment ago, and changes to files")
  func unindexed() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one", in: "F")
    try test.write("new", to: "Documents/F/G/new.txt")
    try test.write("edited", to: "Documents/F/a.txt")
    let trashed = try await test.trashFolder("F")
    #expect(trashed.documents == 2 && trashed.left.count == 0)
    let now = try await test.workspace.document(document.id, includingTrash: true)
    #expect(now.version == 2)
    #expect(try await test.text(of: now) == "edited")
    #expect(try await test.folders().isEmpty)
  }

  @Test("leaves what is no document where it is, and names it")
  func left() async throws {
    let test = try await TestWorkspace()
    _ = try await filled(test)
    try test.write("x", to: "Documents/F/G/.hidden")
    try test.write("x", to: "Documents/F/.git/config")
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/Documents/F/link", withDestinationPath: "/etc/passwd")
    try test.write("x", to: "Documents/F/G/ space")
    let trashed = try await test.trashFolder("F")
    #expect(trashed.documents == 3)
    #expect(trashed.left.count == 4)
    #expect(Set(trashed.left.paths) == ["F/G/.hidden", "F/.git", "F/link", "F/G/ space"])
    #expect(try await test.folders() == ["F", "F/G", "F 2"])
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/Documents/F/.git/config"))
  }

  @Test("is whole again when the index cannot be written")
  func takenBack() async throws {
    let test = try await TestWorkspace()
    let before = try await filled(test)
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { try await test.trashFolder("F") }
    test.fault.fail(with: nil)
    #expect(try await test.places() == before)
    #expect(try await test.pass() == Reconciler.Report(files: 4))
    #expect(try await test.trashFolder("F").documents == 3)
  }

  @Test("loses no document when a step fails, whichever", arguments: 0..<9)
  func failure(_ number: Int) async throws {
    let isArmed = Mutex(false)
    let steps = Mutex(0)
    let test = try await TestWorkspace { _ in
      guard isArmed.withLock(\.self) else { return }
      let step = steps.withLock { step in
        step += 1
        return step - 1
      }
      if step == number { throw SystemError(errno: 5, call: "test") }
    }
    let before = try await filled(test)
    isArmed.withLock { $0 = true }
    await expectRefusal(.storageFailed) { try await test.trashFolder("F") }
    isArmed.withLock { $0 = false }
    try await test.pass()
    let all = try await test.places().merging(
      test.trash().map { ($0.id, $0.location.relativePath) }, uniquingKeysWith: { one, _ in one })
    #expect(all == before)
    for id in before.keys {
      _ = try await test.text(of: test.workspace.document(id, includingTrash: true))
    }
  }

  @Test(
    "has each document whole, in the folder or in the Trash, when the machine went down", arguments: 0..<9)
  func crash(_ number: Int) async throws {
    let crashed = try await CrashedWorkspace(at: number, prepare: filled) { try await $0.trashFolder("F") }
    let (before, left) = (crashed.before, crashed.left)
    try await left.pass()
    let all = try await left.places().merging(
      left.trash().map { ($0.id, $0.location.relativePath) }, uniquingKeysWith: { one, _ in one })
    #expect(all == before)
    for id in before.keys {
      _ = try await left.text(of: left.workspace.document(id, includingTrash: true))
    }
    #expect(try await left.pass().hasNews == false)
  }

  @Test("is gone for all who listen, and said to stay, when the disk does not let the empty folder go")
  func staying() async throws {
    let test = try await TestWorkspace(directory: { MeddledTree($0, unremoved: "Box") })
    let document = try await test.add("one", in: "Box")
    let trashed = try await test.workspace.folders.trashFolder(FolderPath(parsing: "Box"))
    #expect(trashed.documents == 1 && trashed.left.paths == ["Box"])
    #expect(try await test.trash().map(\.id) == [document.id])
    let last = try await test.workspace.eventLog.lastEvent()
    #expect(await test.workspace.events.last == last)
  }
}
