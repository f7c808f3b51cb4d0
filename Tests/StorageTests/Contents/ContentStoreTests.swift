import DocumentModel
import Testing

@testable import Storage

@Suite("The content store")
struct ContentStoreTests {
  @Test("plain files keep its promises", arguments: ContentCheck.contentStore)
  func files(_ check: ContentCheck) async throws {
    let workspace = TemporaryWorkspace()
    try await check.run(FileContentStore(root: workspace.open()))
  }

  @Test("memory keeps its promises", arguments: ContentCheck.contentStore)
  func memory(_ check: ContentCheck) async throws {
    try await check.run(InMemoryContentStore())
  }
}

@Suite("The files of documents")
struct DocumentFilesTests {
  @Test("plain files keep its promises", arguments: ContentCheck.documentFiles)
  func files(_ check: ContentCheck) async throws {
    let workspace = TemporaryWorkspace()
    try await check.run(FileContentStore(root: workspace.open()))
  }

  @Test("plain files keep its promises where folders are packages", arguments: ContentCheck.documentFiles)
  func packages(_ check: ContentCheck) async throws {
    let packaged = try await PackagedWorkspace()
    try await check.run(packaged.store)
  }

  @Test("memory keeps its promises", arguments: ContentCheck.documentFiles)
  func memory(_ check: ContentCheck) async throws {
    try await check.run(InMemoryContentStore())
  }
}

@Suite("The directory tree")
struct DirectoryTreeTests {
  @Test("plain files keep its promises", arguments: TreeCheck.all)
  func files(_ check: TreeCheck) async throws {
    let workspace = TemporaryWorkspace()
    try await check.run(FileContentStore(root: workspace.open()))
  }

  @Test("plain files keep its promises where folders are packages", arguments: TreeCheck.all)
  func packages(_ check: TreeCheck) async throws {
    let packaged = try await PackagedWorkspace()
    try await check.run(packaged.store)
  }
}
