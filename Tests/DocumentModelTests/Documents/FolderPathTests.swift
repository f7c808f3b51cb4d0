import DocumentModel
import Foundation
import Testing

@Suite struct `A folder path` {
  @Test(arguments: ["", "Papers", "Papers/2026/May", "a b/c.d"])
  func `is written as it is read`(text: String) throws {
    #expect(try FolderPath(parsing: text).description == text)
  }

  @Test(arguments: [
    "/a", "a/", "a//b", "/", "..", "a/../b", "a/./b", "./a", "a/.hidden", "a\\b", "a/ b", "a/\u{0}",
  ])
  func `that leaves the tree or holds an illegal name is refused`(text: String) {
    #expect(throws: DocumentError.self) { try FolderPath(parsing: text) }
  }

  @Test func `is parted at every slash, also before a combining mark`() throws {
    let folder = try FolderPath(parsing: "a/\u{301}b")
    #expect(folder.names.count == 2)
    #expect(try FolderPath(parsing: folder.description) == folder)
  }

  @Test func `has at most 64 levels and 3,500 bytes`() throws {
    let deep = Array(repeating: "a", count: 64).joined(separator: "/")
    #expect(try FolderPath(parsing: deep).names.count == 64)
    #expect(
      refusal { _ = try FolderPath(parsing: deep + "/a") }
        == "the folder is nested too deeply or its path is too long")
    let long = Array(repeating: String(repeating: "a", count: 250), count: 14).joined(separator: "/")
    #expect(
      refusal { _ = try FolderPath(parsing: long) }
        == "the folder is nested too deeply or its path is too long")
  }

  @Test func `has a parent until the top`() throws {
    let folder = try FolderPath(parsing: "a/b")
    #expect(folder.parent?.description == "a")
    #expect(folder.parent?.parent == .top)
    #expect(FolderPath.top.parent == nil)
    #expect(FolderPath.top.isTop)
    #expect(!folder.isTop)
    #expect(try folder.appending(FileName("c")).description == "a/b/c")
  }

  @Test func `is normalised name by name`() throws {
    #expect(try FolderPath(parsing: "cafe\u{301}/x") == FolderPath(parsing: "caf\u{E9}/x"))
  }

  @Test func `can be written and read, and is checked when read`() throws {
    let folder = try FolderPath(parsing: "a/b")
    #expect(try JSONDecoder().decode(FolderPath.self, from: JSONEncoder().encode(folder)) == folder)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FolderPath.self, from: Data(#""a/../b""#.utf8))
    }
  }

  @Test func `and a name make a location`() throws {
    let name = try FileName("x.pdf")
    #expect(Location(name: name).relativePath == "x.pdf")
    #expect(try Location(folder: FolderPath(parsing: "a/b"), name: name).relativePath == "a/b/x.pdf")
  }
}
