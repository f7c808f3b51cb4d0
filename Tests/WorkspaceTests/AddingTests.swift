import DocumentModel
import FoundationEssentials
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

  @Test("an added document is a plain file under its own name, and in the list")
  func add() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("hello", named: "a.txt", in: "Papers")
    #expect(try await test.names() == ["Papers/a.txt"])
    #expect(document.version == 1)
    #expect(document.type == .plainText)
    #expect(document.size == 5)
    let data = FileManager.default.contents(atPath: "\(test.path)/Documents/Papers/a.txt")
    #expect(data == Data("hello".utf8))
  }

  @Test("content decides over the name")
  func content() async throws {
    let test = try await TestWorkspace()
    #expect(try await test.add("just text", named: "junk.pdf").type == .plainText)
    #expect(try await test.add("%PDF-1.7", named: "paper.txt").type == .pdf)
  }

  @Test("a taken name gets a number, is refused, or is replaced, as asked")
  func conflicts() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add("one")
    #expect(try await test.add("two").location.name.description == "a 2.txt")
    #expect(try await test.add("three").location.name.description == "a 3.txt")
    await #expect { try await test.add("four", conflict: .fail) } throws: {
      ($0 as? DocumentError)?.code == .nameTaken
    }
    let replaced = try await test.add("five", conflict: .replace)
    #expect(replaced.id == first.id)
    #expect(replaced.version == 2)
    #expect(try await test.text(of: replaced) == "five")
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

  @Test("replacing with a stale hash is refused and changes nothing")
  func stale() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let second = try await test.workspace.documents.replace(
      document.id, with: try await test.staged("two"), expecting: .content(document.sha256), origin: .api)
    await #expect {
      try await test.workspace.documents.replace(
        document.id, with: try await test.staged("three"), expecting: .content(document.sha256), origin: .api)
    } throws: { ($0 as? DocumentError)?.code == .versionConflict }
    #expect(try await test.text(of: second) == "two")
  }

  @Test("a precondition on another name replaces nothing; one on the content alone does")
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

  @Test("replacing with the same bytes makes no new version")
  func sameBytes() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let again = try await test.workspace.documents.replace(
      document.id, with: try await test.staged("one"), expecting: .anything, origin: .api)
    #expect(again.version == 1)
  }

  @Test("a document keeps its id when it is renamed and moved")
  func move() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let target = Location(folder: try FolderPath(parsing: "x/y"), name: try FileName("b.txt"))
    let moved = try await test.workspace.documents.move(document.id, to: target)
    #expect(moved.id == document.id)
    #expect(try await test.names() == ["x/y/b.txt"])
    #expect(try await test.text(of: moved) == "one")
  }

  @Test("moving onto another document is refused and loses neither")
  func moveOnto() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add("one", named: "a.txt")
    let second = try await test.add("two", named: "b.txt")
    await #expect {
      try await test.workspace.documents.move(first.id, to: second.location)
    } throws: { ($0 as? DocumentError)?.code == .nameTaken }
    #expect(try await test.text(of: first) == "one")
    #expect(try await test.text(of: second) == "two")
  }

  @Test("a document in the Trash can be read, and comes back under a free name")
  func trash() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let trashed = try await test.workspace.documents.trash(document.id)
    #expect(try await test.names().isEmpty)
    #expect(try await test.text(of: trashed) == "one")
    _ = try await test.add("two")
    let restored = try await test.workspace.documents.restore(document.id)
    #expect(restored.location.name.description == "a 2.txt")
    #expect(try await test.text(of: restored) == "one")
  }
}
