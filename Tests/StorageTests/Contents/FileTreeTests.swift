import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("The tree of plain files")
struct FileTreeTests {
  let workspace: TemporaryWorkspace
  let store: FileContentStore

  init() throws {
    workspace = TemporaryWorkspace()
    store = FileContentStore(root: try workspace.open())
  }

  @Test("a document is a plain file under its own name, and never executable")
  func plain() async throws {
    try await store.put("hello", at: "Letters/to Zoë.txt")
    #expect(workspace.text(of: "Documents/Letters/to Zoë.txt") == "hello")
    var facts = stat()
    try #require(stat("\(workspace.path)/Documents/Letters/to Zoë.txt", &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o644)
    #expect(facts.st_nlink == 1)
  }

  @Test("nothing is left in tmp after whatever happened to an upload")
  func leftovers() async throws {
    try await store.put("one", at: "a.txt")
    try await store.put("two", at: "a.txt", replacing: "one")
    try await store.put("one", at: "a.txt", replacing: "two")
    let abandoned = try await store.stage()
    try await abandoned.write(Array(repeating: 0, count: 2 << 20))
    #expect(workspace.names(in: "tmp").count == 1)
    await abandoned.abandon()
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("an upload that is dropped without a word leaves nothing")
  func dropped() async throws {
    do {
      let stage = try await store.stage()
      try await stage.write([1, 2, 3])
      _ = try await stage.finish()
    }
    try await until { workspace.names(in: "tmp").isEmpty }
  }

  @Test("links are not followed, whether to files or on the way")
  func links() async throws {
    try workspace.write("secret", to: "secret.txt")
    let documents = "\(workspace.path)/Documents"
    try #require(symlink("../secret.txt", "\(documents)/link.txt") == 0)
    try #require(symlink("/etc", "\(documents)/etc") == 0)
    try #require(symlink("..", "\(documents)/up") == 0)
    for path in ["link.txt", "etc/passwd", "up/secret.txt"] {
      await expectRefusal(.notFound, "\(path)") { _ = try await store.open(.at(path)) }
      await expectRefusal(.notFound, "\(path)") { _ = try await store.hash(.at(path)) }
      await expectRefusal(.notFound, "\(path)") { try await store.move(.at(path), to: .at("mine")) }
      await expectRefusal(.versionConflict, "\(path)") {
        try await store.put("x", at: path, replacing: "secret")
      }
    }
    for path in ["link.txt", "etc", "etc/new", "up/new", "up/Library/new"] {
      await expectRefusal(.nameTaken, "\(path)") { try await store.put("x", at: path) }
    }
    #expect(try await store.found().isEmpty)
    #expect(try await store.folders(in: .top).isEmpty)
    #expect(workspace.text(of: "secret.txt") == "secret")
    #expect(!workspace.exists("new"))
  }

  @Test("devices and FIFOs are not opened", .timeLimit(.minutes(1)))
  func special() async throws {
    try #require(mkfifo("\(workspace.path)/Documents/pipe", 0o644) == 0)
    await expectRefusal(.notFound) { _ = try await store.open(.at("pipe")) }
    await expectRefusal(.notFound) { _ = try await store.hash(.at("pipe")) }
    await expectRefusal(.versionConflict) { try await store.put("x", at: "pipe", replacing: "") }
    await expectRefusal(.nameTaken) { try await store.put("x", at: "pipe") }
    await expectRefusal(.notFound) { try await store.trash(DocumentID(), at: .at("pipe")) }
    #expect(try await store.found().isEmpty)
  }

  @Test("a walk passes over what can be no document, and says why")
  func walking() async throws {
    let documents = "\(workspace.path)/Documents"
    try await store.put("x", at: "F/good.txt")
    for name in [".hidden", "F/.DS_Store", " space", "back\\slash", "F/rtl\u{202E}gpj.exe"] {
      try workspace.write("x", to: "Documents/\(name)")
    }
    close(creat("\(documents)/bad-\u{1}", 0o644))
    let bytes: [CChar] = Array("\(documents)/latin-".utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
    close(creat(bytes, 0o644))
    try #require(symlink("good.txt", "\(documents)/F/link") == 0)
    try #require(mkdir("\(documents)/.git", 0o755) == 0)
    try workspace.write("x", to: "Documents/.git/config")
    #expect(try await store.found().map(\.location.relativePath) == ["F/good.txt"])
    var reasons: [TreeFinding.Reason] = []
    let walk = TreeWalk(root: store.root)
    while let finding = try await walk.next() {
      if case .passedOver(_, let reason) = finding { reasons.append(reason) }
    }
    #expect(reasons.count { $0 == .illegalName } == 5)
    #expect(reasons.count { $0 == .notRegular } == 1)
  }

  @Test("a tree deeper than documents may be is passed over, however deep")
  func abyss() async throws {
    try await store.put("x", at: "good.txt")
    var directory = try Directory(opening: "\(workspace.path)/Documents")
    for _ in 0..<200 {
      _ = try directory.makeDirectory("d")
      directory = try directory.directory("d")
    }
    #expect(try await store.found().map(\.location.relativePath) == ["good.txt"])
  }

  @Test("a file that a user puts into the tree is a document like any other")
  func foreign() async throws {
    try workspace.write("theirs", to: "Documents/theirs.txt")
    let hashed = try #require(try await store.hash(.at("theirs.txt")))
    #expect(hashed.sha256 == .of("theirs"))
    try await store.put("mine", at: "theirs.txt", replacing: "theirs")
    #expect(try await store.openVersion(.of("theirs")).text() == "theirs")
  }

  @Test("a save on a file that was edited meanwhile is refused, and the edit is kept")
  func edited() async throws {
    try await store.put("one", at: "a.txt")
    try workspace.write("theirs", to: "Documents/a.txt")
    await expectRefusal(.versionConflict) { try await store.put("mine", at: "a.txt", replacing: "one") }
    #expect(workspace.text(of: "Documents/a.txt") == "theirs")
  }

  @Test("an edit changes the fingerprint, even of the same length")
  func fingerprints() async throws {
    let before = try await store.put("one", at: "a.txt")
    try workspace.write("two", to: "Documents/a.txt")
    #expect(try await store.found().first?.fingerprint != before.fingerprint)
  }

  @Test("the Inbox goes when the last file has left it")
  func inbox() async throws {
    try await store.put("x", at: "Inbox/a.pdf")
    try await store.put("y", at: "Inbox/b.pdf")
    try await store.move(.at("Inbox/a.pdf"), to: .at("a.pdf"))
    #expect(workspace.exists("Documents/Inbox"))
    try await store.trash(DocumentID(), at: .at("Inbox/b.pdf"))
    #expect(!workspace.exists("Documents/Inbox"))
    try await store.put("z", at: "Inbox/c.pdf")
    #expect(try await store.text(at: "Inbox/c.pdf") == "z")
  }

  @Test("files come into an Inbox that is emptied all the time")
  func busyInbox() async throws {
    let store = store
    let result = await race(40) { number in
      try await store.put("\(number)", at: "Inbox/\(number)")
      try await store.move(.at("Inbox/\(number)"), to: .at("\(number)"))
    }
    #expect(result.refusals == [])
    #expect(try await store.found().count == 40)
  }

  @Test("versions are kept by their hash, once, and are not part of the tree")
  func versions() async throws {
    for name in ["a", "b"] {
      try await store.put("same", at: name)
      try await store.put("other", at: name, replacing: "same")
    }
    let hash = ContentHash.of("same").description
    #expect(workspace.names(in: "Library/Versions") == [String(hash.prefix(2))])
    #expect(workspace.text(of: "Library/Versions/\(hash.prefix(2))/\(hash)") == "same")
    #expect(try await store.found().count == 2)
  }

  @Test("a version that the disk shortened is replaced by the good one")
  func repaired() async throws {
    try await store.put("same", at: "a")
    try await store.put("other", at: "a", replacing: "same")
    let path = SandboxPath.version(.of("same"))
    try workspace.write("", to: path)
    try await store.put("same", at: "a", replacing: "other")
    try await store.put("third", at: "a", replacing: "same")
    #expect(workspace.text(of: path) == "same")
  }

  @Test("a version that the disk damaged is replaced by the good one, whatever its length")
  func rottenVersion() async throws {
    try await store.put("one", at: "a.txt")
    try await store.put("two", at: "a.txt", replacing: "one")
    try workspace.write("ONE", to: SandboxPath.version(.of("one")))
    try await store.put("one", at: "a.txt", replacing: "two")
    try await store.put("three", at: "a.txt", replacing: "one")
    #expect(workspace.text(of: SandboxPath.version(.of("one"))) == "one")
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("a version that is there is read once, and again after it was written to")
  func readOnce() async throws {
    let (known, folder) = (KnownHashes(), try workspace.open(for: .sharing).directory)
    let versions = VersionFolder(folder, known: known)
    let path = SandboxPath.version(.of("one"))
    func keep(_ name: String) throws {
      try workspace.write("one", to: "tmp/\(name)")
      try versions.keep("tmp/\(name)", as: .of("one"))
    }
    try keep("first")
    try workspace.write("ONE", to: path)
    try folder.open(path).settleTime()
    // A remembered hash is believed, so that nothing is read twice.
    known[try folder.status(path).fingerprint] = .of("one")
    try keep("second")
    #expect(workspace.text(of: path) == "ONE")
    try workspace.write("ONE", to: path)
    try keep("third")
    #expect(workspace.text(of: path) == "one")
    try workspace.write("ONE", to: path)
    try workspace.write("one", to: "tmp/fourth")
    try versions.keepCopy(of: "tmp/fourth", as: .of("one"))
    #expect(workspace.text(of: path) == "one" && workspace.names(in: "tmp") == ["fourth"])
  }

  @Test("a staged content that was tampered with is refused")
  func tampered() async throws {
    let stage = try await store.stage()
    try await stage.write(Array("good".utf8))
    let name = try #require(workspace.names(in: "tmp").first)
    try workspace.write("evil and longer", to: "tmp/\(name)")
    await expectRefusal(.storageFailed) { _ = try await stage.finish() }
  }
}

/// Waits for `condition`, giving way to other tasks; fails when it does not come about.
///
/// By time, not by turns: other threads and a slow disk take theirs, however many turns pass meanwhile.
func until(_ condition: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(50)
  while ContinuousClock.now < end {
    if condition() { return }
    await Task.yield()
  }
  Issue.record("it did not come about")
}
