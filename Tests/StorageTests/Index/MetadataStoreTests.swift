import DocumentModel
import Testing

@testable import Storage

@Suite("The metadata port")
struct MetadataStoreTests {
  @Test("SQLite keeps its promises", arguments: MetadataCheck.all)
  func sqlite(_ check: MetadataCheck) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    try await check.run(SQLiteMetadataStore(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: MetadataCheck.all)
  func memory(_ check: MetadataCheck) async throws {
    try await check.run(InMemoryMetadataStore())
  }

  @Test("SQLite takes back a change that fails at any row or at the end", arguments: MetadataFailure.all)
  func sqliteFailures(_ failure: MetadataFailure) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    let (store, fault) = (try SQLiteMetadataStore(root: workspace.open()), CountedFault())
    try await fault.watch(store.file)
    // A row and the commit at the least.
    #expect(try await failure.check(store, fault) >= 2)
  }

  @Test("memory takes back a change that fails", arguments: MetadataFailure.all)
  func memoryFailures(_ failure: MetadataFailure) async throws {
    let fault = CountedFault()
    #expect(try await failure.check(InMemoryMetadataStore(onChange: fault.change), fault) == 1)
  }
}
