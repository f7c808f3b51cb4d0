import DocumentModel
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Documents come in, change, move and go")
struct AddingTests {
  @Test("a folder whose name a file has is refused at once, whatever the rule", .timeLimit(.minutes(1)))
  func fileForFolder() async throws {
    let placements = Mutex(0)
    let test = try await TestWorkspace { step in if step == .staged { placements.withLock { $0 += 1 } } }
    let document = try await test.add(named: "a.txt", in: "F")
    _ = try await test.workspace.documents.trash(document.id)
    try test.remove("Documents/F")
    _ = try await test.add(named: "F")
    placements.withLock { $0 = 0 }
    for rule in ConflictRule.allCases {
      await expectRefusal(.nameTaken) { _ = try await test.add(named: "a.txt", in: "F", conflict: rule) }
    }
    // No numbers are tried.
    #expect(placements.withLock(\.self) == ConflictRule.allCases.count)
    await expectRefusal(.nameTaken) { _ = try await test.workspace.documents.restore(document.id) }
    #expect(try await test.workspace.document(document.id, includingTrash: true).trashed != nil)
  }

  @Test("two spellings of one name in Unicode are one name")
  func normalisation() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("one", named: "caf\u{E9}.txt")
    #expect(
      try await test.add("two", named: "cafe\u{301}.txt").location.name.description == "caf\u{E9} 2.txt")
  }

  @Test("a hundred simultaneous adds of one name make a hundred documents")
  func simultaneous() async throws {
    let test = try await TestWorkspace()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 { group.addTask { _ = try await test.add("\(number)") } }
      try await group.waitForAll()
    }
    #expect(try await test.names().count == 100)
  }

  @Test("a way in that was interrupted gets the document that it already made")
  func sameID() async throws {
    let test = try await TestWorkspace()
    let id = DocumentID()
    let name = try FileName("a.txt")
    let first = try await test.workspace.documents.add(
      try await test.staged("x"), named: name, origin: .dropFolder, id: id)
    let again = try await test.workspace.documents.add(
      try await test.staged("x"), named: name, origin: .dropFolder, id: id)
    #expect(first == again)
    #expect(try await test.names() == ["a.txt"])
  }

  @Test(
    "a client that knew the document under another name replaces nothing; one that named its content alone does"
  )
  func renamedMeanwhile() async throws {
    let test = try await TestWorkspace()
    let known = try await test.add("one")
    let moved = try await test.workspace.documents.move(
      known.id, to: Location(folder: .top, name: try FileName("b.txt")))
    await #expect {
      try await test.workspace.documents.replace(
        known.id, with: try await test.staged("two"), expecting: .document(known), origin: .api)
    } throws: { ($0 as? DocumentError)?.code == .versionConflict }
    #expect(try await test.text(of: moved) == "one")
    let second = try await test.workspace.documents.replace(
      known.id, with: try await test.staged("two"), expecting: .content(known.sha256), origin: .api)
    #expect(second.location == moved.location && second.version == 2)
  }
}
