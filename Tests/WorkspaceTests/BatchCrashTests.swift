import DocumentModel
import FoundationEssentials
import LinuxSystem
import Maintenance
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A crash in a batch leaves what was before it")
struct BatchCrashTests {
  private final class Copies: Sendable {
    private let state = Mutex<(path: String?, copies: [String])>((nil, []))
    var all: [String] { state.withLock(\.copies) }

    func arm(_ path: String) { state.withLock { $0.path = path } }

    func take() throws {
      guard let path = state.withLock(\.path) else { return }
      let copy = "/tmp/sheaf-workspace-\(DocumentID())"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      state.withLock { $0.copies.append(copy) }
    }
  }

  private func operations(_ documents: [Document]) throws -> [BatchParameters] {
    let (a, b) = (documents[0], documents[1])
    return [
      try .rename(a, "b.txt"), try .rename(b, "a.txt"),
      BatchParameters(documents[2].id, .copy(name: nil, folder: nil, conflict: .rename)),
      BatchParameters(documents[2].id, .mark(MetadataChanges(tags: [try Tag("t")]))),
      BatchParameters(documents[2].id, .trash), BatchParameters(documents[3].id, .restore),
    ]
  }

  private func fill(_ test: TestWorkspace) async throws -> [Document] {
    var documents: [Document] = []
    for name in ["a", "b", "c", "d"] { documents.append(try await test.add(name, named: "\(name).txt")) }
    documents[3] = try await test.workspace.documents.trash(documents[3].id)
    return documents
  }

  @Test("at whatever step it came")
  func everyStep() async throws {
    let copies = Copies()
    let test = try await TestWorkspace(onStep: { _ in try copies.take() })
    let documents = try await fill(test)
    let before = try await test.picture()
    copies.arm(test.path)
    _ = try await test.workspace.batches.perform(operations(documents))
    // Five times a file is given another place, in three steps at least; the copy has steps of its own.
    #expect(copies.all.count >= 17)
    for (number, copy) in copies.all.enumerated() {
      let left = try await TestWorkspace(at: copy)
      await left.workspace.batches.resumeBatches()
      #expect(try await left.workspace.journal.runningBatches().isEmpty, "\(number)")
      #expect(try await left.picture() == before, "\(number)")
      #expect(try await left.pass().hasNews == false, "\(number)")
      #expect(try await left.picture() == before, "\(number)")
      let report = try await left.verify()
      #expect(report.isClean && report.notes.isEmpty, "\(number) \(report.notes)")
      #expect(try await left.workspace.batches.batches(limit: 9).isEmpty)
    }
  }

  @Test("a finished batch is done, and is not taken back by the next start")
  func done() async throws {
    let test = try await TestWorkspace()
    _ = try await test.workspace.batches.perform(operations(fill(test)))
    let after = try await test.picture()
    let left = try await TestWorkspace(at: try test.copy())
    await left.workspace.batches.resumeBatches()
    #expect(try await left.picture() == after)
    #expect(try await left.workspace.batches.batches(limit: 9).count == 1)
  }

  @Test("also when the index could not be written to take it back at once")
  func fullDisk() async throws {
    let armed = Mutex(false)
    let fault = IndexFault()
    let test = try await TestWorkspace(
      onStep: { _ in
        // The first file that goes its way finds a full disk.
        if armed.withLock(\.self) { fault.fail(with: .storageFull) }
      }, fault: fault)
    let documents = try await fill(test)
    let before = try await test.picture()
    let tagged = BatchParameters(documents[2].id, .mark(MetadataChanges(tags: [try Tag("t")])))
    armed.withLock { $0 = true }
    let sentence = await expectRefusal(.storageFull) {
      _ = try await test.workspace.batches.perform([tagged, .rename(documents[0], "x.txt")])
    }
    #expect(sentence.contains("as soon as that can be done"))
    armed.withLock { $0 = false }
    fault.fail(with: nil)
    #expect(try await test.workspace.journal.runningBatches().count == 1)
    await test.workspace.batches.resumeBatches()
    #expect(try await test.picture() == before)
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
    #expect(try await test.pass().hasNews == false)
  }

  @Test("and changes by other clients to a document of it since stay")
  func others() async throws {
    let test = try await TestWorkspace()
    let documents = try await fill(test)
    let moved = documents[0]
    let step = BatchStep(
      operation: 1, document: moved.id,
      .move(from: moved.location, to: Location(name: try FileName("x.txt"))))
    let gone = BatchStep(operation: 2, document: DocumentID(), .trash(from: moved.location))
    let batch = Batch(created: Date(), author: nil, operations: [], steps: [step, gone])
    try await test.workspace.journal.save(batch)
    _ = try await test.workspace.documents.move(moved.id, to: Location(name: try FileName("y.txt")))
    await test.workspace.batches.resumeBatches()
    #expect(try await test.workspace.document(moved.id).location.name.description == "y.txt")
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
  }
}
