import DocumentModel
import FoundationEssentials
import Glibc
import Maintenance
import Testing

@testable import Storage
@testable import Workspace

@Suite("Old versions are let go of")
struct VersionMaintenanceTests {
  private let clock = TestClock()

  private func workspace() async throws -> TestWorkspace {
    try await TestWorkspace(now: { [clock] in clock.now })
  }

  private func maintenance(_ test: TestWorkspace, count: Int = 2, days: Int = 1) -> VersionMaintenance {
    VersionMaintenance(test.workspace, rule: VersionRetention(count: count, days: days), log: test.log)
  }

  private func kept(_ test: TestWorkspace) throws -> Int {
    let folder = "\(test.path)/Library/Versions"
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) {
      $0 + (try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\($1)").count)
    }
  }

  @Test("old versions go in a job that says how much, and none is listed when nothing went")
  func isAJob() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    for number in 1...4 { try await test.change(document, to: "\(number)") }
    await maintenance(test).passAndReport()
    #expect(test.workspace.jobs.all.isEmpty)
    clock.advance(days: 2)
    await maintenance(test).passAndReport()
    let job = try #require(test.workspace.jobs.all.first)
    #expect(job.kind == .cleanUp && job.state == .finished && job.done == 3)
    #expect(job.detail == "3 versions were let go of")
  }

  @Test("none is old because a clock leapt ahead")
  func leap() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    for number in 1...4 { try await test.change(document, to: "\(number)") }
    let steady = VersionMaintenance(
      test.workspace, rule: VersionRetention(count: 2, days: 1), log: test.log,
      expiry: ExpiryGuard(since: ClockReading(date: clock.now)))
    clock.advance(days: 2)
    #expect(try await steady.pass() == VersionMaintenance.Report())
    #expect(try await maintenance(test).pass().versions == 3)
  }

  @Test("rows and files of old versions go, the newest and the current stay")
  func old() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    for number in 1...4 { try await test.change(document, to: "\(number)") }
    #expect(try await maintenance(test).pass() == VersionMaintenance.Report())
    clock.advance(days: 2)
    let report = try await maintenance(test).pass()
    #expect(report.versions == 3 && report.contents == 3 && report.failures == 0)
    #expect(
      try await test.workspace.versions.versions(of: document.id).versions.map(\.version.number) == [5, 4])
    #expect(try kept(test) == 1)
    #expect(try await test.text(ofVersion: 4, of: document) == "3")
    #expect(try await Set(test.forgotten.all) == test.hashes("0", "1", "2"))
    await expectRefusal(.notFound) { _ = try await test.text(ofVersion: 1, of: document) }
    #expect(try await maintenance(test).pass() == VersionMaintenance.Report())
    #expect(try await test.verify().notes.isEmpty)
    try await test.change(document, to: "next")
    #expect(try await test.workspace.document(document.id).version == 6)
  }

  @Test("a content that another document has, had or threw away stays")
  func shared() async throws {
    let test = try await workspace()
    let document = try await test.add("trash")
    for text in ["current", "earlier", "nobody's", "last"] { try await test.change(document, to: text) }
    _ = try await test.add("current", named: "b.txt")
    try await test.change(try await test.add("earlier", named: "c.txt"), to: "x")
    _ = try await test.workspace.documents.trash(try await test.add("trash", named: "d.txt").id)
    clock.advance(days: 2)
    let report = try await maintenance(test, count: 1).pass()
    // The other document's earlier version is as old.
    #expect(report.versions == 5 && report.contents == 2)
    #expect(try await Set(test.forgotten.all) == test.hashes("nobody's", "earlier"))
    #expect(try await test.verify().isClean)
  }

  @Test("many versions go in many steps")
  func many() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    for number in 1...(VersionMaintenance.step + 50) { try await test.change(document, to: "\(number)") }
    clock.advance(days: 2)
    let report = try await maintenance(test).pass()
    #expect(report.versions == VersionMaintenance.step + 49 && report.contents == report.versions)
    #expect(try kept(test) == 1)
  }

  @Test("a pass that ended between its steps is gone on with, and never too far")
  func interrupted() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    for number in 1...4 { try await test.change(document, to: "\(number)") }
    clock.advance(days: 2)
    let rule = VersionRetention(count: 2, days: 1)
    // Ended after the rows went.
    #expect(try await test.workspace.versionIndex.expireVersions(rule, at: clock.now, limit: 9) == 3)
    #expect(try kept(test) == 4)
    // "1" comes back in the meantime.
    let again = try await test.change(document, to: "1")
    #expect(try await test.verify().isClean)
    // Ended after a file went and before its note did.
    try test.remove(SandboxPath.version(document.sha256))
    let report = try await maintenance(test).pass()
    #expect(report.contents == 3 && report.failures == 0)
    #expect(try await test.text(of: again) == "1")
    try await test.change(document, to: "5")
    #expect(try await test.text(ofVersion: 6, of: document) == "1")
    #expect(try await test.verify().isClean)
  }

  @Test("versions of an index that was lost are left alone")
  func lostIndex() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    try await test.change(document, to: "1")
    let copy = try test.copy()
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(copy)/Library/index.sqlite\(ending)")
    }
    let other = try await TestWorkspace(at: copy, now: { [clock] in clock.now })
    try await other.pass()
    clock.advance(days: 2)
    #expect(try await maintenance(other).pass() == VersionMaintenance.Report())
    #expect(try kept(other) == 1)
  }

  @Test("an index that cannot be written loses nothing")
  func fullDisk() async throws {
    let test = try await workspace()
    let document = try await test.add("0")
    for number in 1...3 { try await test.change(document, to: "\(number)") }
    clock.advance(days: 2)
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { _ = try await maintenance(test).pass() }
    #expect(try kept(test) == 3)
    test.fault.fail(with: nil)
    #expect(try await maintenance(test).pass().contents == 2)
  }

  @Test("the same content is kept once, whoever had it")
  func once() async throws {
    let test = try await workspace()
    let text = String(repeating: "the same again\n", count: 1000)
    let documents = try await [
      test.add(text), test.add(text, named: "b.txt"), test.add(text, named: "c.txt"),
    ]
    for document in documents {
      try await test.change(document, to: "\(document.id)")
      try await test.change(document, to: text)
      try await test.change(document, to: "\(document.id) again")
    }
    let path = "\(test.path)/\(SandboxPath.version(documents[0].sha256))"
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_nlink == 1 && status.st_size == text.utf8.count)
    // One file for six versions, and one for each document's second content.
    #expect(try kept(test) == 4)
    for document in documents {
      for number in [1, 3] {
        #expect(try await test.workspace.versions.version(number, of: document.id).isKept)
      }
    }
    // An edit in place must not reach into what was: no name in Documents is one of the same file.
    let restored = try await test.workspace.versions.restore(
      version: 1, of: documents[0].id, expecting: .anything)
    var own = stat()
    try #require(stat("\(test.path)/Documents/\(restored.location.name)", &own) == 0)
    #expect(own.st_ino != status.st_ino)
  }
}

extension TestWorkspace {
  fileprivate func hashes(_ texts: String...) async throws -> Set<ContentHash> {
    var hashes: Set<ContentHash> = []
    for text in texts { hashes.insert(try await staged(text).sha256) }
    return hashes
  }
}
