import DocumentModel
import FoundationEssentials
import Maintenance
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A batch that is refused, and other clients")
struct BatchOthersTests {
  /// A workspace with a.txt, b.txt and, in the Trash, c.txt.
  ///
  /// Another client acts in the middle of the batch's first move.
  private func workspace() async throws -> (TestWorkspace, [Document]) {
    let test = try await TestWorkspace()
    var documents: [Document] = []
    for name in ["a", "b", "c"] { documents.append(try await test.add(name, named: "\(name).txt")) }
    documents[2] = try await test.workspace.documents.trash(documents[2].id)
    return (test, documents)
  }

  private func expectRefused(
    _ test: TestWorkspace, _ operations: [BatchParameters], _ code: DocumentError.Code = .versionConflict,
    names: [String]
  ) async throws {
    await expectRefusal(code) { _ = try await test.workspace.batches.perform(operations) }
    #expect(try await test.names() == names)
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
    #expect(try await test.verify().isClean)
  }

  @Test("a document that another client threw away meanwhile stays in the Trash")
  func trashed() async throws {
    let (test, documents) = try await workspace()
    test.index.duringNextMove { _ = try await test.workspace.documents.trash(documents[1].id) }
    try await expectRefused(
      test, [.rename(documents[0], "x.txt"), BatchParameters(documents[1].id, .trash)], .notFound,
      names: ["a.txt"])
    #expect(try await test.workspace.document(documents[1].id, includingTrash: true).trashed != nil)
  }

  @Test("a document that another client brought back meanwhile stays where it is")
  func restored() async throws {
    let (test, documents) = try await workspace()
    test.index.duringNextMove { _ = try await test.workspace.documents.restore(documents[2].id) }
    try await expectRefused(
      test, [.rename(documents[0], "x.txt"), BatchParameters(documents[2].id, .restore)],
      names: ["a.txt", "b.txt", "c.txt"])
  }

  @Test("a document that another client gave the same name, or the same metadata, meanwhile keeps them")
  func moved() async throws {
    let (test, documents) = try await workspace()
    let target = Location(name: try FileName("y.txt"))
    test.index.duringNextMove { _ = try await test.workspace.documents.move(documents[1].id, to: target) }
    try await expectRefused(
      test, [.rename(documents[0], "x.txt"), .rename(documents[1], "y.txt")], names: ["a.txt", "y.txt"])
    let metadata = MetadataChanges(tags: [try Tag("t")])
    let other = try await test.workspace.document(documents[1].id)
    test.index.duringNextMove {
      _ = try await test.workspace.documents.changeMetadata(of: other.id, metadata)
    }
    try await expectRefused(
      test, [.rename(documents[0], "x.txt"), BatchParameters(other.id, .mark(metadata))],
      names: ["a.txt", "y.txt"])
    #expect(try await test.workspace.document(other.id).metadata.tags.count == 1)
  }

  @Test("a document that was brought back and then edited does not go to the Trash again")
  func worked() async throws {
    let (test, documents) = try await workspace()
    test.index.duringNextMove {
      try await test.change(documents[2], to: "new")
      _ = try await test.workspace.documents.trash(documents[1].id)
    }
    try await expectRefused(
      test,
      [
        BatchParameters(documents[2].id, .restore), .rename(documents[0], "x.txt"),
        BatchParameters(documents[1].id, .trash),
      ], .notFound, names: ["a.txt", "c.txt"])
    #expect(try await test.text(of: test.workspace.document(documents[2].id)) == "new")
  }

  /// A batch of which b.txt was moved to y.txt, which could not be taken back.
  private func leaveInterrupted(_ test: TestWorkspace, _ documents: [Document]) async {
    test.index.duringNextMove { test.index.duringNextMove { test.fault.fail(with: .storageFull) } }
    await expectRefusal(.storageFull) {
      _ = try await test.workspace.batches.perform([
        .rename(documents[1], "y.txt"), .rename(documents[0], "x.txt"),
        BatchParameters(documents[0].id, .mark(MetadataChanges(tags: [Tag("t")]))),
      ])
    }
    test.fault.fail(with: nil)
  }

  @Test("a step that could not be taken back is before the next batch, not over its changes")
  func beforeTheNext() async throws {
    let (test, documents) = try await workspace()
    await leaveInterrupted(test, documents)
    #expect(try await test.names() == ["x.txt", "y.txt"])
    #expect(try await test.workspace.journal.runningBatches().count == 1)
    let tagged = BatchParameters(documents[0].id, .mark(MetadataChanges(tags: [try Tag("u")])))
    _ = try await test.workspace.batches.perform([tagged])
    #expect(try await test.names() == ["a.txt", "b.txt"])
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
    await test.workspace.batches.resumeBatches()
    #expect(try await test.workspace.document(documents[0].id).metadata.tags.count == 1)
  }

  @Test("taking back later undoes no more than was done, and changes by other clients since stay")
  func noMore() async throws {
    let (test, documents) = try await workspace()
    // The second move is refused by the disk, and so is taking back the first.
    test.index.duringNextMove { test.index.duringNextMove { test.fault.fail(with: .storageFull) } }
    await expectRefusal(.storageFull) {
      _ = try await test.workspace.batches.perform([
        .rename(documents[1], "y.txt"), .rename(documents[0], "x.txt"),
        BatchParameters(documents[2].id, .restore),
      ])
    }
    test.fault.fail(with: nil)
    // Another client does what the batch never came to.
    _ = try await test.workspace.documents.restore(documents[2].id)
    await test.workspace.batches.resumeBatches()
    #expect(try await test.names() == ["a.txt", "b.txt", "c.txt"])
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
  }

  @Test("a step that was taken back once is not again, when the rest is tried later")
  func once() async throws {
    let (test, documents) = try await workspace()
    let ended = Mutex(false)
    test.index.duringNextMove {
      // The next move is that which the batch cannot do; then the one that takes back the first.
      test.index.duringNextMove { test.index.duringNextMove { test.fault.fail(with: .storageFull) } }
      _ = try await test.workspace.documents.trash(documents[0].id)
      ended.withLock { $0 = true }
    }
    await expectRefusal(.notFound) {
      _ = try await test.workspace.batches.perform([
        .rename(documents[1], "y.txt"), BatchParameters(documents[2].id, .restore),
        .rename(documents[0], "x.txt"),
      ])
    }
    let hasEnded = ended.withLock(\.self)
    #expect(hasEnded)
    test.fault.fail(with: nil)
    _ = try await test.workspace.documents.restore(documents[2].id)
    for _ in 0..<2 { await test.workspace.batches.resumeBatches() }
    #expect(try await test.workspace.document(documents[2].id).trashed == nil)
  }

  @Test("a step that could not be taken back is after a while, without another batch")
  func maintenance() async throws {
    let (test, documents) = try await workspace()
    await leaveInterrupted(test, documents)
    let task = PeriodicTask { _ in withUnsafeCurrentTask { $0?.cancel() } }
    try await BatchMaintenance(test.workspace, task: task).run()
    #expect(try await test.names() == ["a.txt", "b.txt"])
    #expect(try await test.workspace.journal.runningBatches().isEmpty)
  }
}
