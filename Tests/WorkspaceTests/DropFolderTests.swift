import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Workspace

@Suite("Files put into a drop folder come in by themselves")
struct DropFolderTests {
  private func watcher(_ test: TestWorkspace, quiet: Duration = .zero) throws -> DropFolderWatcher {
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop", withIntermediateDirectories: true)
    return DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: quiet)
  }

  private func left(_ test: TestWorkspace) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop").filter { $0 != ".sheaf" }
  }

  @Test("a finished file is imported once and leaves the folder")
  func imports() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    try test.write("scanned", to: "drop/scan.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(try left(test).isEmpty)
    #expect(watcher.status.imported == 1)
    #expect(watcher.status.state == .watching)
  }

  @Test("a file is left alone until it has been quiet")
  func waits() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test, quiet: .seconds(1000))
    try test.write("scanned", to: "drop/scan.txt")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    #expect(watcher.status.pending == 1)
  }

  @Test("a file that somebody has open for writing is not taken, however long it is quiet")
  func openForWriting() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    try test.write("part one", to: "drop/log.txt")
    var writer: Descriptor? = try Descriptor.open("\(test.path)/drop/log.txt", flags: O_WRONLY | O_APPEND)
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    #expect(writer != nil)
    writer = nil
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/log.txt"])
  }

  @Test("what was placed before an interrupted import was indexed belongs to its claim")
  func placedButNotIndexed() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    let id = DocumentID()
    try test.write("scanned", to: "drop/.sheaf/\(id)/scan.txt")
    try test.write("scanned", to: "Documents/Inbox/scan.txt")
    await watcher.resume()
    _ = try await Reconciler(test.workspace, log: test.log).pass()
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(try await test.workspace.document(id).location.relativePath == "Inbox/scan.txt")
  }

  @Test("a PDF without its end is not taken")
  func incomplete() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    try test.write("%PDF-1.7 and more to come", to: "drop/scan.pdf")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    try test.write("%PDF-1.7 and more to come\n%%EOF\n", to: "drop/scan.pdf")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.pdf"])
  }

  @Test("a name that no document may have is made legal, not refused")
  func hostileName() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    try test.write("x", to: "drop/a\u{202E}gpj.txt")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/a_gpj.txt"])
  }

  @Test("a claim that was interrupted is taken up again and makes one document")
  func interrupted() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    let id = DocumentID()
    try test.write("scanned", to: "drop/.sheaf/\(id)/scan.txt")
    await watcher.look()
    #expect(try await test.workspace.document(id).location.relativePath == "Inbox/scan.txt")
    // The crash came after the import and before the removal.
    try test.write("scanned", to: "drop/.sheaf/\(id)/scan.txt")
    await watcher.look()
    #expect(try await test.names() == ["Inbox/scan.txt"])
  }

  @Test("a folder that is not there is shown as failing, and works once it is")
  func missing() async throws {
    let test = try await TestWorkspace()
    let watcher = DropFolderWatcher(
      path: "\(test.path)/later", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero)
    await watcher.look()
    #expect(watcher.status.state == .failing)
    #expect(watcher.status.reason != nil)
    try test.write("x", to: "later/a.txt")
    for _ in 0..<3 { await watcher.look() }
    #expect(watcher.status.state == .watching)
    #expect(try await test.names() == ["Inbox/a.txt"])
  }

  @Test("files whose names are not UTF-8 are imported under names that can be shown, once each")
  func latinNames() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    for (number, byte) in [UInt8(0xE9), 0xE8].enumerated() {
      try create([0x63, 0x61, 0x66, byte] + Array(".txt".utf8), "text \(number)", in: "\(test.path)/drop")
    }
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop/x", withIntermediateDirectories: true)
    try create([0xFF], "odd", in: "\(test.path)/drop/x")
    for _ in 0..<4 { await watcher.look() }
    #expect(
      Set(try await test.names()) == ["Inbox/caf\u{FFFD}.txt", "Inbox/caf\u{FFFD} 2.txt", "Inbox/\u{FFFD}"])
    #expect(watcher.status.imported == 3 && watcher.status.pending == 0)
    #expect(try left(test) == ["x"])
  }

  @Test("files in folders whose names are not UTF-8 are imported as well")
  func latinFolder() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    let folder = Array("\(test.path)/drop/d".utf8) + [0xE9]
    try #require(mkdir(folder.map { CChar(bitPattern: $0) } + [0], 0o755) == 0)
    try create([0xE9] + Array("/scan.txt".utf8), "text", in: "\(test.path)/drop/d", separator: "")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
  }

  @Test("a name of 255 bytes that are not UTF-8 fits when it is shown")
  func longLatinName() async throws {
    let test = try await TestWorkspace()
    let watcher = try watcher(test)
    try create([UInt8](repeating: 0xE9, count: 251) + Array(".txt".utf8), "text", in: "\(test.path)/drop")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names().count == 1)
    #expect(watcher.status.imported == 1 && watcher.status.rejected == 0)
  }

  /// Makes a file whose name is these bytes.
  private func create(
    _ name: [UInt8], _ text: String, in folder: String, separator: String = "/"
  ) throws {
    let path = (Array("\(folder)\(separator)".utf8) + name).map { CChar(bitPattern: $0) } + [0]
    try Descriptor(owning: creat(path, 0o644)).append(Array(text.utf8))
  }
}
