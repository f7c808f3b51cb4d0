import DocumentModel
import FoundationEssentials
import Testing

@testable import Workspace

@Suite("FS-1 Files that other programs put into Documents")
struct FileSharingTests {
  @Test(
    "become documents where files are shared, and change nothing where they are not",
    arguments: [true, false])
  func dropped(isShared: Bool) async throws {
    let test = try await TestWorkspace(sharesFiles: isShared)
    _ = try await test.add("mine", named: "mine.txt")
    try test.write("theirs", to: "Documents/Box/theirs.txt")
    let last = try await test.workspace.eventLog.lastEvent()
    let report = try await test.pass()
    #expect(report.added == (isShared ? 1 : 0))
    #expect(try await test.names() == (isShared ? ["mine.txt", "Box/theirs.txt"] : ["mine.txt"]))
    #expect(try await test.workspace.eventLog.lastEvent() == last + (isShared ? 1 : 0))
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/Documents/Box/theirs.txt"))
  }

  @Test("are not written over by a document of their name, and not taken up for it either")
  func taken() async throws {
    let test = try await TestWorkspace(sharesFiles: false)
    try test.write("theirs", to: "Documents/a.txt")
    let added = try await test.add("mine", named: "a.txt")
    #expect(added.location.name.description == "a 2.txt")
    await expectRefusal(.nameTaken) { _ = try await test.add("mine", named: "a.txt", conflict: .fail) }
    await expectRefusal(.nameTaken) { _ = try await test.add("mine", named: "a.txt", conflict: .replace) }
    await expectRefusal(.nameTaken) {
      _ = try await test.workspace.documents.move(added.id, to: Location(name: try FileName("a.txt")))
    }
    #expect(try await test.names() == ["a 2.txt"])
    #expect(
      FileManager.default.contents(atPath: "\(test.path)/Documents/a.txt") == Data("theirs".utf8))
  }

  @Test("keep their folder when it is thrown away, and are named")
  func folder() async throws {
    let test = try await TestWorkspace(sharesFiles: false)
    let document = try await test.add("mine", named: "a.txt", in: "Box")
    try test.write("theirs", to: "Documents/Box/b.txt")
    let trashed = try await test.workspace.folders.trashFolder(try FolderPath(parsing: "Box"))
    #expect(trashed.documents == 1 && trashed.left.count == 1)
    #expect(try await test.trash().map(\.id) == [document.id])
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/Documents/Box/b.txt"))
  }

  @Test("where they are not shared, what is done to the file of a document is followed all the same")
  func known() async throws {
    let test = try await TestWorkspace(sharesFiles: false)
    let edited = try await test.add("one", named: "edited.txt")
    let renamed = try await test.add("two", named: "renamed.txt")
    let removed = try await test.add("three", named: "removed.txt")
    try test.write("one, edited", to: "Documents/edited.txt")
    let (current, _) = try await test.workspace.tree.current(edited)
    #expect(current.version == 2, "a document that is read is what its file holds")
    try test.rename("Documents/renamed.txt", to: "Documents/elsewhere.txt")
    try test.remove("Documents/removed.txt")
    let report = try await test.pass()
    #expect(report.moved == 1 && report.gone == 1 && report.added == 0)
    #expect(try await test.names() == ["edited.txt", "elsewhere.txt"])
    #expect(try await test.workspace.document(renamed.id).location.name.description == "elsewhere.txt")
    #expect(try await test.trash().map(\.id) == [removed.id])
    try test.write("three", to: "Documents/removed.txt")
    #expect(try await test.pass().returned == 1, "a file that is back is its document again")
    #expect(try await test.workspace.document(removed.id).trashed == nil)
  }

  @Test("are read only when a document in the Trash waits for one of their length")
  func reading() async throws {
    let test = try await TestWorkspace(sharesFiles: false)
    let document = try await test.add("four", named: "a.txt")
    // Where all files are gone at once, it is their disk that is gone.
    _ = try await test.add("another", named: "b.txt")
    try test.remove("Documents/a.txt")
    try await test.pass()
    let reconciler = Reconciler(test.workspace.tree, log: test.log)
    func mayBe(_ size: Int64) async throws -> Bool {
      try await reconciler.passes.mayBeDocument(
        PlacedContent(location: Location(name: try FileName("x.txt")), size: size, fingerprint: .unknown))
    }
    #expect(try await mayBe(4))
    #expect(try await !mayBe(5))
    #expect(try await test.workspace.document(document.id, includingTrash: true).trashed != nil)
  }

  @Test("are taken up where an index knows of nothing yet, also where they are not shared")
  func newIndex() async throws {
    let test = try await TestWorkspace(sharesFiles: false)
    try test.write("found", to: "Documents/found.txt")
    #expect(try await Reconciler(test.workspace.tree, takesUp: true, log: test.log).pass().added == 1)
    #expect(try await test.names() == ["found.txt"])
  }

  @Test("FS-4 an Inbox that was emptied on the disk goes, and one with something in it stays")
  func inbox() async throws {
    let test = try await TestWorkspace()
    let inbox = "\(test.path)/Documents/Inbox"
    _ = try await test.add("one", named: "a.txt", in: "Inbox")
    try await test.pass()
    #expect(FileManager.default.fileExists(atPath: inbox))
    try test.remove("Documents/Inbox/a.txt")
    try await test.pass()
    #expect(!FileManager.default.fileExists(atPath: inbox))
    for path in ["Inbox/Work/.keep", "Inbox/.hidden"] {
      try test.write("x", to: "Documents/\(path)")
      try await test.pass()
      #expect(FileManager.default.fileExists(atPath: "\(test.path)/Documents/\(path)"), "\(path)")
      try FileManager.default.removeItem(atPath: inbox)
    }
    try FileManager.default.createDirectory(
      atPath: "\(inbox)/Work", withIntermediateDirectories: true)
    try await test.pass()
    #expect(FileManager.default.fileExists(atPath: "\(inbox)/Work"), "a user's folder is not taken away")
  }
}
