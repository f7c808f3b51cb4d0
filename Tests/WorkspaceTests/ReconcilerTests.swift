import DocumentModel
import FoundationEssentials
import Testing

@testable import Workspace

@Suite("The index follows changes of the files")
struct ReconcilerTests {
  @Test("a file put into Documents becomes a document")
  func added() async throws {
    let test = try await TestWorkspace()
    try test.write("found", to: "Documents/Box/found.txt")
    let report = try await Reconciler(test.workspace.tree, log: test.log).pass()
    #expect(report.added == 1)
    #expect(try await test.names() == ["Box/found.txt"])
  }

  @Test("a second pass over the same files finds nothing")
  func stable() async throws {
    let test = try await TestWorkspace()
    try test.write("found", to: "Documents/found.txt")
    _ = try await test.add(named: "uploaded.txt")
    let reconciler = Reconciler(test.workspace.tree, log: test.log)
    _ = try await reconciler.pass()
    let again = try await reconciler.pass()
    #expect(again == Reconciler.Report(files: 2))
  }

  @Test("a file that was edited on the disk becomes the next version")
  func edited() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.write("edited by hand", to: "Documents/a.txt")
    #expect(try await Reconciler(test.workspace.tree, log: test.log).pass().changed == 1)
    let now = try await test.workspace.document(document.id)
    #expect(now.version == 2)
    #expect(now.size == 14)
  }

  @Test("a file that was renamed on the disk is the same document")
  func renamed() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try FileManager.default.moveItem(
      atPath: "\(test.path)/Documents/a.txt", toPath: "\(test.path)/Documents/b.txt")
    let report = try await Reconciler(test.workspace.tree, log: test.log).pass()
    #expect(report.moved == 1)
    #expect(report.added == 0)
    #expect(try await test.workspace.document(document.id).location.name.description == "b.txt")
  }

  @Test("a file that was removed on the disk leaves the list")
  func removed() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("one")
    _ = try await test.add("two", named: "b.txt")
    try test.remove("Documents/a.txt")
    #expect(try await test.pass().gone == 1)
    #expect(try await test.names() == ["b.txt"])
  }

  @Test("a document whose file was replaced is read with the hash of what is there now")
  func replaced() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.write("longer than before", to: "Documents/a.txt")
    let (current, content) = try await test.workspace.tree.current(document)
    #expect(current.version == 2)
    #expect(current.size == content.size)
    #expect(current.sha256 != document.sha256)
  }

  @Test("an edit on the disk that leaves the size as it is does not pass for the old content")
  func sameSize() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("AAAA")
    try test.write("BBBB", to: "Documents/a.txt")
    let (current, _) = try await test.workspace.tree.current(document)
    #expect(current.sha256 != document.sha256)
    #expect(current.version == 2)
  }

  @Test("saving the bytes that the index knows over a file that was edited on the disk saves them")
  func savedOverEdit() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("mine")
    try test.write("theirs", to: "Documents/a.txt")
    let saved = try await test.workspace.documents.replace(
      document.id, with: try await test.staged("mine"), expecting: .anything, origin: .api)
    #expect(saved.version == 3)
    #expect(try await test.text(of: saved) == "mine")
  }

  @Test("the start waits until a small workspace is in order")
  func begins() async throws {
    let test = try await TestWorkspace()
    try test.write("found", to: "Documents/found.txt")
    await Reconciler(test.workspace.tree, log: test.log).begin(patience: .seconds(60))
    #expect(try await test.names() == ["found.txt"])
  }

  @Test("links and hidden files are passed over")
  func links() async throws {
    let test = try await TestWorkspace()
    try test.write("x", to: "Documents/.hidden")
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/Documents/passwd.txt", withDestinationPath: "/etc/passwd")
    #expect(try await Reconciler(test.workspace.tree, log: test.log).pass() == Reconciler.Report())
  }
}
