import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

/// The limits are so small that a few dozen files are more than are held.
@Suite("A pass over more files than are held at once")
struct CrowdTests {
  private static let tiny = Reconciler.Limits(strangers: 4, missing: 4, unread: 4, step: 3)

  private func reconciler(
    _ test: TestWorkspace, patience: Duration = .zero,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) -> Reconciler {
    Reconciler(test.workspace, patience: patience, limits: Self.tiny, log: test.log, now: now)
  }

  /// Where each document lies.
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
    #expect(try await Reconciler(test.workspace, log: test.log).pass() == Reconciler.Report(files: 100))
    #expect(test.index.counts.mostPlaces <= Reconciler.Limits().step)
  }

  @Test("makes a document of each new file, once")
  func adopts() async throws {
    let test = try await TestWorkspace()
    #expect(try await fill(test, 40).count == 40)
    #expect(try await reconciler(test).pass() == Reconciler.Report(files: 40))
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

  @Test("knows documents by their content where a tree was copied and removed")
  func copiedTree() async throws {
    let test = try await TestWorkspace()
    let before = try await fill(test, 30)
    try FileManager.default.copyItem(
      atPath: "\(test.path)/Documents/Tree", toPath: "\(test.path)/Documents/Copy")
    try test.remove("Documents/Tree")
    let report = try await reconciler(test).pass()
    #expect(report.moved == 30 && report.added == 0 && report.gone == 0)
    let after = try await places(test)
    for (id, path) in before { #expect(after[id] == path.replacing("Tree/", with: "Copy/")) }
  }

  @Test("follows files that were each renamed over the next")
  func shifted() async throws {
    let test = try await TestWorkspace()
    for number in 0..<20 { _ = try await test.add("content \(number)", named: "\(number).txt") }
    let before = try await places(test)
    for number in (0..<20).reversed() {
      try test.rename("Documents/\(number).txt", to: "Documents/\(number + 1).txt")
    }
    #expect(try await reconciler(test).pass().moved == 20)
    let after = try await places(test)
    for (id, path) in before {
      let number = try #require(Int(path.dropLast(4)))
      #expect(after[id] == "\(number + 1).txt")
    }
  }

  @Test("lets documents follow files that changed places")
  func exchanged() async throws {
    let test = try await TestWorkspace()
    for number in 0..<12 { _ = try await test.add("content \(number)", named: "\(number).txt") }
    for number in stride(from: 0, to: 12, by: 2) {
      try test.rename("Documents/\(number).txt", to: "kept")
      try test.rename("Documents/\(number + 1).txt", to: "Documents/\(number).txt")
      try test.rename("kept", to: "Documents/\(number + 1).txt")
    }
    let report = try await reconciler(test).pass()
    #expect(report.moved == 12 && report.changed == 0)
    for document in try await test.workspace.documents(DocumentQuery()).documents {
      let number = try #require(Int(document.location.name.stem))
      #expect(document.version == 1)
      #expect(try await test.text(of: document) == "content \(number ^ 1)")
    }
    #expect(try await reconciler(test).pass().hasNews == false)
  }

  @Test("holds all that are missing, and lets them go a part at a time when they stay away")
  func missing() async throws {
    let test = try await TestWorkspace()
    let before = try await fill(test, 40)
    try test.rename("Documents/Tree", to: "Away")
    let time = Mutex(ContinuousClock.now)
    let reconciler = Reconciler(
      test.workspace, patience: .seconds(60),
      limits: Reconciler.Limits(strangers: 25, missing: 25, unread: 4, step: 3), log: test.log,
      now: { time.withLock(\.self) })
    #expect(try await reconciler.pass() == Reconciler.Report(held: 40))
    let anyone = try #require(before.first)
    #expect(!test.workspace.tree.missing.mayGo(anyone.key))
    time.withLock { $0 += .seconds(60) }
    var gone = 0
    for _ in 0..<6 {
      gone += try await reconciler.pass().gone
      time.withLock { $0 += .seconds(60) }
    }
    #expect(gone == 40)
    try test.rename("Away", to: "Documents/Tree")
    #expect(try await self.reconciler(test).pass().returned == 40)
    #expect(try await places(test) == before)
  }

  @Test("takes no document away from more unread folders than it remembers")
  func unread() async throws {
    let test = try await TestWorkspace(directory: { MeddledTree($0, unread: "Tree") })
    for number in 0..<8 { _ = try await test.add("\(number)", in: "Tree/\(number)") }
    try test.remove("Documents/Tree")
    let limits = Reconciler.Limits(strangers: 4, missing: 4, unread: 0, step: 3)
    try test.write("x", to: "Documents/Tree/x.txt")
    let reconciler = Reconciler(test.workspace, patience: .zero, limits: limits, log: test.log)
    #expect(try await reconciler.pass() == Reconciler.Report(unread: 1))
    #expect(try await places(test).count == 8)
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
