import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Contents of documents from before anything was held")
struct HoldingMaintenanceTests {
  private func maintenance(_ test: TestWorkspace) -> VersionMaintenance {
    VersionMaintenance(test.workspace, rule: .standard, log: test.log)
  }

  /// Documents that are not held.
  private func workspace(_ texts: [String]) async throws -> TestWorkspace {
    let test = try await TestWorkspace()
    for (number, text) in texts.enumerated() { _ = try await test.add(text, named: "\(number).txt") }
    try await test.letGoOfHeld()
    return test
  }

  @Test("is held after some time, without its files being read again")
  func held() async throws {
    let test = try await workspace(["one", "two"])
    #expect(try await maintenance(test).holdCurrent() == VersionMaintenance.Holding(held: 2))
    #expect(try await maintenance(test).holdCurrent() == VersionMaintenance.Holding())
    let entries = try await test.workspace.index.entries(at: [
      Location(name: try FileName("0.txt")), Location(name: try FileName("1.txt")),
    ])
    let looks = try await test.workspace.directory.fingerprints(at: entries.map(\.document.location))
    for entry in entries { #expect(looks[entry.document.location] == entry.fingerprint) }
    for entry in entries { try test.remove("Documents/\(entry.document.location.name)") }
    for entry in entries { #expect(try await test.workspace.directory.keepHeld(entry.document.sha256)) }
  }

  @Test("is held a bounded number at a time")
  func bounded() async throws {
    let test = try await workspace((0..<7).map { "text \($0)" } + ["text 0"])
    let maintenance = maintenance(test)
    #expect(try await maintenance.holdCurrent(atMost: 3) == VersionMaintenance.Holding(held: 3, isMore: true))
    #expect(try await maintenance.holdCurrent(atMost: 3) == VersionMaintenance.Holding(held: 3, isMore: true))
    #expect(try await maintenance.holdCurrent(atMost: 3) == VersionMaintenance.Holding(held: 1))
    #expect(await maintenance.holdAndReport() == false)
  }

  @Test("costs each look what it holds: documents that an earlier look held are not looked at again")
  func costs() async throws {
    let test = try await workspace((0..<12).map { "text \($0)" })
    let maintenance = maintenance(test)
    for isMore in [true, true, false] {
      test.index.reset()
      #expect(
        try await maintenance.holdCurrent(atMost: 4) == VersionMaintenance.Holding(held: 4, isMore: isMore))
      #expect(test.index.counts.listed == 4 && test.index.counts.wholeIndex == 0)
    }
  }

  @Test("is looked at a bounded number at a time, also where all is held")
  func boundedLooks() async throws {
    let test = try await workspace((0..<5).map { "text \($0)" })
    #expect(try await maintenance(test).holdCurrent() == VersionMaintenance.Holding(held: 5))
    var next = maintenance(test)
    next.looks = 2
    for isMore in [true, true, false] {
      #expect(try await next.holdCurrent() == VersionMaintenance.Holding(isMore: isMore))
    }
    #expect(!next.round.isUnderWay)
  }

  @Test("is met in this round when it comes meanwhile, and in the next when it is let go of behind the look")
  func meanwhile() async throws {
    let test = try await workspace((0..<4).map { "text \($0)" })
    let maintenance = maintenance(test)
    #expect(try await maintenance.holdCurrent(atMost: 2) == VersionMaintenance.Holding(held: 2, isMore: true))
    _ = try await test.add("new", named: "new.txt")
    try await test.letGoOfHeld()
    // The two that are left, and the new one; not the two that were held first.
    #expect(try await maintenance.holdCurrent() == VersionMaintenance.Holding(held: 3))
    #expect(try await maintenance.holdCurrent() == VersionMaintenance.Holding(held: 2))
    #expect(try await maintenance.holdCurrent() == VersionMaintenance.Holding())
  }

  @Test("is gone on with where the last look ended, also when that document went")
  func survives() async throws {
    let test = try await workspace((0..<6).map { "text \($0)" })
    let maintenance = maintenance(test)
    #expect(try await maintenance.holdCurrent(atMost: 2) == VersionMaintenance.Holding(held: 2, isMore: true))
    let documents = try await test.workspace.documents(DocumentQuery(order: .created)).documents
    _ = try await test.workspace.documents.trash(documents[1].id)
    #expect(try await maintenance.holdCurrent() == VersionMaintenance.Holding(held: 4))
    #expect(!maintenance.round.isUnderWay)
  }

  /// How long the maintenance waits each time, until it has waited `count` times.
  private func pauses(_ test: TestWorkspace, interval: Duration, count: Int) async throws -> [Duration] {
    let pauses = Mutex<[Duration]>([])
    let task = PeriodicTask { pause in
      let isLast = pauses.withLock { all in
        all.append(pause)
        return all.count == count
      }
      if isLast { withUnsafeCurrentTask { $0?.cancel() } }
    }
    var maintenance = VersionMaintenance(
      test.workspace, rule: .standard, interval: interval, log: test.log, task: task)
    maintenance.looks = 2
    try await maintenance.run()
    return pauses.withLock(\.self)
  }

  @Test("is looked for every minute until all was looked at, and old versions go as often as ever")
  func looksAndPasses() async throws {
    let test = try await workspace((0..<5).map { "text \($0)" })
    let minute = VersionMaintenance.pause
    #expect(
      try await pauses(test, interval: minute * 3, count: 4) == [minute, minute, minute, minute])
    let hashes = Set(try await test.workspace.documents(DocumentQuery()).documents.map(\.sha256))
    #expect(try await test.workspace.directory.heldContents(among: hashes) == hashes)
    // The next pass comes when it is due, though not all was looked at.
    #expect(
      try await pauses(test, interval: minute, count: 4) == [minute, .zero, minute, minute])
  }

  @Test("is not held as what it was when the file was written to meanwhile; the rest are")
  func changed() async throws {
    let test = try await workspace(["one", "two"])
    try test.write("one and more", to: "Documents/0.txt")
    #expect(try await maintenance(test).holdCurrent() == VersionMaintenance.Holding(held: 1, failures: 1))
    #expect(try await test.pass().changed == 1)
    // A content that was read is held from then on.
    #expect(try await maintenance(test).holdCurrent() == VersionMaintenance.Holding())
  }

  @Test("is not held where that fails, and the rest are")
  func failing() async throws {
    let test = try await TestWorkspace(directory: { MeddledTree($0, unheld: "2.txt") })
    for number in 1...3 { _ = try await test.add("text \(number)", named: "\(number).txt") }
    try await test.letGoOfHeld()
    #expect(try await maintenance(test).holdCurrent() == VersionMaintenance.Holding(held: 2, failures: 1))
  }
}
