import DocumentModel
import FoundationEssentials
import GRDB
import Testing

@testable import Storage

@Suite("The log of events in the index")
struct EventLogTests {
  let workspace = TemporaryWorkspace()

  private func index() throws -> SQLiteIndex {
    try SQLiteIndex(root: workspace.open(for: .sharing))
  }

  @Test(
    "a row that cannot be read is an entry that says so, and keeps no reader from the other rows",
    arguments: [
      "document = '{'", "document = '{}'", "document = x'ff00ff'", "document = ''", "document = 5",
      "kind = 'document.vanished'", "kind = x'ff'", "date = 'yesterday'", "date = x'00'",
    ])
  func poison(_ change: String) async throws {
    let index = try index()
    try await index.add(["a.txt", "b.txt", "c.txt"])
    try await index.file.write { try $0.execute(sql: "UPDATE event SET \(change) WHERE sequence = 2") }
    let page = try await index.eventPage(after: 0, limit: 10)
    #expect(page.start == 0 && page.entries.map(\.sequence) == [1, 2, 3])
    #expect(page.entries[1] == .unreadable(2))
    #expect(page.events.map(\.document.location.relativePath) == ["a.txt", "c.txt"])
    #expect(!page.isWhole(after: 0) && !page.isWhole(after: 1))
    #expect(try await index.eventPage(after: 2, limit: 10).isWhole(after: 2))
    #expect(try await index.eventLogState().last == 3)
  }

  @Test("a page says what is no longer kept, also when nothing is")
  func forgotten() async throws {
    let index = try index()
    try await index.add(["a.txt", "b.txt", "c.txt"])
    try await index.file.write { try $0.execute(sql: "DELETE FROM event WHERE sequence < 3") }
    for (asked, start) in [(0, 2), (1, 2), (2, 2), (3, 3)] as [(Int64, Int64)] {
      let page = try await index.eventPage(after: asked, limit: 10)
      #expect(page.start == start && page.isWhole(after: asked) == (asked == start))
      #expect(page.entries.count == (asked < 3 ? 1 : 0))
    }
    try await index.file.write { try $0.execute(sql: "DELETE FROM event") }
    #expect(try await index.eventPage(after: 1, limit: 10) == EventPage(start: 3, entries: []))
    #expect(try await index.eventLogState().last == 3)
  }

  @Test("the epoch is the index's: kept over a restart, another one in an index that was made anew")
  func epoch() async throws {
    let first = try index()
    try await first.add(Sample("a.txt"))
    let log = try await first.eventLogState()
    first.close()
    let again = try index()
    #expect(try await again.eventLogState() == log)
    again.close()
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(workspace.path)/Library/index.sqlite\(ending)")
    }
    let anew = try await index().eventLogState()
    #expect(anew.epoch != log.epoch && anew.last == 0 && anew.unmarked == 0)
    #expect(anew.obstacle(to: EventID(epoch: log.epoch, sequence: 0)) == .unknownEpoch)
  }

  @Test("another epoch knows no id from before, with an epoch or without")
  func another() async throws {
    let index = try index()
    try await index.add(["a.txt", "b.txt"])
    let before = try await index.eventLogState()
    try await index.beginEpoch()
    let after = try await index.eventLogState()
    #expect(after.epoch != before.epoch && after.last == 2 && after.unmarked == 0)
    #expect(after.obstacle(to: EventID(epoch: nil, sequence: 1)) == .unknownEpoch)
  }

  @Test(
    "an index that lost its epoch is refused, and not taken for another",
    arguments: [
      "DELETE FROM eventEpoch", "UPDATE eventEpoch SET epoch = 'a b'", "UPDATE eventEpoch SET epoch = x'ff'",
    ])
  func lost(_ statement: String) async throws {
    let index = try index()
    try await index.file.write { try $0.execute(sql: statement) }
    await expectRefusal(.storageFailed) { _ = try await index.eventLogState() }
    try await index.beginEpoch()
    #expect(try await index.eventLogState().last == 0)
  }
}
