import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage
@testable import Workspace

/// Requests between a change by another program on the disk and the pass that notices it.
@Suite("A change soon after a file was renamed or removed on the disk")
struct FollowedSoonTests {
  /// A workspace with `F/a.txt`, which has a tag, and another document.
  private func workspace() async throws -> (TestWorkspace, Document) {
    let test = try await TestWorkspace()
    _ = try await test.add("beside", named: "beside.txt")
    let document = try await test.add("mine", in: "F")
    return (
      test,
      try await test.workspace.documents.changeMetadata(
        of: document.id, MetadataChanges(tags: [try Tag("t")]))
    )
  }

  @Test("throwing away what was renamed throws it away, and no pass brings it back")
  func trashed() async throws {
    let (test, document) = try await workspace()
    try test.rename("Documents/F/a.txt", to: "Documents/F/b.txt")
    let trashed = try await test.workspace.documents.trash(document.id)
    #expect(trashed.location.name.description == "b.txt")
    #expect(try await test.pass().hasNews == false)
    #expect(try await test.names() == ["beside.txt"])
    #expect(try await test.text(of: test.workspace.documents.restore(document.id)) == "mine")
  }

  @Test("the same after the folder was renamed, and after a copy took the file's place")
  func elsewhere() async throws {
    let (test, document) = try await workspace()
    try test.rename("Documents/F", to: "Documents/G")
    #expect(try await test.workspace.documents.trash(document.id).location.relativePath == "G/a.txt")
    _ = try await test.workspace.documents.restore(document.id)
    try test.write("mine", to: "Documents/copy.txt")
    try test.remove("Documents/G/a.txt")
    #expect(try await test.workspace.documents.trash(document.id).location.relativePath == "copy.txt")
    #expect(try await test.pass().hasNews == false)
  }

  @Test("new content, another name and an earlier version go to the document where it is")
  func changed() async throws {
    let (test, document) = try await workspace()
    try test.rename("Documents/F/a.txt", to: "Documents/F/b.txt")
    #expect(try await test.change(document, to: "next").location.relativePath == "F/b.txt")
    try test.rename("Documents/F/b.txt", to: "Documents/c.txt")
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .anything)
    #expect(restored.location.relativePath == "c.txt" && restored.version == 3)
    try test.rename("Documents/c.txt", to: "Documents/d.txt")
    let moved = try await test.workspace.documents.move(
      document.id, to: Location(name: try FileName("e.txt")))
    #expect(moved.location.relativePath == "e.txt" && moved.metadata.tags.count == 1)
    #expect(try await test.pass().hasNews == false)
  }

  @Test("metadata leave the file where it is by now, and so does half a place the other half")
  func halves() async throws {
    let (test, document) = try await workspace()
    try test.rename("Documents/F/a.txt", to: "Documents/b.txt")
    let metadata = MetadataChanges(favourite: true)
    let marked = try await test.workspace.documents.move(
      document.id, name: nil, folder: nil, metadata: metadata)
    #expect(marked.metadata.favourite)
    #expect(try await test.pass().moved == 1)
    #expect(try await test.workspace.document(document.id).location.relativePath == "b.txt")
    try test.rename("Documents/b.txt", to: "Documents/F/b.txt")
    let renamed = try await test.workspace.documents.move(document.id, name: FileName("c.txt"), folder: nil)
    #expect(renamed.location.relativePath == "F/c.txt")
    try test.rename("Documents/F/c.txt", to: "Documents/F/d.txt")
    let moved = try await test.workspace.documents.move(document.id, name: nil, folder: .top)
    #expect(moved.location.relativePath == "d.txt" && moved.metadata.tags.count == 1)
    try test.rename("Documents/d.txt", to: "Documents/F/d.txt")
    let operation = BatchParameters(document.id, .move(name: try FileName("e.txt"), folder: nil))
    _ = try await test.workspace.batches.perform([operation])
    #expect(try await test.workspace.document(document.id).location.relativePath == "F/e.txt")
    #expect(try await test.pass().hasNews == false)
  }

  @Test("a condition on the document as it was is not met, and nothing happens to it")
  func conditions() async throws {
    let (test, document) = try await workspace()
    try test.rename("Documents/F/a.txt", to: "Documents/F/b.txt")
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.trash(document.id, expecting: .document(document))
    }
    #expect(try await test.names().contains("F/b.txt"))
    try test.rename("Documents/F/b.txt", to: "Documents/F/c.txt")
    let expected = Expectation.document(document)
    let batch = [
      BatchParameters(document.id, .trash) { (now) throws(DocumentError) in try expected.require(of: now) }
    ]
    await expectRefusal(.versionConflict) { _ = try await test.workspace.batches.perform(batch) }
    #expect(try await test.names().contains("F/c.txt"))
    #expect(try await test.trash().isEmpty)
    _ = try await test.workspace.batches.perform([BatchParameters(document.id, .trash)])
    #expect(try await test.trash().map(\.location.relativePath) == ["F/c.txt"])
  }

  @Test("a name that a renamed and edited file left is free, and its document stays what it is")
  func occupant() async throws {
    let (test, document) = try await workspace()
    try test.rename("Documents/F/a.txt", to: "Documents/F/b.txt")
    try test.write("edited", to: "Documents/F/b.txt")
    let new = try await test.add("new", in: "F", conflict: .fail)
    #expect(new.id != document.id && new.location.relativePath == "F/a.txt")
    try await test.pass()
    let now = try await test.workspace.document(document.id)
    #expect(now.location.relativePath == "F/b.txt" && now.metadata.tags.count == 1 && now.version == 2)
    #expect(try await test.text(of: now) == "edited")
    #expect(try await test.trash().isEmpty)
  }

  @Test("a folder that is thrown away keeps files that were removed or replaced in it a moment ago")
  func folder() async throws {
    let (test, document) = try await workspace()
    let replaced = try await test.add("replaced", named: "r.txt", in: "F")
    let renamed = try await test.add("renamed", named: "n.txt", in: "F")
    try test.remove("Documents/F/a.txt")
    try test.remove("Documents/F/r.txt")
    try await test.makeFolder("F/r.txt")
    try test.rename("Documents/F/n.txt", to: "Documents/out.txt")
    let trashed = try await test.trashFolder("F")
    #expect(trashed.documents == 2)
    #expect(try await test.workspace.document(renamed.id).location.relativePath == "out.txt")
    let restored = try await test.workspace.folders.restoreFolder(
      try FolderPath(parsing: "F"), thrownAwayAt: trashed.date)
    #expect(restored == RestoredFolder(documents: 2, missing: 0))
    #expect(try await test.text(of: test.workspace.document(document.id)) == "mine")
    #expect(try await test.text(of: test.workspace.document(replaced.id)) == "replaced")
  }

  @Test("a file beside one in the Trash is not taken for it")
  func junk() async throws {
    let (test, document) = try await workspace()
    _ = try await test.workspace.documents.trash(document.id)
    for name in [".DS_Store", "Thumbs.db", "another.txt"] {
      try test.write("junk", to: "Library/Trash/\(document.id)/\(name)")
    }
    let restored = try await test.workspace.documents.restore(document.id)
    #expect(restored.version == document.version)
    #expect(try await test.text(of: restored) == "mine")
    // Nor is it later, when the file is removed: a file that could be the user's went out of the way.
    #expect(!FileManager.default.fileExists(atPath: "\(test.path)/Library/Trash/\(document.id)"))
    let aside = try FileManager.default.subpathsOfDirectory(atPath: "\(test.path)/Library/Damaged")
    #expect(aside.contains { $0.hasSuffix("/another.txt") })
    try test.remove("Documents/F/a.txt")
    try await test.pass()
    #expect(try await test.text(of: test.workspace.documents.restore(document.id)) == "mine")
  }

  @Test("of two documents with one long content, editing one in place costs the other nothing")
  func twins() async throws {
    let test = try await TestWorkspace()
    let long = String(repeating: "long ", count: 20_000)
    let first = try await test.add(long, named: "1.txt")
    let second = try await test.add(long, named: "2.txt")
    // Into the file that is there.
    try test.write("changed", to: "Documents/1.txt")
    try await test.pass()
    #expect(try await test.text(ofVersion: 1, of: first) == long.prefix(4096))
    try test.remove("Documents/2.txt")
    try await test.pass()
    #expect(try await test.text(of: test.workspace.documents.restore(second.id)) == long.prefix(4096))
    #expect(try await test.text(ofVersion: 1, of: first) == long.prefix(4096))
  }
}
