import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A workspace in which something lies where it must not")
struct BrokenRootTests {
  let workspace = TemporaryWorkspace(inMemory: true)

  /// Makes the workspace as a server does, lets go of it, and puts something else at `path`.
  private func put(_ intruder: Intruder, at path: String) async throws {
    try await start { index, accounts in
      try await index.add(Sample("a.txt"))
      _ = try await accounts.establishOwner(at: .at(5))
      try await index.takeInLog()
    }
    try? FileManager.default.removeItem(atPath: "\(workspace.path)/\(path)")
    try intruder.put(at: "\(workspace.path)/\(path)")
  }

  private func clear() throws {
    for name in workspace.names(in: "") {
      try FileManager.default.removeItem(atPath: "\(workspace.path)/\(name)")
    }
  }

  @discardableResult
  private func start(
    _ purpose: SandboxRoot.Purpose = .serving,
    _ body: (SQLiteIndex, SQLiteAccountStore) async throws -> Void = { _, _ in }
  ) async throws -> [String: String] {
    let root = try workspace.open(for: purpose)
    defer { root.release() }
    let index = try SQLiteIndex(root: root)
    defer { index.close() }
    let accounts = try SQLiteAccountStore(root: root)
    defer { accounts.close() }
    try await body(index, accounts)
    return root.putAside
  }

  private static let folders = [
    "Documents", "Library", "Caches", "tmp", "Library/Versions", "Library/Trash", "Library/Held",
    "Library/Backups", "Library/Damaged", "Library/Drafts",
  ]
  private static let files = [
    "Library/lock", "Library/index.sqlite", "Library/accounts.sqlite", "Library/revocations",
    "Library/index.damaged",
  ]

  @Test("is refused at the start in a sentence that names the place", arguments: folders + files)
  func refused(_ path: String) async throws {
    let isFolder = Self.folders.contains(path)
    for intruder in Intruder.allCases where intruder != (isFolder ? .directory : .file) {
      try await put(intruder, at: path)
      let refusal = await #expect(throws: DocumentError.self, "\(intruder)") { try await start() }
      let wanted = isFolder ? "a real directory" : "a regular file"
      #expect(refusal?.detail == "the workspace's \(path) must be \(wanted)")
      try clear()
    }
  }

  @Test(
    "beside a database has it put aside, and its documents and accounts are there",
    arguments: ["Library/index.sqlite", "Library/accounts.sqlite"], ["-wal", "-shm", "-journal"])
  func besideDatabase(_ database: String, _ ending: String) async throws {
    for intruder in Intruder.allCases where intruder != .file {
      try await put(intruder, at: database + ending)
      let sharing = await #expect(throws: DocumentError.self) { try await start(.sharing) }
      #expect(
        sharing?.detail.hasPrefix("the workspace's \(database + ending) must be a regular file") == true)
      let aside = try await start { index, accounts in
        #expect(try await index.documentCount() == 1 && !index.isNew)
        try await index.add(Sample("b.txt"))
        // Writes in a log that is gone are lost; those from now on are kept.
        _ = try await accounts.establishOwner(at: .at(6))
        #expect(try await accounts.ownerEstablished() != nil)
      }
      let place = try #require(aside[database + ending])
      #expect(aside.count == 1 && place.hasPrefix("Library/Damaged/"))
      var facts = stat()
      #expect(lstat("\(workspace.path)/\(place)", &facts) == 0)
      let reason = workspace.text(
        of: place.split(separator: "/").dropLast(2).joined(separator: "/") + "/reason.txt")
      #expect(reason?.hasPrefix("\(database + ending)\n") == true)
      if intruder == .directory { #expect(workspace.exists("\(place)/inner")) }
      try clear()
    }
  }

  @Test("where a copy of the index is made has it put aside")
  func unfinishedCopy() async throws {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try await put(.directory, at: "Library/Backups\(ending.isEmpty ? "" : "/x")")
      try Intruder.directory.put(at: "\(workspace.path)/Library/Backups/copying.sqlite\(ending)")
      let root = try workspace.open()
      #expect(root.putAside.keys.sorted() == ["Library/Backups/copying.sqlite\(ending)"])
      root.release()
      try clear()
    }
  }

  @Test("that is no database is refused by the name of its file, and in SQLite's words")
  func noDatabase() async throws {
    try await start()
    for ending in ["-wal", "-shm"] { unlink("\(workspace.path)/Library/accounts.sqlite\(ending)") }
    try workspace.write(String(repeating: "no database ", count: 1000), to: "Library/accounts.sqlite")
    let refusal = await #expect(throws: DocumentError.self) { try await start() }
    #expect(
      refusal?.detail
        == "the list of accounts (Library/accounts.sqlite) is damaged: file is not a database")
  }

  @Test("that is itself a file is no directory")
  func file() throws {
    try workspace.write("x", to: "file")
    for path in ["file", "file/below"] {
      let refusal = #expect(throws: DocumentError.self) {
        try SandboxRoot(opening: "\(workspace.path)/\(path)")
      }
      #expect(refusal?.detail == "the workspace must be a directory, and so must all above it")
    }
  }
}
