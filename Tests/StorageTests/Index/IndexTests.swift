import DocumentModel
import Testing

@testable import Storage

@Suite("The index over documents")
struct DocumentIndexTests {
  @Test("SQLite keeps its promises", arguments: IndexCheck.documentIndex)
  func sqlite(_ check: IndexCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: IndexCheck.documentIndex)
  func memory(_ check: IndexCheck) async throws {
    try await check.run(InMemoryIndex())
  }
}

@Suite("The index over versions")
struct VersionIndexTests {
  @Test("SQLite keeps its promises", arguments: IndexCheck.versionIndex)
  func sqlite(_ check: IndexCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: IndexCheck.versionIndex)
  func memory(_ check: IndexCheck) async throws {
    try await check.run(InMemoryIndex())
  }
}

@Suite("The index over the Trash")
struct TrashIndexTests {
  @Test("SQLite keeps its promises", arguments: IndexCheck.trashIndex)
  func sqlite(_ check: IndexCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: IndexCheck.trashIndex)
  func memory(_ check: IndexCheck) async throws {
    try await check.run(InMemoryIndex())
  }
}

@Suite("The log of events")
struct EventLogPortTests {
  @Test("SQLite keeps its promises", arguments: IndexCheck.eventLog)
  func sqlite(_ check: IndexCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: IndexCheck.eventLog)
  func memory(_ check: IndexCheck) async throws {
    try await check.run(InMemoryIndex())
  }
}

@Suite("The journal of batches")
struct BatchJournalTests {
  @Test("SQLite keeps its promises", arguments: JournalCheck.all)
  func sqlite(_ check: JournalCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: JournalCheck.all)
  func memory(_ check: JournalCheck) async throws {
    try await check.run(InMemoryIndex())
  }
}

@Suite("A change of an index that fails")
struct IndexFailureTests {
  @Test("SQLite takes back a change that fails at any row or at the end", arguments: IndexFailure.all)
  func sqliteFailures(_ failure: IndexFailure) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    let (store, fault) = (try SQLiteIndex(root: workspace.open()), CountedFault())
    try await fault.watch(store.file)
    // A row and the commit at the least.
    #expect(try await failure.check(store, fault) >= 2)
  }

  @Test("memory takes back a change that fails", arguments: IndexFailure.all)
  func memoryFailures(_ failure: IndexFailure) async throws {
    let fault = CountedFault()
    #expect(try await failure.check(InMemoryIndex(onChange: fault.change), fault) == 1)
  }
}
