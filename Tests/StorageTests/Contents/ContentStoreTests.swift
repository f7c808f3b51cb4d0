import DocumentModel
import Testing

@testable import Storage

@Suite("The content stores keep the promises of their ports")
struct ContentStoreTests {
  @Test("of contents and documents, with plain files", arguments: ContentCheck.all)
  func files(_ check: ContentCheck) async throws {
    let workspace = TemporaryWorkspace()
    try await check.run(FileContentStore(root: workspace.open()))
  }

  @Test("of contents and documents, where folders are packages", arguments: ContentCheck.all)
  func packages(_ check: ContentCheck) async throws {
    let packaged = try await PackagedWorkspace()
    try await check.run(packaged.store)
  }

  @Test("of contents and documents, in memory", arguments: ContentCheck.all)
  func memory(_ check: ContentCheck) async throws {
    try await check.run(InMemoryContentStore())
  }

  @Test("of a directory tree, with plain files", arguments: TreeCheck.all)
  func tree(_ check: TreeCheck) async throws {
    let workspace = TemporaryWorkspace()
    try await check.run(FileContentStore(root: workspace.open()))
  }

  @Test("of a directory tree, where folders are packages", arguments: TreeCheck.all)
  func treeOfPackages(_ check: TreeCheck) async throws {
    let packaged = try await PackagedWorkspace()
    try await check.run(packaged.store)
  }
}
