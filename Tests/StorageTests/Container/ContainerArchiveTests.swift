import DocumentModel
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("SB-11 The workspace on its way out as an archive")
struct ContainerArchiveTests {
  private let workspace = TemporaryWorkspace()

  /// A workspace with an index, accounts, and what no archive holds.
  private func open() throws -> (root: SandboxRoot, index: SQLiteMetadataStore) {
    let root = try workspace.open()
    let index = try SQLiteMetadataStore(root: root)
    _ = try SQLiteAccountStore(root: root)
    try makeFolder("Documents/Inbox")
    try makeFolder("Documents/Empty")
    try workspace.write("hello", to: "Documents/Inbox/handed over.txt")
    try workspace.write("", to: "Documents/.hidden")
    try workspace.write(String(repeating: "0123456789", count: 60_000), to: "Documents/long.txt")
    try workspace.write("words", to: "Library/accounts.sqlite-old")
    try workspace.write("mine", to: "Documents/accounts.sqlite")
    try #require(symlink("/etc", "\(workspace.path)/Documents/link") == 0)
    try #require(mkfifo("\(workspace.path)/Documents/pipe", 0o600) == 0)
    let strange = Array("\(workspace.path)/Documents/".utf8) + [0xFF, 0]
    try #require(mkdir(strange.map { CChar(bitPattern: $0) }, 0o755) == 0)
    return (root, index)
  }

  private func makeFolder(_ path: String) throws {
    try #require(mkdir("\(workspace.path)/\(path)", 0o755) == 0)
  }

  private func listed(_ root: SandboxRoot) async throws -> [ContainerEntry] {
    try await SandboxContainer(root).list(after: nil, limit: 1000).entries
  }

  /// As the archive names it.
  private func name(_ entry: ContainerEntry) -> String {
    entry.kind == .folder ? "\(entry.path.shown)/" : entry.path.shown
  }

  private func sent(_ root: SandboxRoot, _ index: SQLiteMetadataStore) async throws -> SentArchive {
    let archive = try await SandboxContainer(root).archive(index: index)
    let sent = SentArchive()
    try await archive.write { sent.take($0) }
    return sent
  }

  @Test("holds what the list says, with every byte, checksum and time")
  func contents() async throws {
    let (root, index) = try open()
    let wanted = try await listed(root)
    let entries = try await sent(root, index).entries()
    #expect(entries.map(\.name) == wanted.filter { $0.exclusion == nil }.map(name))
    for (entry, origin) in zip(entries, wanted.filter { $0.exclusion == nil }) {
      #expect(Int64(entry.written) == origin.status.modified / 1_000_000_000, "\(entry.name)")
      var sum = CyclicRedundancyCheck()
      sum.update(entry.content)
      #expect(entry.checksum == sum.value, "\(entry.name)")
      guard origin.kind == .file, origin.path != .index else { continue }
      #expect(workspace.text(of: entry.name).map { Array($0.utf8) } == entry.content, "\(entry.name)")
    }
    let flags = entries.filter { $0.name.hasPrefix("Documents/") && $0.name.hasSuffix(".txt") }.map(\.flags)
    #expect(flags == [0x800, 0x808])
  }

  @Test(
    "leaves out credentials, the index's log, links, pipes and names that are no text, and the list says so")
  func leftOut() async throws {
    let (root, index) = try open()
    let entries = try await listed(root)
    let reasons = Dictionary(
      uniqueKeysWithValues: entries.compactMap { one in one.exclusion.map { (one.path.shown, $0) } })
    #expect(reasons["Library/accounts.sqlite"] == .credentials)
    #expect(reasons["Library/accounts.sqlite-old"] == .credentials)
    #expect(
      reasons["Library/index.sqlite-wal"] == .indexLog && reasons["Library/index.sqlite-shm"] == .indexLog)
    #expect(reasons["Documents/link"] == .link && reasons["Documents/pipe"] == .special)
    #expect(reasons["Documents/\u{FFFD}"] == .nameNotUTF8)
    #expect(reasons["Library/index.sqlite"] == nil && reasons["Documents/accounts.sqlite"] == nil)
    let names = try await sent(root, index).entries().map(\.name)
    #expect(names.allSatisfy { !$0.hasPrefix("Library/accounts") })
    #expect(names.contains("Documents/accounts.sqlite") && names.contains("Documents/Empty/"))
  }

  @Test("has the index as it is, whole without its log, though others write meanwhile")
  func copiedIndex() async throws {
    let (root, index) = try open()
    for number in 0..<20 { try await index.add(Sample("F/\(number).txt")) }
    let archive = try await SandboxContainer(root).archive(index: index)
    for number in 20..<40 { try await index.add(Sample("F/\(number).txt")) }
    let sent = SentArchive()
    try await archive.write { sent.take($0) }
    let entry = try #require(try sent.entries().first { $0.name == "Library/index.sqlite" })
    let other = TemporaryWorkspace()
    let file = try Descriptor.open("\(other.path)/copy.sqlite", flags: O_WRONLY | O_CREAT, mode: 0o600)
    try file.append(entry.content)
    let copy = try DatabaseQueue(path: "\(other.path)/copy.sqlite")
    let found = try await copy.read { database in
      (
        try String.fetchOne(database, sql: "PRAGMA integrity_check"),
        try Int.fetchOne(database, sql: "SELECT count(*) FROM document")
      )
    }
    #expect(found.0 == "ok" && found.1 == 20)
    #expect(try await index.damage() == nil, "and the index goes on")
  }

  @Test("leaves all times of writing as they were, and nothing in tmp")
  func times() async throws {
    let (root, index) = try open()
    let times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 7), count: 2)
    try #require(utimensat(AT_FDCWD, "\(workspace.path)/tmp", times, 0) == 0)
    // SQLite's readers write into the memory that they share.
    func looked() async throws -> [ContainerPath: Int64] {
      let entries = try await listed(root).filter { !$0.path.shown.hasSuffix("-shm") }
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.status.modified) })
    }
    let before = try await looked()
    _ = try await sent(root, index)
    #expect(try await looked() == before)
    #expect(before[ContainerPath(Array("tmp".utf8))] == 1_000_000_000_000_000_007)
    #expect(workspace.names(in: "tmp") == [])
  }

  // MARK: Changes meanwhile

  /// Takes an archive, and calls `change` with the first bytes of each piece.
  private func take(
    _ archive: ContainerArchive, _ change: @escaping @Sendable (String) throws -> Void
  ) async throws -> SentArchive {
    let sent = SentArchive()
    try await archive.write { bytes in
      sent.take(bytes)
      try change(String(decoding: bytes.prefix(200), as: UTF8.self))
    }
    return sent
  }

  private func expectBroken(
    _ archive: ContainerArchive, at path: String,
    _ change: @escaping @Sendable (String) throws -> Void = { _ in }
  ) async {
    let error = await #expect(throws: DocumentError.self) { try await take(archive, change) }
    #expect(error?.code == .contentChanged && error?.detail.contains(path) == true, "\(path)")
  }

  @Test(
    "ends as an error when a document's file gets longer, shorter or other bytes while it is read",
    arguments: [700_000, 1000, 600_000])
  func changing(length: Int) async throws {
    let (root, index) = try open()
    let path = "\(workspace.path)/Documents/long.txt"
    let times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 0), count: 2)
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
    let archive = try await SandboxContainer(root).archive(index: index)
    await expectBroken(archive, at: "Documents/long.txt") { piece in
      guard piece.contains("Documents/long.txt") else { return }
      try #require(truncate(path, length) == 0)
      try Descriptor.open(path, flags: O_WRONLY).write([1], at: 10)
    }
  }

  @Test("a file of the server's own that gets longer is in it as it was; one that gets shorter ends it")
  func changingOwn() async throws {
    let (root, index) = try open()
    let path = "\(workspace.path)/tmp/stage-1"
    for (length, isWhole) in [(700_000, true), (1000, false)] {
      try workspace.write(String(repeating: "0123456789", count: 60_000), to: "tmp/stage-1")
      let archive = try await SandboxContainer(root).archive(index: index)
      let change: @Sendable (String) throws -> Void = { piece in
        if piece.contains("tmp/stage-1") { try #require(truncate(path, length) == 0) }
      }
      if isWhole {
        let entries = try await take(archive, change).entries()
        #expect(entries.first { $0.name == "tmp/stage-1" }?.size == 600_000)
      } else {
        await expectBroken(archive, at: "tmp/stage-1", change)
      }
    }
  }

  @Test(
    "ends as an error when what was listed lies elsewhere, is gone or is another when its turn comes",
    arguments: ["mv long.txt .earlier", "mv long.txt Inbox/other", "mv Inbox/deep.txt Empty", "rm", "other"])
  func changedBefore(what: String) async throws {
    let (root, index) = try open()
    let documents = "\(workspace.path)/Documents"
    try workspace.write("deep", to: "Documents/Inbox/deep.txt")
    let archive = try await SandboxContainer(root).archive(index: index)
    switch what.split(separator: " ") {
    case ["rm"]: try #require(unlink("\(documents)/long.txt") == 0)
    case ["other"]:
      // Of the same length: nothing but the file itself is another.
      try workspace.write(String(repeating: "9876543210", count: 60_000), to: "tmp/other")
      try #require(rename("\(workspace.path)/tmp/other", "\(documents)/long.txt") == 0)
    case let words where words.last == "Empty":
      try #require(rename("\(documents)/Inbox", "\(documents)/Empty/Inbox") == 0)
    case let words:
      try #require(rename("\(documents)/\(words[1])", "\(documents)/\(words[2])") == 0)
    }
    await expectBroken(archive, at: what.contains("Empty") ? "Documents/Inbox" : "Documents/long.txt")
  }

  @Test("ends as an error when a version is gone, or what lies in the Trash")
  func contentsGone() async throws {
    let (root, index) = try open()
    for folder in ["Library/Versions/ab", "Library/Trash/1"] { try makeFolder(folder) }
    for path in ["Library/Versions/ab/abcd", "Library/Trash/1/a.txt"] {
      try workspace.write("x", to: path)
      let archive = try await SandboxContainer(root).archive(index: index)
      try #require(unlink("\(workspace.path)/\(path)") == 0)
      await expectBroken(archive, at: path)
    }
  }

  @Test("is whole without what the server itself had and has no more, and without what came later")
  func ownGone() async throws {
    let (root, index) = try open()
    for folder in ["Library/Held", "Library/Drafts", "Caches/previews"] { try makeFolder(folder) }
    let own = ["tmp/stage-1", "Library/Held/a", "Library/Drafts/b", "Caches/previews/c"]
    for path in own { try workspace.write("x", to: path) }
    let archive = try await SandboxContainer(root).archive(index: index)
    for path in own { try #require(unlink("\(workspace.path)/\(path)") == 0) }
    try workspace.write("new", to: "Documents/a new one.txt")
    let names = try await take(archive) { _ in }.entries().map(\.name)
    #expect(Set(names).isDisjoint(with: own + ["Documents/a new one.txt"]))
    #expect(names.contains("Documents/long.txt") && names.contains("Library/Held/"))
  }

  @Test("stops when whoever takes it has left")
  func left() async throws {
    struct Gone: Error {}
    let (root, index) = try open()
    let archive = try await SandboxContainer(root).archive(index: index)
    await #expect(throws: Gone.self) { try await archive.write { _ in throw Gone() } }
  }
}
