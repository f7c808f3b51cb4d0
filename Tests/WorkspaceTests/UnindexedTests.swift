import DocumentModel
import FoundationEssentials
import Testing

@testable import Workspace

@Suite("A change of a name on the disk counts before the next pass")
struct UnindexedTests {
  @Test("replacing a file that is not indexed yet makes it a document, with its content as a version")
  func replaceUnindexed() async throws {
    let test = try await TestWorkspace()
    try test.write("theirs", to: "Documents/a.txt")
    let document = try await test.add("mine", conflict: .replace)
    #expect(document.version == 2)
    #expect(try await test.text(of: document) == "mine")
    let versions = try await test.workspace.versionIndex.versions(of: document.id)
    #expect(versions.map(\.origin) == [.api, .disk])
    let old = try await test.workspace.contents.openVersion(try #require(versions.last).sha256)
    #expect(old.size == 6)
    #expect(try await test.pass() == Reconciler.Report(files: 1))
  }

  @Test("a name of a file that is not indexed yet is taken, and the refusal names the document it became")
  func failUnindexed() async throws {
    let test = try await TestWorkspace()
    try test.write("theirs", to: "Documents/a.txt")
    let detail = await expectRefusal(.nameTaken) { _ = try await test.add("mine", conflict: .fail) }
    let document = try #require(
      try await test.workspace.index.document(at: Location(name: try FileName("a.txt"))))
    #expect(detail == "\"a.txt\" is already there (document \(document.id))")
    #expect(try await test.text(of: document) == "theirs")
    #expect(try await test.add("mine").location.name.description == "a 2.txt")
  }

  @Test("a name whose file was removed is free", arguments: ConflictRule.allCases)
  func addOverRemoved(_ conflict: ConflictRule) async throws {
    let test = try await TestWorkspace()
    let earlier = try await test.add("one")
    try test.remove("Documents/a.txt")
    let document = try await test.add("two", conflict: conflict)
    #expect(document.location.name.description == "a.txt")
    #expect(document.id != earlier.id && document.version == 1)
    #expect(try await test.trash().map(\.id) == [earlier.id])
    #expect(try await test.pass() == Reconciler.Report(files: 1))
  }

  @Test("a document whose file was removed cannot be changed or moved any more, and is in the Trash")
  func changeRemoved() async throws {
    let test = try await TestWorkspace()
    let documents = [try await test.add("one"), try await test.add("two", named: "b.txt")]
    for name in ["a.txt", "b.txt"] { try test.remove("Documents/\(name)") }
    await expectRefusal(.notFound) {
      _ = try await test.workspace.documents.replace(
        documents[0].id, with: try await test.staged("new"), expecting: .content(documents[0].sha256),
        origin: .api)
    }
    await expectRefusal(.notFound) {
      _ = try await test.workspace.documents.move(documents[1].id, to: Location(name: try FileName("c.txt")))
    }
    #expect(try await test.trash().count == 2)
  }

  @Test("a document whose file was removed can be thrown away")
  func trashRemoved() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.remove("Documents/a.txt")
    #expect(try await test.workspace.documents.trash(document.id).trashed != nil)
    try test.write("one", to: "Documents/a.txt")
    #expect(try await test.pass().returned == 1)
  }

  @Test("a document goes where a removed file was, by move and from the Trash")
  func moveOverRemoved() async throws {
    let test = try await TestWorkspace()
    let documents = [try await test.add("one"), try await test.add("two", named: "b.txt")]
    let gone = try await test.add("three", named: "c.txt")
    try test.remove("Documents/c.txt")
    let moved = try await test.workspace.documents.move(documents[0].id, to: gone.location)
    #expect(moved.location == gone.location)
    _ = try await test.workspace.documents.trash(documents[1].id)
    let over = try await test.add("four", named: "b.txt")
    try test.remove("Documents/b.txt")
    #expect(try await test.workspace.documents.restore(documents[1].id).location.name.description == "b.txt")
    #expect(Set(try await test.trash().map(\.id)) == [gone.id, over.id])
    #expect(try await test.text(of: moved) == "one")
    #expect(try await test.pass() == Reconciler.Report(files: 2))
  }

  @Test("a replacement by name honours the content that is expected")
  func expected() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add("one")
    let name = try FileName("a.txt")
    let replace = { (text: String, expected: ContentHash) async throws in
      try await test.workspace.documents.add(
        try await test.staged(text), named: name, conflict: .replace, expecting: .content(expected),
        origin: .api)
    }
    let second = try await replace("two", first.sha256)
    #expect(second.id == first.id && second.version == 2)
    await expectRefusal(.versionConflict) { _ = try await replace("three", first.sha256) }
    try test.write("theirs", to: "Documents/a.txt")
    await expectRefusal(.versionConflict) { _ = try await replace("three", second.sha256) }
    try test.remove("Documents/a.txt")
    await expectRefusal(.versionConflict) { _ = try await replace("three", second.sha256) }
    #expect(try await test.names().isEmpty)
  }

  @Test("an import that comes again is not lost with a document whose file was removed")
  func importedAgain() async throws {
    let test = try await TestWorkspace()
    let id = DocumentID()
    let name = try FileName("a.txt")
    _ = try await test.workspace.documents.add(
      try await test.staged("x"), named: name, origin: .dropFolder, id: id)
    try test.remove("Documents/a.txt")
    _ = try await Reconciler(test.workspace.tree, patience: .zero, log: test.log).pass()
    let again = try await test.workspace.documents.add(
      try await test.staged("x"), named: name, origin: .dropFolder, id: id)
    #expect(again.id != id)
    #expect(try await test.text(of: again) == "x")
  }

  @Test("with another extension a document is identified again, by rename here and on the disk")
  func type() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("text", named: "a.dat")
    #expect(document.type == .plainText)
    let plain = try await test.add("", named: "empty.txt")
    let moved = try await test.workspace.documents.move(
      plain.id, to: Location(name: try FileName("empty.pdf")))
    #expect(moved.type != plain.type)
    let event = try #require(try await test.workspace.eventLog.events(after: 0, limit: 100).last)
    #expect(event.kind == .moved && event.document.type == moved.type)
    try test.rename("Documents/empty.pdf", to: "Documents/empty.txt")
    #expect(try await test.pass().moved == 1)
    #expect(try await test.workspace.document(plain.id).type == plain.type)
    let other = try await test.workspace.documents.move(
      document.id, to: Location(name: try FileName("b.dat")))
    #expect(other.type == document.type)
  }

  @Test("a content that was overwritten on the disk is said to be gone, unless a copy remains")
  func contentGone() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let second = try await test.workspace.documents.replace(
      document.id, with: try await test.staged("two"), expecting: .anything, origin: .api)
    #expect(test.forgotten.all.isEmpty)
    try await test.letGoOfHeld()
    try test.write("theirs", to: "Documents/a.txt")
    #expect(try await test.pass().changed == 1)
    #expect(test.forgotten.all == [second.sha256])
    // "one" is kept as a version, and "shared" is another document's.
    try await test.letGoOfHeld()
    try test.write("one", to: "Documents/a.txt")
    try await test.pass()
    try test.write("shared", to: "Documents/a.txt")
    _ = try await test.add("shared", named: "b.txt")
    try await test.letGoOfHeld()
    try await test.pass()
    try test.write("last", to: "Documents/a.txt")
    try await test.pass()
    #expect(test.forgotten.all.count == 2)
  }
}
