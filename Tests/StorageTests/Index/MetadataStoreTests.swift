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
}
