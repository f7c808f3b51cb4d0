import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("SB-11 All that lies in a workspace's directory")
struct SandboxContainerTests {
  private let workspace = TemporaryWorkspace()

  private func makeFolder(_ path: String) throws {
    try #require(mkdir("\(workspace.path)/\(path)", 0o755) == 0)
  }

  /// All entries, so many at a time.
  private func all(_ limit: Int = 1000, of root: SandboxRoot) async throws -> [ContainerEntry] {
    let container = SandboxContainer(root)
    var page = try await container.list(after: nil, limit: limit)
    var entries = page.entries
    while let next = page.next {
      #expect(page.entries.count == limit)
      // As a client does it, which has only the cursor.
      let last = try #require(ContainerPath(cursor: next.cursor))
      page = try await container.list(after: last, limit: limit)
      #expect(!page.entries.isEmpty)
      entries += page.entries
    }
    return entries
  }

  private func makeTree() throws -> SandboxRoot {
    let root = try workspace.open()
    for folder in ["Documents/Inbox", "Documents/a", "Documents/a/b", "Documents/Empty"] {
      try makeFolder(folder)
    }
    for (path, text) in [
      ("Documents/a/b/c.txt", "c"), ("Documents/a.txt", "hello"), ("Documents/a/.hidden", ""),
      ("Documents/Inbox/handed over.txt", "1"), ("tmp/stage-1", "x"), ("Documents/Zo\u{EB}.txt", "z"),
    ] {
      try workspace.write(text, to: path)
    }
    try #require(symlink("/etc/passwd", "\(workspace.path)/Documents/link") == 0)
    try #require(symlink("a", "\(workspace.path)/Documents/link to a") == 0)
    try #require(mkfifo("\(workspace.path)/Documents/pipe", 0o600) == 0)
    return root
  }

  @Test("each folder comes before what is in it, by bytes, hidden files and the server's own among them")
  func order() async throws {
    let root = try makeTree()
    let entries = try await all(of: root)
    #expect(
      entries.map(\.path.shown) == [
        "Caches", "Documents", "Documents/Empty", "Documents/Inbox", "Documents/Inbox/handed over.txt",
        "Documents/Zo\u{EB}.txt", "Documents/a", "Documents/a/.hidden", "Documents/a/b",
        "Documents/a/b/c.txt", "Documents/a.txt", "Documents/link", "Documents/link to a", "Documents/pipe",
        "Library", "Library/Trash", "Library/Versions", "Library/lock", "tmp", "tmp/stage-1",
      ])
    let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.path.shown, $0.kind) })
    #expect(kinds["Documents/link"] == .link && kinds["Documents/link to a"] == .link)
    #expect(kinds["Documents/pipe"] == .other && kinds["Documents/a"] == .folder)
    #expect(kinds["Library/lock"] == .file)
    let file = try #require(entries.first { $0.path.shown == "Documents/a.txt" })
    #expect(file.size == 5)
    #expect(entries.filter { $0.kind != .file }.allSatisfy { $0.size == 0 })
  }

  @Test("pages of any length are the same list, and nothing is told twice", arguments: [1, 2, 3, 7, 19, 20])
  func pages(limit: Int) async throws {
    let root = try makeTree()
    let whole = try await all(of: root)
    #expect(try await all(limit, of: root) == whole)
    #expect(whole.count == 20)
  }

  @Test("names that are no text are told in both ways, and do not stop what comes after them")
  func hostileNames() async throws {
    let root = try workspace.open()
    let names: [[UInt8]] = [
      [0xFF, 0xFE], [0xC3, 0x28], [UInt8](repeating: 0x80, count: 255), Array("line\nbreak".utf8),
      Array("a\\b\u{202E}\"".utf8), Array("C:".utf8), Array(" ".utf8), Array("...".utf8),
    ]
    let documents = try root.directory(of: .documents)
    for name in names {
      let path = Array("\(workspace.path)/Documents/".utf8) + name + [0]
      try #require(mkdir(path.map { CChar(bitPattern: $0) }, 0o755) == 0)
      let inner = try documents.directory(bytes: name)
      _ = try inner.open("inner", flags: O_WRONLY | O_CREAT | O_EXCL)
    }
    for limit in [1, 1000] {
      let found = Set(try await all(limit, of: root).map(\.path.bytes))
      for name in names {
        let path = Array("Documents/".utf8) + name
        #expect(found.contains(path) && found.contains(path + Array("/inner".utf8)), "\(name)")
      }
    }
    let wanted = Array("Documents/".utf8) + [0xFF, 0xFE]
    let entries = try await all(of: root)
    let entry = try #require(entries.first { $0.path.bytes == wanted })
    #expect(entry.path.text == nil)
    #expect(entry.path.shown == "Documents/\u{FFFD}\u{FFFD}")
  }

  @Test("folders fifty deep are told, and those too deep for a path are said to be unreadable")
  func deep() async throws {
    let root = try workspace.open()
    let name = String(repeating: "d", count: 250)
    var folder = try root.directory(of: .documents)
    var depth = 0
    while depth < 60 {
      _ = try folder.makeDirectory(depth < 50 ? "d" : name)
      folder = try folder.directory(depth < 50 ? "d" : name)
      depth += 1
    }
    let entries = try await all(7, of: root).filter { $0.path.shown.hasPrefix("Documents/d") }
    #expect(entries.count == 60 && entries.allSatisfy { !$0.isUnreadable })
    while depth < 80 {
      _ = try folder.makeDirectory(name)
      folder = try folder.directory(name)
      depth += 1
    }
    for limit in [1, 1000] {
      let entries = try await all(limit, of: root).filter { $0.path.shown.hasPrefix("Documents/d") }
      let deepest = try #require(entries.last)
      #expect(deepest.isUnreadable && deepest.path.bytes.count > 4095)
      #expect(entries.dropLast().allSatisfy { !$0.isUnreadable })
    }
    // The removal of the workspace goes by paths, too.
    try root.directory(of: .documents).removeTree("d")
  }

  @Test("a folder with more names than a page is read on where it was left, also when some are gone")
  func wide() async throws {
    let root = try workspace.open()
    try makeFolder("Documents/wide")
    for number in 0..<600 { try workspace.write("x", to: "Documents/wide/\(number)") }
    let names = try await all(256, of: root).map(\.path.shown).filter { $0.hasPrefix("Documents/wide/") }
    #expect(names == (0..<600).map { "Documents/wide/\($0)" }.sorted())
    let container = SandboxContainer(root)
    let last = try #require(ContainerPath(cursor: ContainerPath(Array("Documents/wide/300".utf8)).cursor))
    for number in 300..<400 { try #require(unlink("\(workspace.path)/Documents/wide/\(number)") == 0) }
    let rest = try await container.list(after: last, limit: 2).entries.map(\.path.shown)
    #expect(rest == ["Documents/wide/31", "Documents/wide/32"])
  }

  @Test(
    "a folder that the server cannot read is named, and the entries behind it follow",
    .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    let root = try makeTree()
    let place = "\(workspace.path)/Documents/a"
    try #require(chmod(place, 0) == 0)
    let entries = try await all(2, of: root)
    try #require(chmod(place, 0o755) == 0)
    #expect(entries.filter(\.isUnreadable).map(\.path.shown) == ["Documents/a"])
    #expect(entries.count == 17 && entries.last?.path.shown == "tmp/stage-1")
  }

  @Test("looking changes no time of writing")
  func times() async throws {
    let root = try makeTree()
    let before = try await all(of: root)
    #expect(try await all(3, of: root) == before)
  }

  @Test("a cursor is a path beneath the root, and nothing else")
  func cursors() {
    for bytes in ["a", "a/b", "Documents/.."].map({ Array($0.utf8) }) + [[0xFF, 0x2F, 0x80]] {
      let read = ContainerPath(cursor: ContainerPath(bytes).cursor)
      #expect((read?.bytes == bytes) == !bytes.contains(0x2E), "\(bytes)")
    }
    for bytes in ["", "/", "/a", "a/", "a//b", ".", "./a", "a\u{0}b", "..", "../x"] {
      #expect(ContainerPath(cursor: ContainerPath(Array(bytes.utf8)).cursor) == nil, "\(bytes)")
    }
    for text in ["", "a", "%", "YQ==", "Y Q", "\u{EB}"] {
      #expect(ContainerPath(cursor: text) == nil, "\(text)")
    }
  }

  @Test("a workspace that was moved away is not listed as if it were empty")
  func moved() async throws {
    let root = try makeTree()
    let away = "\(workspace.path)-away"
    try #require(rename(workspace.path, away) == 0)
    let error = await #expect(throws: DocumentError.self) { try await all(of: root) }
    try #require(rename(away, workspace.path) == 0)
    #expect(error?.code == .storageFailed)
  }
}
