import DocumentModel
import FoundationEssentials
import Maintenance
import Testing

@testable import Storage
@testable import Workspace

extension TestWorkspace {
  /// Place, Trash, metadata and text of documents, by their ids.
  func picture() async throws -> [String: String] {
    let all = try await workspace.documents(DocumentQuery(limit: 1000)).documents + trash()
    var picture: [String: String] = [:]
    for document in all {
      let tags = document.metadata.tags.map(\.description).joined(separator: ",")
      let place = document.trashed == nil ? document.location.relativePath : "Trash"
      picture["\(document.id)"] = "\(place) [\(tags)] \(try await text(of: document))"
    }
    return picture
  }
}

extension BatchParameters {
  static func rename(_ document: Document, _ name: String) throws -> BatchParameters {
    BatchParameters(document.id, .move(name: try FileName(name), folder: nil))
  }
}

@Suite("Batches")
struct BatchTests {
  private func tag(_ document: Document, _ tag: String) throws -> BatchParameters {
    BatchParameters(document.id, .setMetadata(MetadataChanges(tags: [try Tag(tag)])))
  }

  @Test("plans what is to be done with a document, however much it is, from one look at it")
  func readOnce() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    test.index.reset()
    var planner = BatchPlanner(test.workspace.documents)
    try await planner.plan([
      .rename(documents[0], "x.txt"), tag(documents[0], "new"), .rename(documents[1], "y.txt"),
    ])
    // Each once by the planner, and once by the tree, which compares its file with the entry.
    #expect(test.index.counts.read == 4)
  }

  /// Documents a to e, each with its letter as its text; e is in the Trash.
  private func filled(_ test: TestWorkspace) async throws -> [Document] {
    var documents: [Document] = []
    for name in ["a", "b", "c", "d", "e"] { documents.append(try await test.add(name, named: "\(name).txt")) }
    documents[4] = try await test.workspace.documents.trash(documents[4].id)
    return documents
  }

  private func parameters(_ documents: [Document]) throws -> [BatchParameters] {
    let folder = try FolderPath(parsing: "Box")
    return [
      BatchParameters(documents[0].id, .move(name: nil, folder: folder)), try tag(documents[0], "t"),
      BatchParameters(documents[1].id, .trash), BatchParameters(documents[4].id, .restore),
      BatchParameters(documents[2].id, .copy(name: try FileName("b.txt"), folder: nil, conflict: .fail)),
      try tag(documents[3], "u"),
    ]
  }

  @Test("operations of every kind are done in their order, and the answer says what became of each document")
  func everyKind() async throws {
    let clock = TestClock()
    let test = try await TestWorkspace(now: { clock.now })
    let documents = try await filled(test)
    let batch = try await test.workspace.batches.perform(parameters(documents), author: "ann")
    #expect(batch.state == .done && batch.author == "ann" && batch.operations.count == 6)
    #expect(batch.operations.map(\.kind) == [.move, .setMetadata, .trash, .restore, .copy, .setMetadata])
    #expect(try await test.names() == ["Box/a.txt", "b.txt", "c.txt", "d.txt", "e.txt"])
    #expect(try await test.trash().map(\.id) == [documents[1].id])
    let copy = try #require(try await test.workspace.index.document(at: Location(name: FileName("b.txt"))))
    #expect(try await test.text(of: copy) == "c" && batch.operations[4].document == copy.id)
    #expect(try await test.workspace.versions.version(1, of: copy.id).version.author == "ann")
    for document in batch.after {
      #expect(try await test.workspace.document(document.id, includingTrash: true) == document)
    }
    #expect(try await test.workspace.batches.batches(limit: 9) == [batch.summary])
    #expect(try await test.workspace.batches.batch(batch.id) == batch)
    #expect(try await test.verify().notes.isEmpty)
  }

  @Test("a batch is undone as one, undone again it is redone, and so on")
  func undo() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let before = try await test.picture()
    let batch = try await test.workspace.batches.perform(parameters(documents))
    let after = try await test.picture()
    let copy = batch.operations[4].document.description
    var (last, undone) = (batch, before)
    // The copy of the batch goes to the Trash, where nothing is lost.
    undone[copy] = "Trash [] c"
    for round in 0..<4 {
      let next = try await test.workspace.batches.undo(last.id, author: "bob")
      #expect(next.undoes == last.id && next.id != last.id && next.author == "bob")
      #expect(try await test.picture() == (round % 2 == 0 ? undone : after))
      last = next
    }
    #expect(try await test.workspace.batches.batches(limit: 9).count == 5)
    #expect(try await test.verify().notes.isEmpty)
    #expect(try await test.pass().hasNews == false)
  }

  @Test("a batch is not undone over what has changed since, and says which documents have")
  func changedSince() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let batch = try await test.workspace.batches.perform(parameters(documents))
    _ = try await test.workspace.documents.changeMetadata(of: documents[3].id, MetadataChanges(note: "n"))
    try await test.change(documents[0], to: "new")
    let now = try await test.picture()
    do {
      _ = try await test.workspace.batches.undo(batch.id)
      Issue.record("nothing was refused")
    } catch {
      #expect(error.code == .versionConflict)
      #expect(Set(error.documents) == [documents[0].id, documents[3].id])
    }
    #expect(try await test.picture() == now)
    await expectRefusal(.notFound) { _ = try await test.workspace.batches.undo(BatchID()) }
    // One that was undone has changed, too.
    let other = try await test.workspace.batches.perform([.rename(documents[2], "z.txt")])
    _ = try await test.workspace.batches.undo(other.id)
    await expectRefusal(.versionConflict) { _ = try await test.workspace.batches.undo(other.id) }
  }

  @Test("a document that was removed for good is one that has changed")
  func removedSince() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add()
    let batch = try await test.workspace.batches.perform([BatchParameters(document.id, .trash)])
    try await test.workspace.trash.remove(document.id)
    await expectRefusal(.versionConflict) { _ = try await test.workspace.batches.undo(batch.id) }
  }

  @Test("documents change their names with one another, and back")
  func swaps() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let (a, b, c, d) = (documents[0], documents[1], documents[2], documents[3])
    let before = try await test.picture()
    for parameters in [
      try [.rename(a, "b.txt"), .rename(b, "a.txt")],
      try [.rename(a, "b.txt"), .rename(b, "c.txt"), .rename(c, "d.txt"), .rename(d, "a.txt")],
      try [.rename(a, "b.txt"), BatchParameters(b.id, .trash)],
      try [BatchParameters(b.id, .trash), .rename(a, "b.txt"), .rename(c, "a.txt")],
      try [.rename(a, "b.txt"), .rename(b, "b2.txt"), .rename(d, "a.txt")],
    ] {
      let batch = try await test.workspace.batches.perform(parameters)
      for operation in parameters {
        guard case .move(let name?, _, _) = operation.action else { continue }
        #expect(try await test.workspace.document(operation.document).location.name == name)
      }
      #expect(try await test.picture().count == 5)
      _ = try await test.workspace.batches.undo(batch.id)
      #expect(try await test.picture() == before)
    }
    #expect(try await test.verify().isClean)
  }

  @Test("an impossible operation is refused before anything is done, with its number")
  func refusals() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let (a, b, gone) = (documents[0], documents[1], documents[4])
    let before = try await test.picture()
    let last = try await test.workspace.eventLog.lastEvent()
    let copy = BatchParameters(a.id, .copy(name: b.location.name, folder: nil, conflict: .fail))
    let replacing = BatchParameters(a.id, .copy(name: nil, folder: nil, conflict: .replace))
    let stale = BatchParameters(b.id, .trash) { _ throws(DocumentError) in
      throw DocumentError(.versionConflict, "stale")
    }
    let unsuitable = BatchParameters(b.id, .setMetadata(MetadataChanges(handler: "viewer")))
    let cases: [(DocumentError.Code, BatchParameters)] = [
      (.nameTaken, try .rename(a, "b.txt")), (.notFound, BatchParameters(DocumentID(), .trash)),
      (.notFound, BatchParameters(gone.id, .trash)), (.notFound, try tag(gone, "t")),
      (.notInTrash, BatchParameters(b.id, .restore)), (.nameTaken, copy), (.invalidParameter, replacing),
      (.versionConflict, stale), (.unsuitableHandler, unsuitable),
      (.invalidParameter, BatchParameters(documents[2].id, .trash)),
      (.invalidParameter, try tag(documents[3], "w")),
    ]
    for (code, operation) in cases {
      do {
        _ = try await test.workspace.batches.perform([
          .rename(documents[2], "z.txt"), tag(documents[3], "t"), operation,
        ])
        Issue.record("nothing was refused")
      } catch {
        #expect((error as? DocumentError)?.code == code, "\(error)")
        #expect((error as? DocumentError)?.numbers["operation"] == 3, "\(error)")
      }
    }
    await expectRefusal(.invalidParameter) { _ = try await test.workspace.batches.perform([]) }
    let many = Array(repeating: BatchParameters(a.id, .trash), count: Batch.maximumOperations + 1)
    await expectRefusal(.tooLarge) { _ = try await test.workspace.batches.perform(many) }
    #expect(try await test.picture() == before)
    #expect(try await test.workspace.eventLog.lastEvent() == last)
    #expect(try await test.workspace.batches.batches(limit: 9).isEmpty)
  }

  @Test("a step that is refused on the way takes back those before it")
  func takenBack() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let before = try await test.picture()
    // A folder that the index knows nothing of is where a name should go.
    try test.write("x", to: "Documents/taken/inner.txt")
    let last = try BatchParameters.rename(documents[2], "taken")
    do {
      _ = try await test.workspace.batches.perform(parameters(documents) + [last])
      Issue.record("nothing was refused")
    } catch {
      #expect((error as? DocumentError)?.code == .nameTaken, "\(error)")
      #expect((error as? DocumentError)?.numbers["operation"] == 7)
    }
    #expect(try await test.picture() == before)
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
    #expect(try await test.workspace.batches.batches(limit: 9).isEmpty)
    #expect(try await test.verify().isClean)
  }

  @Test("a batch goes on to its end when its client has gone")
  func cancelled() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let parameters = try parameters(documents)
    let task = Task { try await test.workspace.batches.perform(parameters) }
    task.cancel()
    #expect(try await task.value.state == .done)
    #expect(try await test.names().first == "Box/a.txt")
  }

  @Test("of batches at once that want the same documents each is whole or refused")
  func race() async throws {
    let test = try await TestWorkspace()
    let documents = try await filled(test)
    let (a, b) = (documents[0], documents[1])
    let done = await withTaskGroup(of: Int.self) { group in
      for number in 0..<10 {
        group.addTask {
          let known = BatchParameters(a.id, .move(name: try? FileName("a\(number)"), folder: nil)) {
            (document) throws(DocumentError) in
            guard document == a else { throw DocumentError(.versionConflict, "changed") }
          }
          let parameters = [
            known, BatchParameters(b.id, .move(name: try? FileName("b\(number)"), folder: nil)),
          ]
          return (try? await test.workspace.batches.perform(parameters)) == nil ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(done == 1)
    let names = try await test.names()
    let number = try #require(names.first).dropFirst()
    #expect(names.contains("b\(number)"))
  }
}
