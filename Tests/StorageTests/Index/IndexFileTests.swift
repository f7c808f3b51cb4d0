import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import Testing

@testable import Storage

@Suite("The index on disk")
struct IndexFileTests {
  let workspace = TemporaryWorkspace(inMemory: true)

  @Test("it writes ahead, waits for the disk and checks foreign keys")
  func pragmas() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    let written = try await index.file.write { database in
      try ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(written == ["wal", "2", "1", "5000"])
  }

  @Test("written rows are there at the next start")
  func reopening() async throws {
    let sample = try Sample("F/a.txt")
    do {
      let index = try SQLiteIndex(root: workspace.open())
      #expect(index.isNew)
      try await index.add(sample)
      index.close()
    }
    let index = try SQLiteIndex(root: workspace.open(for: .sharing))
    #expect(!index.isNew)
    #expect(try await index.document(sample.document.id) == sample.document)
    #expect(try await index.lastEvent() == 1)
  }

  @Test("an index of an earlier form is brought to the newest, and its versions can be read")
  func earlierForm() async throws {
    let path = "\(workspace.path)/earlier.sqlite"
    let queue = try DatabaseQueue(path: path)
    try IndexSchema.migrator.migrate(queue, upTo: "documents by file")
    let sample = try Sample("a.txt")
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO document VALUES
            (7, ?, '', 'a.txt', 'a', 'a', ?, 3, ?, 1, 0, 0, NULL, 'f');
          INSERT INTO version VALUES (7, 1, ?, 3, ?, 0, 'disk');
          """,
        arguments: [
          sample.document.id.description, sample.document.type.description,
          sample.document.sha256.description,
          sample.document.sha256.description, sample.document.type.description,
        ])
    }
    try queue.close()
    let file = try SQLiteFile(opening: path, subject: "the index", migrator: IndexSchema.migrator)
    let index = SQLiteIndex(file)
    let version = try #require(try await index.versions(of: sample.document.id).first)
    #expect(version.origin == .disk && version.author == nil && version.restoredFrom == nil)
    index.close()
  }

  @Test("documents of an earlier form are listed by their tags, too")
  func earlierTags() async throws {
    let path = "\(workspace.path)/earlier.sqlite"
    let queue = try DatabaseQueue(path: path)
    try IndexSchema.migrator.migrate(queue, upTo: "contents that were kept from edits on the disk")
    try await queue.write { database in
      for (key, tags) in [(1, ["b"]), (2, []), (3, ["b", "a"])] {
        let sample = try Sample("\(key).txt", content: "\(key)")
        let named = tags.map { "\"\($0)\"" }.joined(separator: ",")
        try database.execute(
          sql: "INSERT INTO document VALUES (?, ?, '', ?, ?, '', ?, 3, ?, 1, 0, 0, NULL, 'f', ?, 0)",
          arguments: [
            key, sample.document.id.description, "\(key).txt", "\(key)", sample.document.type.description,
            sample.document.sha256.description, tags.isEmpty ? nil : "{\"tags\":[\(named)]}",
          ])
        for tag in tags {
          try database.execute(sql: "INSERT INTO documentTag VALUES (?, ?, ?)", arguments: [tag, key, tag])
        }
      }
    }
    try queue.close()
    let index = SQLiteIndex(
      try SQLiteFile(opening: path, subject: "the index", migrator: IndexSchema.migrator))
    let list = try await index.documents(DocumentQuery(order: .tags))
    #expect(list.documents.map(\.location.name.stem) == ["3", "1", "2"])
    index.close()
  }

  @Test("a lost index is made anew, and says so")
  func lost() async throws {
    let root = try workspace.open()
    try SQLiteIndex(root: root).close()
    for name in workspace.names(in: "Library") where name.hasPrefix("index.sqlite") {
      unlink("\(workspace.path)/Library/\(name)")
    }
    #expect(try SQLiteIndex(root: root).isNew)
  }

  /// Brings the log into the database, as a clean end does.
  private func settle(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
  }

  @Test("an index that cannot change is read without a file beside it, whatever its path")
  func immutable() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    try await index.add(Sample("a.txt"))
    index.close()
    try settle("\(workspace.path)/Library/index.sqlite")
    let odd = "\(workspace.path)/a b%41?c#d.é"
    try FileManager.default.copyItem(atPath: "\(workspace.path)/Library/index.sqlite", toPath: odd)
    let file = try SQLiteFile(inspecting: SQLiteFile.immutable(odd), subject: "the index")
    let copy = SQLiteIndex(file)
    #expect(try await copy.documentCount() == 1)
    #expect(workspace.names(in: "").filter { $0.hasPrefix("a b") } == ["a b%41?c#d.é"])
    await expectRefusal(.readOnly) { try await copy.add(Sample("b.txt")) }
    copy.close()
  }

  @Test("a link in the index's place is refused")
  func link() async throws {
    let root = try workspace.open()
    try #require(symlink("/tmp/elsewhere.sqlite", "\(workspace.path)/Library/index.sqlite") == 0)
    await expectRefusal(.storageFailed) { _ = try SQLiteIndex(root: root) }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/elsewhere.sqlite"))
  }

  @Test("an index that is closed refuses, and does not crash")
  func closed() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    index.close()
    await expectRefusal(.storageFailed) { _ = try await index.documentCount() }
    await expectRefusal(.storageFailed) { try await index.add(Sample()) }
  }

  @Test("a change that has begun is finished when its task is cancelled")
  func cancelled() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await index.add(Sample("a.txt"))
    }
    task.cancel()
    _ = try await task.value
    #expect(try await index.documentCount() == 1)
  }

  @Test("old events are let go of, new ones keep their numbers")
  func retention() async throws {
    let root = try workspace.open()
    let index = SQLiteIndex(try SQLiteIndex(root: root).file, retention: 150)
    try await index.add((0..<400).map { "\($0).txt" })
    let events = try await index.events(after: 0, limit: 1_000)
    #expect(events.first?.sequence == 251 && events.last?.sequence == 400)
    try await index.file.write { try $0.execute(sql: "DELETE FROM event") }
    #expect(try await index.lastEvent() == 400)
    #expect(try await index.add(["next"]).count == 1)
    #expect(try await index.events(after: 0, limit: 9).map(\.sequence) == [401])
  }

  @Test("entries that cannot be read are refused, and the rest are not harmed")
  func unreadable() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    let documents = try await index.add(["a.txt", "b.txt"])
    try await index.file.write {
      try $0.execute(sql: "UPDATE document SET sha256 = 'x' WHERE name = 'a.txt'")
    }
    await expectRefusal(.storageFailed) { _ = try await index.document(documents[0].id) }
    #expect(try await index.document(documents[1].id) == documents[1])
  }

  @Test("the promises of the schema hold: unique places, versions of documents only")
  func constraints() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    try await index.add(["a.txt", "b.txt"])
    for statement in [
      "UPDATE document SET name = 'a.txt'", "UPDATE document SET id = '1'",
      "UPDATE version SET document = 99",
    ] {
      await expectRefusal(.storageFailed, "\(statement)") {
        try await index.file.write { try $0.execute(sql: statement) }
      }
    }
  }
}
