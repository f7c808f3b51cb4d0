import DocumentModel
import Glibc
import Testing

@testable import Storage

@Suite("Folders on the disk")
struct FolderTreeTests {
  let workspace = TemporaryWorkspace()
  let store: FileContentStore

  init() throws {
    store = FileContentStore(root: try workspace.open())
  }

  private func mkdirs(_ paths: String...) {
    for path in paths { mkdir("\(workspace.path)/Documents/\(path)", 0o755) }
  }

  private func link(_ path: String, to target: String) throws {
    try #require(symlink(target, "\(workspace.path)/Documents/\(path)") == 0)
  }

  private func names(in path: String = "") async throws -> [String] {
    try await store.folders(in: FolderPath(parsing: path), after: nil, limit: 100)
      .map(\.path.description)
  }

  @Test("hidden ones, links to folders and names that no folder can have are neither listed nor counted")
  func passedOver() async throws {
    mkdirs("a", "a/.hidden", "a/ space", ".git", "b")
    try link("link", to: "b")
    try link("a/out", to: "/etc")
    #expect(try await names() == ["a", "b"])
    #expect(try await store.folder(FolderPath(parsing: "a")).hasFolders == false)
    for path in ["link", "a/out", "a/out/ssl"] {
      await expectRefusal(.notFound) { _ = try await store.folder(FolderPath(parsing: path)) }
    }
  }

  @Test("do not move through a link, nor is a link moved for a folder")
  func links() async throws {
    let outside = TemporaryWorkspace()
    mkdirs("a", "b")
    try link("link", to: outside.path)
    for (source, target) in [("a", "link/a"), ("link", "c"), ("link/x", "c")] {
      await expectRefusal(.notFound, "\(source) \(target)") {
        try await store.moveFolder(FolderPath(parsing: source), to: FolderPath(parsing: target))
      }
    }
    await expectRefusal(.nameTaken) {
      try await store.moveFolder(FolderPath(parsing: "a"), to: FolderPath(parsing: "link"))
    }
    #expect(outside.names(in: "").isEmpty)
    #expect(workspace.names(in: "Documents") == ["a", "b", "link"])
  }

  @Test("are removed without following a link, and what a link leads to stays")
  func removed() async throws {
    mkdirs("a", "a/b", "a/c", "kept")
    try link("a/b/link", to: "../../kept")
    let left = try await store.removeEmptyFolders(FolderPath(parsing: "a"))
    #expect(left.count == 1 && left.paths == ["a/b/link"])
    #expect(workspace.names(in: "Documents/a") == ["b"])
    #expect(workspace.exists("Documents/kept"))
  }

  @Test("that hold more than is named are told by their number")
  func manyLeft() async throws {
    mkdirs("a")
    for number in 0..<50 { try workspace.write("x", to: "Documents/a/.\(number)") }
    let left = try await store.removeEmptyFolders(FolderPath(parsing: "a"))
    #expect(left.count == 50 && left.paths.count == LeftFiles.namedCount)
  }

  @Test("that macOS spelt in its way move and go under the name that is shown")
  func spelling() async throws {
    mkdirs("Cafe\u{301}", "Cafe\u{301}/x")
    #expect(try await names() == ["Caf\u{E9}"])
    try await store.moveFolder(FolderPath(parsing: "Caf\u{E9}/x"), to: FolderPath(parsing: "Caf\u{E9}/y"))
    #expect(try await names(in: "Caf\u{E9}") == ["Caf\u{E9}/y"])
    #expect(try await store.removeEmptyFolders(FolderPath(parsing: "Caf\u{E9}")).count == 0)
    #expect(workspace.names(in: "Documents").isEmpty)
  }

  @Test("of one name in two spellings count once")
  func twins() async throws {
    mkdirs("Cafe\u{301}", "Caf\u{E9}")
    #expect(try await names() == ["Caf\u{E9}"])
  }

  @Test("are picked in order, however many there are and in whichever order they come")
  func smallest() throws {
    let names = try (0..<500).map { try FileName("folder \($0)") }
    var page = Smallest(3, after: names[41])
    for name in names.shuffled() + names.shuffled() { page.insert(SortedName(name)) }
    #expect(page.names == Array(names[42...44]) && page.hasMore)
    var none = Smallest(0, after: FileName?.none)
    none.insert(SortedName(names[0]))
    #expect(none.names.isEmpty)
  }
}
