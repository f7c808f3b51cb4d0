import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A pass over many files")
struct ManyFilesTests {
  private func reconciler(_ test: TestWorkspace) -> Reconciler {
    Reconciler(test.workspace.tree, patience: .zero, limits: Reconciler.Limits(step: 3), log: test.log)
  }

  private func places(_ test: TestWorkspace) async throws -> [DocumentID: String] {
    let all = try await test.workspace.documents(DocumentQuery(limit: 1000)).documents
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.location.relativePath) })
  }

  private func fill(_ test: TestWorkspace, _ count: Int) async throws -> [DocumentID: String] {
    for number in 0..<count {
      try test.write("content \(number)", to: "Documents/Tree/\(number % 5)/\(number).txt")
    }
    #expect(try await reconciler(test).pass().added == count)
    return try await places(test)
  }

  @Test("looks up a few places at a time, and never asks for all entries where all is in order")
  func counted() async throws {
    let test = try await TestWorkspace()
    _ = try await fill(test, 100)
    test.index.reset()
    #expect(try await reconciler(test).pass() == Reconciler.Report(files: 100))
    #expect(test.index.counts.wholeIndex == 0)
    #expect(test.index.counts.places == 100)
    #expect(test.index.counts.mostPlaces == 3)
    test.index.reset()
    #expect(try await Reconciler(test.workspace.tree, log: test.log).pass() == Reconciler.Report(files: 100))
    #expect(test.index.counts.mostPlaces <= Reconciler.Limits().step)
  }

  @Test("follows every file of a renamed tree, also where it has copies that are met first")
  func renamedTree() async throws {
    let test = try await TestWorkspace()
    let before = try await fill(test, 40)
    try test.rename("Documents/Tree", to: "Documents/Wood")
    for number in 0..<40 { try test.write("content \(number)", to: "Documents/Copies/\(number).txt") }
    let report = try await reconciler(test).pass()
    #expect(report.moved == 40 && report.added == 40 && report.gone == 0)
    let after = try await places(test)
    for (id, path) in before {
      #expect(after[id] == path.replacing("Tree/", with: "Wood/"))
    }
    #expect(try await reconciler(test).pass() == Reconciler.Report(files: 80))
  }

  @Test("holds all that are missing, and lets them go when they stay away")
  func missing() async throws {
    let test = try await TestWorkspace()
    let before = try await fill(test, 40)
    try test.rename("Documents/Tree", to: "Away")
    let time = Mutex(ContinuousClock.now)
    let reconciler = Reconciler(
      test.workspace.tree, patience: .seconds(60), log: test.log, now: { time.withLock(\.self) })
    #expect(try await reconciler.pass() == Reconciler.Report(held: 40))
    let first = try #require(before.first)
    #expect(!test.workspace.tree.missing.mayGo(first.key))
    time.withLock { $0 += .seconds(60) }
    #expect(try await reconciler.pass().gone == 40)
    try test.rename("Away", to: "Documents/Tree")
    #expect(try await self.reconciler(test).pass().returned == 40)
    #expect(try await places(test) == before)
  }

  @Test("ends when its job is cancelled, with what it has done so far in order")
  func cancelled() async throws {
    let test = try await TestWorkspace()
    for number in 0..<30 { try test.write("content \(number)", to: "Documents/\(number).txt") }
    let reconciler = reconciler(test)
    let task = Task { try await reconciler.pass() }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try await self.reconciler(test).pass().hasNews)
    #expect(try await places(test).count == 30)
  }
}
