import DocumentModel
import Testing

@testable import Storage

@Suite("The content port")
struct ContentStoreTests {
  @Test("plain files keep its promises", arguments: ContentCheck.all)
  func files(_ check: ContentCheck) async throws {
    let workspace = TemporaryWorkspace()
    try await check.run(FileContentStore(root: workspace.open()))
  }

  @Test("plain files keep its promises where folders are packages", arguments: ContentCheck.all)
  func packages(_ check: ContentCheck) async throws {
    let packaged = try await PackagedWorkspace()
    try await check.run(packaged.store)
  }

  @Test("memory keeps its promises", arguments: ContentCheck.all)
  func memory(_ check: ContentCheck) async throws {
    try await check.run(InMemoryContentStore())
  }
}
