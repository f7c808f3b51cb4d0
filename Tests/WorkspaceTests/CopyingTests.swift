import DocumentModel
import Maintenance
import Testing

@testable import Storage
@testable import Workspace

@Suite("Copies of documents")
struct CopyingTests {
  @Test("a copy has the content and the metadata, and an id, a history and a name of its own")
  func copy() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add("one", in: "F")
    try await test.change(first, to: "two")
    let changes = MetadataChanges(tags: [try Tag("a")], favourite: true, note: "n")
    let original = try await test.workspace.documents.changeMetadata(of: first.id, changes)
    let copy = try await test.workspace.documents.copy(original.id, author: "ann")
    #expect(copy.id != original.id && copy.sha256 == original.sha256 && copy.type == original.type)
    #expect(copy.location.relativePath == "F/a 2.txt" && copy.version == 1)
    #expect(
      copy.metadata.tags == original.metadata.tags && copy.metadata.note == "n" && !copy.metadata.favourite)
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

  @Test("a change of the file by another program a moment ago is a version first, and is copied")
  func edited() async throws {
    let test = try await TestWorkspace()
    let original = try await test.add("one")
    try test.write("edited", to: "Documents/a.txt")
    let copy = try await test.workspace.documents.copy(original.id)
    #expect(try await test.text(of: copy) == "edited")
    #expect(try await test.workspace.document(original.id).version == 2)
  }
}
