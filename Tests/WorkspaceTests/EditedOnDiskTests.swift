import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A document whose file was changed on the disk")
struct EditedOnDiskTests {
  private func current(_ document: Document, _ test: TestWorkspace) async throws -> (Document, String) {
    let (owner, content) = try await test.workspace.tree.current(document)
    return (owner, String(decoding: content.bytes(from: 0, count: 4096), as: UTF8.self))
  }

  @Test("goes to the Trash with the change as its last version")
  func editedAndTrashed() async throws {
    let test = try await TestWorkspace()
    let red = try await test.add("red")
    try test.write("blue", to: "Documents/a.txt")
    let trashed = try await test.workspace.documents.trash(red.id)
    #expect(trashed.version == 2 && trashed.size == 4 && trashed.sha256 != red.sha256)
    let (owner, text) = try await current(trashed, test)
    #expect(owner == trashed && text == "blue")
    #expect(try await test.workspace.versionIndex.versions(of: red.id).map(\.origin) == [.disk, .api])
  }

  @Test("is neither moved nor thrown away by a client that knew another content")
  func expected() async throws {
    let test = try await TestWorkspace()
    let red = try await test.add("red")
    try test.write("blue", to: "Documents/a.txt")
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.trash(red.id, expecting: .document(red))
    }
    try test.write("green", to: "Documents/a.txt")
    let blue = try await test.workspace.document(red.id)
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.move(
        red.id, to: Location(folder: .top, name: try FileName("b.txt")), expecting: .document(blue))
    }
    let green = try await test.workspace.document(red.id)
    #expect(green.version == 3 && green.location == red.location)
    #expect(try await test.workspace.documents.trash(red.id, expecting: .document(green)).trashed != nil)
  }

  @Test("in the Trash is not shown as what was thrown away, and comes back as a new version")
  func editedInTrash() async throws {
    let test = try await TestWorkspace()
    let trashed = try await test.workspace.documents.trash(try await test.add("red").id)
    let file = "Library/Trash/\(trashed.id)/a.txt"
    try test.write("blue", to: file)
    await expectRefusal(.contentMissing) { _ = try await test.workspace.tree.current(trashed) }
    #expect(try await test.workspace.pages.preview(of: trashed).reason?.code == .contentMissing)
    let restored = try await test.workspace.documents.restore(trashed.id)
    #expect(restored.version == 2 && restored.size == 4)
    #expect(try await current(restored, test).1 == "blue")
  }

  @Test("in the Trash of a copied workspace is what was thrown away")
  func copiedTrash() async throws {
    let test = try await TestWorkspace()
    let trashed = try await test.workspace.documents.trash(try await test.add("red").id)
    let copy = try await TestWorkspace(at: try test.copy())
    for _ in 1...2 { #expect(try await current(trashed, copy) == (trashed, "red")) }
  }

  @Test("has the bytes of its hash while an editor saves all the time")
  func savedAllTheTime() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("0")
    let path = test.path
    let editor = Task { try await Self.save(to: path) }
    for _ in 1...100 {
      guard let (owner, content) = try await unlessBusy(document, test) else { continue }
      #expect(try Self.hash(content) == owner.sha256)
    }
    editor.cancel()
    try await editor.value
    // However busy it was, the file can be read once the editor has paused.
    let (owner, content) = try await test.workspace.tree.current(document)
    #expect(try Self.hash(content) == owner.sha256)
  }

  private static func hash(_ content: any ReadableContent) throws -> ContentHash {
    var hasher = ContentHasher()
    hasher.update(content.bytes(from: 0, count: 4096))
    return try hasher.finish()
  }

  private func unlessBusy(
    _ document: Document, _ test: TestWorkspace
  ) async throws -> (Document, any ReadableContent)? {
    do {
      return try await test.workspace.tree.current(document)
    } catch {
      guard error.code == .busy else { throw error }
      return nil
    }
  }

  /// Saves as editors do: another file, renamed over the old one.
  private static func save(to path: String) async throws {
    var number = 0
    while !Task.isCancelled {
      number += 1
      let file = try Descriptor.open("\(path)/new", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      try file.append(Array("\(number)".utf8))
      guard rename("\(path)/new", "\(path)/Documents/a.txt") == 0 else {
        throw SystemError(errno: errno, call: "rename")
      }
      await Task.yield()
    }
  }

  @Test(
    "by a rename over it is where its file went; the other file's document is in its place",
    arguments: [0, 1, 2])
  func renamedOver(_ way: Int) async throws {
    let test = try await TestWorkspace()
    let (red, blue) = (try await test.add("red"), try await test.add("blue", named: "b.txt"))
    try test.rename("Documents/a.txt", to: "Documents/c.txt")
    try test.rename("Documents/b.txt", to: "Documents/a.txt")
    switch way {
    case 0: #expect(try await test.workspace.documents.trash(red.id).sha256 == red.sha256)
    case 1: #expect(try await current(red, test).1 == "red")
    default: #expect(try await test.pass() == Reconciler.Report(moved: 2, files: 2))
    }
    try await test.pass()
    let (first, second) = (
      try await test.workspace.document(red.id, includingTrash: true),
      try await test.workspace.document(blue.id)
    )
    #expect(first.location.relativePath == "c.txt" && (first.trashed != nil) == (way == 0))
    #expect(second.location.relativePath == "a.txt" && first.version == 1 && second.version == 1)
    #expect(try await current(first, test).1 == "red")
    #expect(try await current(second, test).1 == "blue")
  }

  @Test("by changing places with another is where its file is, as the other is")
  func exchanged() async throws {
    let test = try await TestWorkspace()
    let (red, blue) = (try await test.add("red"), try await test.add("blue", named: "b.txt"))
    try test.rename("Documents/a.txt", to: "c.txt")
    try test.rename("Documents/b.txt", to: "Documents/a.txt")
    try test.rename("c.txt", to: "Documents/b.txt")
    #expect(try await current(red, test).1 == "red")
    #expect(try await current(blue, test).1 == "blue")
    #expect(try await test.workspace.document(red.id).location.relativePath == "b.txt")
    #expect(try await test.pass() == Reconciler.Report(files: 2))
    #expect(try await test.trash().isEmpty)
  }

  @Test("is restored only by a client that knows it as it is")
  func restoredAsExpected() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("red")
    let trashed = try await test.workspace.documents.trash(document.id)
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.restore(document.id, expecting: .document(document))
    }
    let restored = try await test.workspace.documents.restore(document.id, expecting: .document(trashed))
    #expect(restored.trashed == nil)
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.restore(document.id, expecting: .document(trashed))
    }
    #expect(
      try await test.workspace.documents.restore(document.id, expecting: .document(restored)) == restored)
  }

  @Test("goes to the Trash without its file when that is removed at the same moment")
  func removedAtTheSameMoment() async throws {
    let path = Mutex("")
    let test = try await TestWorkspace { step in
      guard step == .foldersMade, !path.withLock(\.isEmpty) else { return }
      try FileManager.default.removeItem(atPath: path.withLock(\.self))
    }
    let document = try await test.add("red")
    path.withLock { $0 = "\(test.path)/Documents/a.txt" }
    #expect(try await test.workspace.documents.trash(document.id).trashed != nil)
    #expect(!FileManager.default.fileExists(atPath: "\(test.path)/Library/Trash/\(document.id)"))
  }
}
