import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A folder on its way out as an archive")
struct FolderArchiveTests {
  private func archive(_ folder: String, of packaged: PackagedWorkspace) async throws -> FolderArchive {
    try await FolderArchives(packaged.root).archive(of: FolderPath(parsing: folder))
  }

  /// Two documents and a folder, each of a time long past.
  private func makePapers() async throws -> PackagedWorkspace {
    let packaged = try await PackagedWorkspace()
    for folder in ["Documents/Papers", "Documents/Papers/Zo\u{EB}"] { try packaged.makeFolder(folder) }
    let long = String(repeating: "0123456789", count: 60_000)
    for (text, path) in [("hello", "b.txt"), (long, "long.txt"), ("deep", "Zo\u{EB}/c.txt")] {
      try packaged.workspace.write(text, to: "Documents/Papers/\(path)")
      try age("\(packaged.workspace.path)/Documents/Papers/\(path)")
    }
    return packaged
  }

  private func age(_ path: String) throws {
    let times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 0), count: 2)
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  @Test("holds what lists show, each folder before what is in it, documents before folders, by name")
  func order() async throws {
    let packaged = try await PackagedWorkspace()
    let folders = ["P", "P/Empty", "P/a folder", "P/.git", "P/a folder/deeper"]
    for folder in folders { try packaged.makeFolder("Documents/\(folder)") }
    for path in ["z.txt", "B.txt", "a2.txt", "a10.txt", ".hidden", "a folder/x", ".git/config"] {
      try packaged.workspace.write("x", to: "Documents/P/\(path)")
    }
    try packaged.workspace.write("", to: "Documents/P/a folder/nothing")
    try #require(symlink("/etc/passwd", "\(packaged.workspace.path)/Documents/P/link.txt") == 0)
    try #require(mkfifo("\(packaged.workspace.path)/Documents/P/pipe", 0o600) == 0)
    try packaged.makePackage("Documents/P/letter.pack")
    try packaged.makePackage("Documents/P/unfit.pack")
    try #require(symlink("x", "\(packaged.workspace.path)/Documents/P/unfit.pack/link") == 0)
    let entries = try await SentArchive.take(archive("P", of: packaged)).entries()
    let names = entries.map(\.name)
    #expect(names.count == Set(names).count)
    #expect(
      Set(names)
        == [
          "P/", "P/z.txt", "P/B.txt", "P/a2.txt", "P/a10.txt", "P/Empty/", "P/a folder/", "P/a folder/x",
          "P/a folder/nothing", "P/a folder/deeper/", "P/letter.pack/", "P/letter.pack/.hidden",
          "P/letter.pack/Data/", "P/letter.pack/Data/picture.txt", "P/letter.pack/text.txt",
        ])
    let listed = names.filter { $0.hasSuffix(".txt") && !$0.contains("pack") }
    #expect(listed == ["P/a2.txt", "P/a10.txt", "P/B.txt", "P/z.txt"])
    for (index, name) in names.enumerated() where index > 0 {
      let parent = name.split(separator: "/").dropLast().joined(separator: "/") + "/"
      #expect(names.prefix(index).contains(parent), "\(name) comes after its folder")
    }
    let empty = try #require(entries.first { $0.name == "P/a folder/nothing" })
    #expect(empty.size == 0 && empty.checksum == 0)
  }

  @Test("is as long as it says, with every byte, checksum and time")
  func contents() async throws {
    let packaged = try await makePapers()
    let archive = try await archive("Papers", of: packaged)
    #expect(archive.name.description == "Papers.zip")
    let sent = try await SentArchive.take(archive)
    #expect(Int64(sent.bytes.count) == archive.size)
    let entries = try sent.entries()
    #expect(
      entries.map(\.name)
        == ["Papers/", "Papers/b.txt", "Papers/long.txt", "Papers/Zo\u{EB}/", "Papers/Zo\u{EB}/c.txt"])
    for entry in entries where !entry.name.hasSuffix("/") {
      var sum = CyclicRedundancyCheck()
      sum.update(entry.content)
      #expect(entry.checksum == sum.value && entry.written == 1_000_000_000, "\(entry.name)")
      #expect(packaged.workspace.text(of: "Documents/\(entry.name)").map { Array($0.utf8) } == entry.content)
    }
    // A short file is read before its header; a long one has its checksum behind it.
    #expect(entries.map(\.flags) == [0x800, 0x800, 0x808, 0x800, 0x800])
  }

  @Test("tells a name once, and in form C, however often and however the disk spells it")
  func spellings() async throws {
    let packaged = try await PackagedWorkspace()
    try packaged.makeFolder("Documents/P")
    // Form D alone; form D beside form C, twice.
    for name in [
      "Zoe\u{308}.txt", "a\u{328}\u{301}.txt", "\u{105}\u{301}.txt", "e\u{301}.md", "\u{E9}.md",
    ] {
      try packaged.workspace.write(name, to: "Documents/P/\(name)")
    }
    let entries = try await SentArchive.take(archive("P", of: packaged)).entries()
    #expect(
      entries.map { Array($0.name.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        == ["P/", "P/Zo\u{EB}.txt", "P/\u{E9}.md", "P/\u{105}\u{301}.txt"].map { Array($0.utf8) })
    let accented = try #require(entries.first { $0.name.hasSuffix(".md") })
    #expect(accented.content == Array("\u{E9}.md".utf8), "the name's own spelling counts")
  }

  @Test(
    "there is none of what is no folder",
    arguments: ["none", "Papers/b.txt", "Papers/long.txt/x", "x.pack", "x.pack/Data"])
  func absent(folder: String) async throws {
    let packaged = try await makePapers()
    try packaged.makePackage()
    let error = await #expect(throws: DocumentError.self) { try await archive(folder, of: packaged) }
    #expect(error?.code == .notFound)
  }

  @Test("leads nowhere else through a link")
  func links() async throws {
    let packaged = try await makePapers()
    try #require(symlink("/etc", "\(packaged.workspace.path)/Documents/out") == 0)
    let error = await #expect(throws: DocumentError.self) { try await archive("out", of: packaged) }
    #expect(error?.code == .notFound)
  }

  @Test("leaves times of writing and of reading as they were")
  func times() async throws {
    let packaged = try await makePapers()
    let paths = ["", "/b.txt", "/long.txt", "/Zo\u{EB}", "/Zo\u{EB}/c.txt"].map {
      "\(packaged.workspace.path)/Documents/Papers\($0)"
    }
    let before = try paths.map(Times.init(of:))
    _ = try await SentArchive.take(archive("Papers", of: packaged))
    let after = try paths.map(Times.init(of:))
    #expect(before.map(\.written) == after.map(\.written))
    for (path, pair) in zip(paths, zip(before, after)) where path.hasSuffix(".txt") {
      #expect(pair.0.read == pair.1.read, "\(path)")
    }
  }

  /// When a file was last written and read, in seconds and nanoseconds.
  private struct Times {
    let written: [Int]
    let read: [Int]

    init(of path: String) throws {
      var facts = stat()
      let answer = stat(path, &facts)
      try #require(answer == 0)
      written = [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
      read = [facts.st_atim.tv_sec, facts.st_atim.tv_nsec]
    }
  }

  // MARK: Changes meanwhile

  private func expectBroken(
    _ archive: FolderArchive, _ comment: Comment,
    _ change: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) async {
    let sent = SentArchive()
    let error = await #expect(throws: DocumentError.self, comment) {
      try await archive.write { bytes in
        sent.take(bytes)
        try change(bytes.count)
      }
    }
    #expect(error?.code == .contentChanged, comment)
    #expect(Int64(sent.bytes.count) < archive.size, comment)
  }

  @Test("ends as an error when a file is shorter, longer or gone when its turn comes")
  func changedBefore() async throws {
    let packaged = try await makePapers()
    let path = "Documents/Papers/b.txt"
    for text in ["hell", "hello!"] {
      try packaged.workspace.write("hello", to: path)
      let archive = try await archive("Papers", of: packaged)
      try packaged.workspace.write(text, to: path)
      await expectBroken(archive, "\(text)")
    }
    let archive = try await archive("Papers", of: packaged)
    try #require(unlink("\(packaged.workspace.path)/\(path)") == 0)
    await expectBroken(archive, "gone")
  }

  @Test("ends as an error when a file gets shorter, or other bytes, while it is read")
  func changedMeanwhile() async throws {
    for keepsLength in [false, true] {
      let packaged = try await makePapers()
      let archive = try await archive("Papers", of: packaged)
      let path = "\(packaged.workspace.path)/Documents/Papers/long.txt"
      await expectBroken(archive, "\(keepsLength)") { count in
        guard count > 100_000 else { return }
        let file = try Descriptor.open(path, flags: O_WRONLY)
        if keepsLength {
          try file.write([1], at: 599_999)
        } else {
          _ = ftruncate(file.rawValue, 300_000)
        }
      }
    }
  }

  @Test("is not begun without what was listed and lies elsewhere by now")
  func movedWhileListed() async throws {
    let packaged = try await PackagedWorkspace()
    for folder in ["Documents/P", "Documents/P/z"] { try packaged.makeFolder(folder) }
    // More than are looked at in one step, so that the folder in it is left for the next.
    for number in 0..<2100 { try packaged.workspace.write("x", to: "Documents/P/\(number).txt") }
    let root = packaged.root
    let error = await #expect(throws: DocumentError.self) {
      try await root.run("the folder could not be listed") { () throws in
        let (folder, top) = (try FolderPath(parsing: "P"), "Documents/P")
        let directory = try #require(try root.directory.directoryIfPresent(top))
        var survey = FolderSurvey(
          directory, of: folder, named: folder.names[0], packages: root.packages.names)
        let first = try survey.advance()
        try #require((first?.count ?? 0) > 2100)
        try root.directory.rename("\(top)/z", to: "\(top)/a")
        while try survey.advance() != nil {}
      }
    }
    #expect(error?.code == .contentChanged)
    let names = try await SentArchive.take(archive("P", of: packaged)).entries().map(\.name)
    #expect(names.contains("P/a/") && !names.contains("P/z/"))
  }

  @Test(
    "is not begun without a file that went, before it was seen, into a folder that had been read",
    arguments: ["P/z/old.txt -> P/a/old.txt", "P/z/deep -> P/a/deep", "P/z/old.txt -> P/new/old.txt"])
  func movedPast(move: String) async throws {
    let packaged = try await PackagedWorkspace()
    for folder in ["P", "P/a", "P/z", "P/z/deep"] { try packaged.makeFolder("Documents/\(folder)") }
    for path in ["z/old.txt", "z/deep/x"] { try packaged.workspace.write("x", to: "Documents/P/\(path)") }
    // More than are looked at in one step, so that the last folder is left for the next.
    for number in 0..<2100 { try packaged.workspace.write("x", to: "Documents/P/a/\(number).txt") }
    let root = packaged.root
    let error = await #expect(throws: DocumentError.self) {
      try await root.run("the folder could not be listed") { () throws in
        let directory = try #require(try root.directory.directoryIfPresent("Documents/P"))
        let folder = try FolderPath(parsing: "P")
        var survey = FolderSurvey(
          directory, of: folder, named: folder.names[0], packages: root.packages.names)
        var listed = try #require(try survey.advance())
        try #require(listed.contains { $0.path == "a/2099.txt" } && !listed.contains { $0.path == "z" })
        let places = move.split(separator: " -> ").map { "Documents/\($0)" }
        _ = try root.directory.makeDirectories("Documents/P/new")
        try root.directory.rename(places[0], to: places[1])
        while let more = try survey.advance() { listed += more }
        try survey.requireNothingElse(than: listed)
      }
    }
    #expect(error?.code == .contentChanged)
  }

  @Test("is begun although documents are added, and packages that can be none lie there")
  func addedWhileListed() async throws {
    let packaged = try await PackagedWorkspace()
    try packaged.makeFolder("Documents/P")
    try packaged.workspace.write("x", to: "Documents/P/old.txt")
    try packaged.makePackage("Documents/P/unfit.pack")
    try #require(symlink("x", "\(packaged.workspace.path)/Documents/P/unfit.pack/link") == 0)
    // Where the disk does not tell when a file was made, any new name may be one that was moved.
    guard try packaged.root.directory.status("Documents/P/old.txt").birth != nil else { return }
    let root = packaged.root
    let listed = try await root.run("the folder could not be listed") { () throws -> [String] in
      let directory = try #require(try root.directory.directoryIfPresent("Documents/P"))
      let folder = try FolderPath(parsing: "P")
      // Files are stamped with a clock of some milliseconds a tick.
      var survey = FolderSurvey(
        directory, of: folder, named: folder.names[0], packages: root.packages.names,
        begin: SystemClock.now() - 1_000_000_000)
      var listed = [ArchivedItem]()
      while let more = try survey.advance() { listed += more }
      try packaged.workspace.write("x", to: "Documents/P/new.txt")
      try survey.requireNothingElse(than: listed)
      return listed.map(\.path)
    }
    #expect(listed == ["", "old.txt"])
  }

  @Test("holds a document that was replaced by another of its length, with its own time")
  func replaced() async throws {
    let packaged = try await makePapers()
    let archive = try await archive("Papers", of: packaged)
    try packaged.workspace.write("HELLO", to: "Documents/Papers/new")
    let top = "\(packaged.workspace.path)/Documents/Papers"
    try #require(rename("\(top)/new", "\(top)/b.txt") == 0)
    let entry = try await SentArchive.take(archive).entries()[1]
    #expect(entry.content == Array("HELLO".utf8) && entry.written > 1_000_000_000)
  }

  @Test("stops when its client has left")
  func left() async throws {
    struct Gone: Error {}
    let packaged = try await makePapers()
    let archive = try await archive("Papers", of: packaged)
    await #expect(throws: Gone.self) { try await archive.write { _ in throw Gone() } }
  }

  @Test("is refused before it begins when something in it may not be read", .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    let packaged = try await makePapers()
    for path in ["b.txt", "Zo\u{EB}"] {
      let place = "\(packaged.workspace.path)/Documents/Papers/\(path)"
      try #require(chmod(place, 0) == 0)
      let error = await #expect(throws: DocumentError.self) { try await archive("Papers", of: packaged) }
      try #require(chmod(place, 0o755) == 0)
      #expect(error?.code == .contentUnreadable && error?.detail.contains(path) == true, "\(path)")
    }
  }
}
