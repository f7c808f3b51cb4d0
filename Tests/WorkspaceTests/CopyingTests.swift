import DocumentModel
import FoundationEssentials
import LinuxSystem
import Maintenance
import Testing

@testable import Storage
@testable import Workspace

@Suite("Copies of documents")
struct CopyingTests {
  @Test("a copy has the content and the marks, and an id, a history and a name of its own")
  func copy() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add("one", in: "F")
    try await test.change(first, to: "two")
    let changes = MetadataChanges(tags: [try Tag("a")], favourite: true, note: "n")
    let original = try await test.workspace.documents.mark(first.id, changes)
    let copy = try await test.workspace.documents.copy(original.id, author: "ann")
    #expect(copy.id != original.id && copy.sha256 == original.sha256 && copy.type == original.type)
    #expect(copy.location.relativePath == "F/a 2.txt" && copy.version == 1)
    #expect(copy.marks.tags == original.marks.tags && copy.marks.note == "n" && !copy.marks.favourite)
    let version = try await test.workspace.versions.version(1, of: copy.id).version
    #expect(version.origin == .copy && version.author == "ann")
    #expect(try await test.text(of: copy) == "two")
    #expect(try await test.workspace.document(original.id) == original)
    #expect(try await test.workspace.documents.tags().map(\.documents) == [2])
  }

  @Test("writing to a copy leaves the original alone, and the other way round")
  func apart() async throws {
    let test = try await TestWorkspace()
    let original = try await test.add("one")
    let copy = try await test.workspace.documents.copy(original.id, named: FileName("b.txt"))
    try test.write("edited in place", to: "Documents/b.txt")
    try await test.pass()
    #expect(try await test.text(of: original) == "one")
    #expect(try await test.text(ofVersion: 1, of: copy) == "one")
    try await test.change(original, to: "two")
    #expect(try await test.text(of: copy) == "edited in place")
    #expect(try await test.verify().isClean)
  }

  @Test("a name that is taken is numbered, refused or replaced as is wished")
  func conflicts() async throws {
    let test = try await TestWorkspace()
    let original = try await test.add("one")
    let other = try await test.add("other", named: "b.txt")
    let name = other.location.name
    await expectRefusal(.nameTaken) {
      _ = try await test.workspace.documents.copy(original.id, named: name, conflict: .fail)
    }
    #expect(try await test.names() == ["a.txt", "b.txt"])
    let replaced = try await test.workspace.documents.copy(original.id, named: name, conflict: .replace)
    #expect(replaced.id == other.id && replaced.version == 2)
    #expect(try await test.text(ofVersion: 1, of: other) == "other")
    let itself = try await test.workspace.documents.copy(original.id, conflict: .replace)
    #expect(itself == original)
    #expect(
      try await test.workspace.documents.copy(original.id, named: name).location.name.description == "b 2.txt"
    )
  }

  @Test("only a document in Documents that is as the caller knew it is copied")
  func expected() async throws {
    let test = try await TestWorkspace()
    let original = try await test.add("one")
    try await test.change(original, to: "two")
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.copy(original.id, expecting: .document(original))
    }
    #expect(try await test.names() == ["a.txt"])
    _ = try await test.workspace.documents.trash(original.id)
    await expectRefusal(.notFound) { _ = try await test.workspace.documents.copy(original.id) }
    await expectRefusal(.notFound) { _ = try await test.workspace.documents.copy(DocumentID()) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/tmp").isEmpty)
  }

  @Test("a change on the disk a moment ago is a version first, and is what is copied")
  func edited() async throws {
    let test = try await TestWorkspace()
    let original = try await test.add("one")
    try test.write("edited", to: "Documents/a.txt")
    let copy = try await test.workspace.documents.copy(original.id)
    #expect(try await test.text(of: copy) == "edited")
    #expect(try await test.workspace.document(original.id).version == 2)
  }
}
