import DocumentModel
import Testing

@testable import Storage

@Suite("The indexes keep the promises of their ports")
struct IndexTests {
  @Test("over SQLite", arguments: IndexCheck.all)
  func sqlite(_ check: IndexCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("in memory", arguments: IndexCheck.all)
  func memory(_ check: IndexCheck) async throws {
    try await check.run(InMemoryIndex())
  }

  @Test("as journals of batches, over SQLite", arguments: JournalCheck.all)
  func sqliteJournal(_ check: JournalCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("as stores of arrivals, over SQLite", arguments: ArrivalCheck.all)
  func sqliteArrivals(_ check: ArrivalCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteIndex(root: workspace.open()))
  }

  @Test("as stores of arrivals, in memory", arguments: ArrivalCheck.all)
  func memoryArrivals(_ check: ArrivalCheck) async throws {
    try await check.run(InMemoryIndex())
  }

  @Test("as journals of batches, in memory", arguments: JournalCheck.all)
  func memoryJournal(_ check: JournalCheck) async throws {
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
