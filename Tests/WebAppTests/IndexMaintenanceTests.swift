import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Maintenance
import Storage
import Testing
import Workspace

@testable import WebApp

@Suite("Maintenance of the index")
struct IndexMaintenanceTests {
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private struct Health: Decodable {
    struct Index: Decodable {
      let state: String
      let reason: String?
    }
    let status: String
    let index: Index
  }

  /// Lets the maintenance run until it waits for `duration`.
  private func maintenance(_ test: TestSite, until duration: Duration) async throws {
    let copies = IndexCopies(of: test.assembly.index, in: test.assembly.root)
    let task = PeriodicTask(resting: IndexMaintenance.rest) { pause in
      if pause == duration { withUnsafeCurrentTask { $0?.cancel() } }
    }
    try await IndexMaintenance(
      test.assembly.indexHealth, copies, test.assembly.room, log: log, task: task
    ).run()
  }

  private func copies(_ test: TestSite) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Library/Backups")
  }

  @Test("a copy is made when none is there or the last one is old, and at the end when something happened")
  func copies() async throws {
    try await TestSite.run { client, test in
      _ = try await client.upload()
      try await maintenance(test, until: IndexMaintenance.interval)
      let first = try copies(test)
      #expect(first.count == 1 && first[0].hasPrefix("index-of-"))
      // Without a change the copy stays as it is, including its time.
      let path = "\(test.root)/Library/Backups/\(first[0])"
      let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      try await maintenance(test, until: IndexMaintenance.interval)
      #expect(try copies(test) == first)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == time)
      _ = try await client.upload("more", named: "b.txt")
      try await maintenance(test, until: IndexMaintenance.rest)
      let newest = IndexCopies(of: test.assembly.index, in: test.assembly.root)
      #expect(try await newest.keep() == .unchanged)
    }
  }

  /// Lets the maintenance look once whether the index is where it was, and ends it.
  private func glance(_ test: TestSite) async throws {
    let copies = IndexCopies(of: test.assembly.index, in: test.assembly.root)
    let waiting = PeriodicTask(resting: IndexMaintenance.rest) { _ in
      while !Task.isCancelled { await Task.yield() }
    }
    let (looked, look) = AsyncStream<Void>.makeStream()
    let glances = PeriodicTask { pause in
      if pause == IndexMaintenance.glance { look.yield() }
      while !Task.isCancelled { await Task.yield() }
    }
    let maintenance = IndexMaintenance(
      test.assembly.indexHealth, copies, test.assembly.room, log: log, task: waiting, glances: glances)
    let running = Task { try await maintenance.run() }
    for await _ in looked { break }
    #expect(try self.copies(test).count == 1)
    running.cancel()
    try await running.value
  }

  @Test("an index that is removed while it is used is copied at once, and nothing more is taken")
  func lost() async throws {
    try await TestSite.run { client, test in
      _ = try await client.upload()
      try FileManager.default.removeItem(atPath: "\(test.root)/Library/index.sqlite")
      try await glance(test)
      let refused = try await client.upload("more", named: "b.txt")
      #expect(refused.code == "read-only")
      let health = try await client.ask(.get, "/healthz")
      #expect(try JSONDecoder().decode(Health.self, from: Data(health.body)).index.state == "lost")
      #expect(try await client.ask(.get, "/api/v1/documents").status == .ok)
      let ready = try await client.ask(.get, "/readyz")
      #expect(ready.status == .serviceUnavailable && ready.code == "not-ready")
    }
  }

  @Test("while the disk is nearly full no copy is made")
  func low() async throws {
    // More than the size of any disk.
    try await TestSite.run(keepFree: 1 << 60) { _, test in
      try await maintenance(test, until: IndexMaintenance.interval)
      #expect(!FileManager.default.fileExists(atPath: "\(test.root)/Library/Backups"))
    }
  }

  @Test("the health tells of an index that is whole, and of one that is damaged what to do")
  func health() async throws {
    try await TestSite.run { client, test in
      func health() async throws -> Health {
        let answer = try await client.ask(.get, "/healthz")
        #expect(answer.status == .ok)
        return try JSONDecoder().decode(Health.self, from: Data(answer.body))
      }
      await test.assembly.indexHealth.check(log)
      let whole = try await health()
      #expect(whole.index.state == "whole" && whole.index.reason == nil)
      #expect(!FileManager.default.fileExists(atPath: "\(test.root)/Library/index.damaged"))
      await test.assembly.indexHealth.note("page 7 is never used", log)
      #expect(FileManager.default.fileExists(atPath: "\(test.root)/Library/index.damaged"))
      let damaged = try await health()
      #expect(damaged.status == "degraded" && damaged.index.state == "damaged")
      #expect(damaged.index.reason?.contains("verify --repair") == true)
    }
  }
}
