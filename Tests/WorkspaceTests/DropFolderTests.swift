import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Workspace

@Suite("Files put into a drop folder come in by themselves")
struct DropFolderTests {
  private func watcher(_ test: TestWorkspace, quiet: Duration = .zero) throws -> DropFolderWatcher {
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop", withIntermediateDirectories: true)
    return DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: quiet)
  }

  private func watched() async throws -> (TestWorkspace, DropFolderWatcher) {
    let test = try await TestWorkspace()
    return (test, try watcher(test))
  }

  private func left(_ test: TestWorkspace) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop").filter { $0 != ".sheaf" }
  }

  @Test("a finished file is imported once and leaves the folder")
  func imports() async throws {
    let (test, watcher) = try await watched()
    try test.write("scanned", to: "drop/scan.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(try left(test).isEmpty)
    #expect(watcher.status.imported == 1)
    #expect(watcher.status.state == .watching)
  }

  @Test("many files are a job with progress; a file whose import is stopped waits for the next one")
  func asAJob() async throws {
    let test = try await TestWorkspace()
    let jobs = test.workspace.jobs
    let isFirst = Mutex(true)
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop", withIntermediateDirectories: true)
    let watcher = DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero
    ) { step throws(SystemError) in
      let first = isFirst.withLock { value in
        defer { value = value && step != .opening }
        return value && step == .opening
      }
      if first, let job = jobs.all.first { _ = try? jobs.cancel(job.id) }
    }
    for number in 0..<4 { try test.write("scanned \(number)", to: "drop/\(number).txt") }
    for _ in 0..<4 { await watcher.look() }
    // The one that was being taken in when it was stopped is finished.
    #expect(try await test.names().count == 1)
    #expect(jobs.all.map(\.state) == [.cancelled] && watcher.status.state == .watching)
    try test.write("scanned 4", to: "drop/4.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names().count == 5)
    let job = try #require(jobs.all.first)
    #expect(job.kind == .importing && job.state == .finished && job.done == 4 && job.total == 4)
    #expect(job.detail == "4 files were taken in")
  }

  @Test("a single file leaves no job in the list")
  func single() async throws {
    let (test, watcher) = try await watched()
    try test.write("scanned", to: "drop/scan.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(watcher.status.imported == 1 && test.workspace.jobs.all.isEmpty)
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

  @Test("a file that is open for writing is not taken, however long it is quiet")
  func openForWriting() async throws {
    let (test, watcher) = try await watched()
    try test.write("part one", to: "drop/log.txt")
    var writer: Descriptor? = try Descriptor.open("\(test.path)/drop/log.txt", flags: O_WRONLY | O_APPEND)
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    #expect(writer != nil)
    writer = nil
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/log.txt"])
  }

  @Test("a file placed before an interrupted import was indexed belongs to its claim")
  func placedButNotIndexed() async throws {
    let (test, watcher) = try await watched()
    let id = DocumentID()
    try test.write("scanned", to: "drop/.sheaf/\(id)/scan.txt")
    try test.write("scanned", to: "Documents/Inbox/scan.txt")
    await watcher.resume()
    _ = try await Reconciler(test.workspace.tree, log: test.log).pass()
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(try await test.workspace.document(id).location.relativePath == "Inbox/scan.txt")
  }

  @Test("a PDF without its end is not taken")
  func incomplete() async throws {
    let (test, watcher) = try await watched()
    try test.write("%PDF-1.7 and more to come", to: "drop/scan.pdf")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    try test.write("%PDF-1.7 and more to come\n%%EOF\n", to: "drop/scan.pdf")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.pdf"])
  }

  @Test("a name that no document may have is made legal, not refused")
  func hostileName() async throws {
    let (test, watcher) = try await watched()
    try test.write("x", to: "drop/a\u{202E}gpj.txt")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/a_gpj.txt"])
  }

  @Test("a claim that was interrupted is taken up again and makes one document")
  func interrupted() async throws {
    let (test, watcher) = try await watched()
    let id = DocumentID()
    try test.write("scanned", to: "drop/.sheaf/\(id)/scan.txt")
    await watcher.look()
    #expect(try await test.workspace.document(id).location.relativePath == "Inbox/scan.txt")
    // The crash came after the import and before the removal.
    try test.write("scanned", to: "drop/.sheaf/\(id)/scan.txt")
    await watcher.look()
    #expect(try await test.names() == ["Inbox/scan.txt"])
  }

  @Test("a file beside a claimed one is neither taken for it nor removed with it")
  func beside() async throws {
    let (test, watcher) = try await watched()
    let id = DocumentID()
    for (name, text) in [(".DS_Store", "junk"), ("Thumbs.db", "junk"), ("scan.txt", "scanned")] {
      try test.write(text, to: "drop/.sheaf/\(id)/\(name)")
    }
    // No claim, though it is called as one.
    try test.write("no folder", to: "drop/.sheaf/\(DocumentID())")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(try await test.text(of: test.workspace.document(id)) == "scanned")
    #expect(try await test.workspace.document(id).version == 1)
    #expect(watcher.status.state == .watching && watcher.status.imported == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/.sheaf/\(id)")
    #expect(Set(left) == [".DS_Store", "Thumbs.db"])
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
    let (test, watcher) = try await watched()
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

  @Test("two files with one name in two spellings of its accent both come in")
  func twoSpellings() async throws {
    let (test, watcher) = try await watched()
    for name in ["\u{E9}.txt", "e\u{301}.txt"] {
      try create(Array(name.utf8), "text of \(name.utf8.count)", in: "\(test.path)/drop")
    }
    for _ in 0..<4 { await watcher.look() }
    #expect(Set(try await test.names()) == ["Inbox/\u{E9}.txt", "Inbox/\u{E9} 2.txt"])
    #expect(watcher.status.imported == 2 && watcher.status.pending == 0)
    #expect(try left(test).isEmpty)
  }

  @Test("files in folders whose names are not UTF-8 are imported as well")
  func latinFolder() async throws {
    let (test, watcher) = try await watched()
    let folder = Array("\(test.path)/drop/d".utf8) + [0xE9]
    try #require(mkdir(folder.map { CChar(bitPattern: $0) } + [0], 0o755) == 0)
    try create([0xE9] + Array("/scan.txt".utf8), "text", in: "\(test.path)/drop/d", separator: "")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
  }

  @Test("a name of 255 bytes that are not UTF-8 fits when it is shown")
  func longLatinName() async throws {
    let (test, watcher) = try await watched()
    try create([UInt8](repeating: 0xE9, count: 251) + Array(".txt".utf8), "text", in: "\(test.path)/drop")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names().count == 1)
    #expect(watcher.status.imported == 1 && watcher.status.rejected == 0)
  }

  @Test("a PDF that never gets its end is imported as it is when patience ends, and an empty file waits")
  func patience() async throws {
    let test = try await TestWorkspace()
    try test.write("%PDF-1.7 and nothing more", to: "drop/cut.pdf")
    try test.write("", to: "drop/empty.txt")
    let watcher = DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero,
      patience: .zero)
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/cut.pdf"])
    #expect(try left(test) == ["empty.txt"])
    #expect(watcher.status.rejected == 0 && watcher.status.pending == 1)
  }

  // MARK: - What cannot be imported

  private func reason(_ name: String, _ test: TestWorkspace) throws -> String {
    try String(contentsOfFile: "\(test.path)/drop/Not imported/\(name).reason.txt", encoding: .utf8)
  }

  @Test("an entry that is no file is set aside with a text that says why, and the rest come in")
  func setAside() async throws {
    let (test, watcher) = try await watched()
    let claims = [DocumentID(), DocumentID()]
    for id in claims {
      try FileManager.default.createDirectory(
        atPath: "\(test.path)/drop/.sheaf/\(id)", withIntermediateDirectories: true)
      try #require(mkfifo("\(test.path)/drop/.sheaf/\(id)/scan.pdf", 0o600) == 0)
    }
    try test.write("fine", to: "drop/fine.txt")
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/fine.txt"])
    #expect(watcher.status.rejected == 2 && watcher.status.imported == 1)
    #expect(watcher.status.state == .watching)
    for name in ["scan.pdf", "scan 2.pdf"] {
      #expect(FileManager.default.fileExists(atPath: "\(test.path)/drop/Not imported/\(name)"))
      #expect(try reason(name, test) == "open: Invalid argument\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/.sheaf").isEmpty)
    // A file that was set aside stays there.
    for _ in 0..<3 { await watcher.look() }
    #expect(watcher.status.rejected == 2 && watcher.status.pending == 0)
  }

  @Test("a file that cannot be moved is named, logged once and after an hour again, and comes in at last")
  func unmovable() async throws {
    let test = try await TestWorkspace()
    let (trouble, log) = (Trouble(at: .claiming, EACCES), LogRecorder())
    let time = Mutex(ContinuousClock.now)
    try test.write("scanned", to: "drop/scan.txt")
    let watcher = DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: log.logger, quiet: .zero,
      now: { time.withLock(\.self) }, onStep: { step throws(SystemError) in try trouble.meet(step) })
    func lines() -> Int { log.all.count { $0.contains("scan.txt") && $0.contains("Permission denied") } }
    for _ in 0..<40 { await watcher.look() }
    #expect(lines() == 1, "\(log.all)")
    #expect(watcher.status.stuck == [.init(name: "scan.txt", reason: "test: Permission denied")])
    #expect(watcher.status.state == .watching)
    time.withLock { $0 += .seconds(3601) }
    for _ in 0..<40 { await watcher.look() }
    #expect(lines() == 2)
    trouble.end()
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(watcher.status.stuck.isEmpty && lines() == 2)
  }

  @Test("a link that was put in a claim's place is set aside, and what it points to is not read")
  func link() async throws {
    let (test, watcher) = try await watched()
    let folder = "\(test.path)/drop/.sheaf/\(DocumentID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/passwd.txt", withDestinationPath: "/etc/passwd")
    await watcher.look()
    #expect(try await test.names().isEmpty)
    #expect(watcher.status.rejected == 1)
    #expect(try reason("passwd.txt", test).contains("openat2"))
  }

  @Test(
    "a machine that is short of something is not the file's fault: it comes in when that has passed",
    arguments: [EMFILE, ENFILE, ENOMEM, EIO, ENOSPC, ESTALE])
  func passingTrouble(errno: CInt) async throws {
    let test = try await TestWorkspace()
    let trouble = Trouble(at: .opening, errno)
    let watcher = try watcher(test, trouble)
    try test.write("scanned", to: "drop/scan.txt")
    for _ in 0..<3 { await watcher.look() }
    #expect(watcher.status.state == .failing && watcher.status.rejected == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(test.path)/drop/Not imported"))
    trouble.end()
    for _ in 0..<2 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(watcher.status.state == .watching && watcher.status.imported == 1)
  }

  @Test("a file that is a document and cannot be removed is not set aside, nor imported again")
  func unremovable() async throws {
    let test = try await TestWorkspace()
    let trouble = Trouble(at: .removing, EACCES)
    let watcher = try watcher(test, trouble)
    try test.write("scanned", to: "drop/scan.txt")
    for _ in 0..<5 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(watcher.status.state == .failing)
    #expect(watcher.status.rejected == 0 && watcher.status.imported == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(test.path)/drop/Not imported"))
    // Its owner moves the document on meanwhile: the file must not bring it back.
    let document = try #require(try await test.workspace.documents(DocumentQuery()).documents.first)
    _ = try await test.workspace.documents.trash(document.id)
    trouble.end()
    for _ in 0..<2 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    #expect(watcher.status.imported == 1 && watcher.status.state == .watching)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/.sheaf").isEmpty)
  }

  @Test("a file that could not be removed undoes nothing that was done to its document since")
  func edited() async throws {
    let test = try await TestWorkspace()
    try test.write("scanned", to: "drop/scan.txt")
    let trouble = Trouble(at: .removing, EACCES)
    let first = try watcher(test, trouble)
    for _ in 0..<3 { await first.look() }
    let document = try #require(try await test.workspace.documents(DocumentQuery()).documents.first)
    try await test.change(document, to: "edited")
    // As after another start, which knows only what is on the disk.
    trouble.end()
    let claim = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/.sheaf").first)
    let kept = try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/.sheaf/\(claim)")
    await (try watcher(test)).resume()
    #expect(try await test.text(of: test.workspace.document(document.id)) == "edited")
    #expect(try await test.workspace.document(document.id).version == 2)
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/.sheaf").isEmpty)
    // Nor does one that was written to meanwhile: then there are both.
    for _ in 0..<2 {
      try test.write("scanned, and more", to: "drop/.sheaf/\(claim)/\(kept[0])")
      await (try watcher(test)).resume()
    }
    #expect(try await test.names() == ["Inbox/scan.txt", "Inbox/scan 2.txt"])
    #expect(try await test.text(of: test.workspace.document(document.id)) == "edited")
  }

  @Test(
    "a file is set aside with its reason or not at all: neither comes alone when the disk refuses",
    arguments: [DropFolder.Step.explaining, .settingAside])
  func reasonFirst(_ step: DropFolder.Step) async throws {
    let test = try await TestWorkspace()
    let trouble = Trouble(at: step, ENOSPC)
    let watcher = try watcher(test, trouble)
    let claim = "\(test.path)/drop/.sheaf/\(DocumentID())"
    try FileManager.default.createDirectory(atPath: claim, withIntermediateDirectories: true)
    try #require(mkfifo("\(claim)/scan.pdf", 0o600) == 0)
    for _ in 0..<2 { await watcher.look() }
    #expect(FileManager.default.fileExists(atPath: "\(claim)/scan.pdf"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop/Not imported").isEmpty)
    #expect(watcher.status.state == .failing && watcher.status.rejected == 0)
    trouble.end()
    await watcher.look()
    #expect(try reason("scan.pdf", test) == "open: Invalid argument\n")
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/drop/Not imported/scan.pdf"))
    #expect(watcher.status.state == .watching && watcher.status.rejected == 1)
  }

  @Test("the reason is on the disk when the file comes to lie beside it, also over one that lies there alone")
  func reasonBeforeFile() async throws {
    let test = try await TestWorkspace()
    let claim = "\(test.path)/drop/.sheaf/\(DocumentID())"
    try FileManager.default.createDirectory(atPath: claim, withIntermediateDirectories: true)
    try #require(mkfifo("\(claim)/scan.pdf", 0o600) == 0)
    // An end between the two leaves this.
    try test.write("an earlier reason that was longer", to: "drop/Not imported/scan.pdf.reason.txt")
    let rejects = "\(test.path)/drop/Not imported"
    let seen = Mutex<[String]>([])
    let watcher = DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero,
      onStep: { step throws(SystemError) in
        guard step == .settingAside else { return }
        let text = try? String(contentsOfFile: "\(rejects)/scan.pdf.reason.txt", encoding: .utf8)
        seen.withLock { $0.append(text ?? "none") }
      })
    await watcher.look()
    #expect(seen.withLock { $0 } == ["open: Invalid argument\n"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: rejects).sorted()
        == ["scan.pdf", "scan.pdf.reason.txt"])
  }

  // MARK: - What is passed over

  @Test("names that are passed over are counted, and a text about a reason is a document like any other")
  func passedOver() async throws {
    let (test, watcher) = try await watched()
    for name in ["a.download", "b.part", ".hidden", "box.download/c.txt"] {
      try test.write("x", to: "drop/\(name)")
    }
    for name in ["notes.reason.txt", "~x.txt"] { try test.write(name, to: "drop/\(name)") }
    try test.write("x", to: "drop/Not imported/old.pdf")
    try test.write("why", to: "drop/Not imported/old.pdf.reason.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(Set(try await test.names()) == ["Inbox/notes.reason.txt", "Inbox/~x.txt"])
    #expect(watcher.status.passedOver == 4 && watcher.status.pending == 0)
    #expect(Set(try left(test)) == ["a.download", "b.part", ".hidden", "box.download", "Not imported"])
    try test.remove("drop/b.part")
    await watcher.look()
    #expect(watcher.status.passedOver == 3)
  }

  @Test("links, pipes and what lies too deep are left alone, and counted")
  func unfit() async throws {
    let (test, watcher) = try await watched()
    try test.write("outside", to: "outside.txt")
    try test.write("x", to: "drop/box/a.txt")
    try #require(symlink("\(test.path)/outside.txt", "\(test.path)/drop/link.txt") == 0)
    try #require(mkfifo("\(test.path)/drop/box/pipe.txt", 0o600) == 0)
    let deep = String(repeating: "n/", count: FolderPath.maximumDepth + 1)
    try test.write("x", to: "drop/\(deep)b.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/a.txt"])
    #expect(watcher.status.passedOver == 3 && watcher.status.pending == 0)
  }

  private func watcher(_ test: TestWorkspace, _ trouble: Trouble) throws -> DropFolderWatcher {
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop", withIntermediateDirectories: true)
    return DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero,
      onStep: { step throws(SystemError) in try trouble.meet(step) })
  }

  private func create(
    _ name: [UInt8], _ text: String, in folder: String, separator: String = "/"
  ) throws {
    let path = (Array("\(folder)\(separator)".utf8) + name).map { CChar(bitPattern: $0) } + [0]
    try Descriptor(owning: creat(path, 0o644)).append(Array(text.utf8))
  }
}

private final class Trouble: Sendable {
  private let step: DropFolder.Step
  private let errno: CInt
  private let isOver = Mutex(false)

  init(at step: DropFolder.Step, _ errno: CInt) {
    self.step = step
    self.errno = errno
  }

  func end() { isOver.withLock { $0 = true } }

  func meet(_ step: DropFolder.Step) throws(SystemError) {
    if step == self.step, !isOver.withLock(\.self) { throw SystemError(errno: errno, call: "test") }
  }
}
