import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A package in the tree")
struct PackageReadingTests {
  let packaged: PackagedWorkspace

  private var workspace: TemporaryWorkspace { packaged.workspace }
  private var store: FileContentStore { packaged.store }

  init() async throws {
    packaged = try await PackagedWorkspace()
  }

  private func path(_ name: String) -> String { "\(workspace.path)/Documents/\(name)" }

  private func findings() async throws -> [TreeFinding] {
    var findings: [TreeFinding] = []
    for try await finding in store.walk() { findings.append(finding) }
    return findings
  }

  @Test("is no folder: it is not listed, entered, walked, or made")
  func noFolder() async throws {
    try packaged.makeFolder("Documents/F")
    try packaged.makePackage("Documents/F/x.pack")
    let (outer, inner) = (try FolderPath(parsing: "F"), try FolderPath(parsing: "F/x.pack"))
    #expect(try await store.folders(in: .top).map(\.description) == ["F"])
    #expect(try await store.folders(in: outer).isEmpty)
    #expect(try await store.folder(outer).hasFolders == false)
    await expectRefusal(.notFound) { _ = try await store.folder(inner) }
    await expectRefusal(.notFound) { _ = try await store.folders(in: inner) }
    await expectRefusal(.notFound) { _ = try await store.removeEmptyFolders(inner) }
    await expectRefusal(.notFound) {
      try await store.moveFolder(inner, to: FolderPath(parsing: "elsewhere"))
    }
    await expectRefusal(.invalidName) { _ = try await store.makeFolder(FolderPath(parsing: "new.pack")) }
    await expectRefusal(.invalidName) { _ = try await store.makeFolder(FolderPath(parsing: "F/x.pack/in")) }
    await expectRefusal(.invalidName) {
      try await store.moveFolder(outer, to: FolderPath(parsing: "F.pack"))
    }
    var found: [TreeFinding] = []
    for try await finding in store.walk(in: inner) { found.append(finding) }
    #expect(found.isEmpty)
  }

  @Test("is refused when the disk has no room for its archive, before any of it is written")
  func roomless() async throws {
    try packaged.makePackage()
    let disk = packaged.root.directory.descriptor
    let hole = try Descriptor.open("\(path("x.pack"))/hole", flags: O_WRONLY | O_CREAT, mode: 0o644)
    try #require(ftruncate(hole.rawValue, off_t(try disk.space().free / 4 * 3)) == 0)
    await expectRefusal(.storageFull) {
      _ = try await store.open(Location(name: FileName("x.pack")))
    }
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("that is empty is a document, and is not removed as an empty folder")
  func empty() async throws {
    try packaged.makeFolder("Documents/F")
    try packaged.makeFolder("Documents/F/empty.pack")
    #expect(try await store.found().map(\.size) == [22])
    #expect(try await store.removeEmptyFolders(FolderPath(parsing: "F")).count == 1)
    #expect(workspace.exists("Documents/F/empty.pack"))
  }

  @Test("has the bytes of its archive, and their length and hash")
  func content() async throws {
    try packaged.makePackage()
    let content = try await store.open(.at("x.pack"))
    let bytes = try content.bytes()
    let hashed = try #require(try await store.hash(.at("x.pack")))
    let found = try #require(try await store.found().first)
    #expect(hashed.sha256 == .of(bytes))
    #expect([content.size, hashed.placed.size, found.size] == Array(repeating: Int64(bytes.count), count: 3))
    #expect(content.fingerprint == found.fingerprint)
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("cannot be written through the descriptor that readers are handed")
  func readOnly() async throws {
    try packaged.makePackage()
    let content = try await store.open(.at("x.pack"))
    #expect(write(content.descriptor, "evil", 4) == -1)
    #expect(content.isUnchanged())
  }

  @Test(
    "changes its fingerprint and its hash with anything in it",
    arguments: ["text.txt", ".hidden", "Data/picture.txt", "Data/new.txt", "new.txt", ".new"])
  func changes(file: String) async throws {
    try packaged.makePackage()
    let before = try #require(try await store.found().first)
    let hash = try await store.hash(.at("x.pack"))?.sha256
    // Of another length: the clock may not have ticked since it was made.
    try workspace.write("another text", to: "Documents/x.pack/\(file)")
    let after = try #require(try await store.found().first)
    #expect(after.fingerprint != before.fingerprint)
    #expect(try await store.hash(.at("x.pack"))?.sha256 != hash)
  }

  @Test("changes its fingerprint when something in it is removed or gets another name")
  func inside() async throws {
    try packaged.makePackage()
    var seen = Set(try await store.found().map(\.fingerprint))
    #expect(rename(path("x.pack/Data"), path("x.pack/Other")) == 0)
    seen.formUnion(try await store.found().map(\.fingerprint))
    #expect(unlink(path("x.pack/text.txt")) == 0)
    seen.formUnion(try await store.found().map(\.fingerprint))
    #expect(seen.count == 3)
  }

  @Test("keeps its fingerprint under another name, so that it is known again")
  func renamed() async throws {
    try packaged.makePackage()
    let before = try #require(try await store.found().first)
    #expect(rename(path("x.pack"), path("y.pack")) == 0)
    let after = try #require(try await store.found().first)
    #expect(after.location.relativePath == "y.pack")
    #expect(after.fingerprint == before.fingerprint)
    #expect(
      try await store.fingerprints(at: [.at("x.pack"), .at("y.pack")]) == [.at("y.pack"): before.fingerprint])
  }

  @Test("that holds a link, a FIFO, or a name that cannot be kept is passed over whole")
  func unfit() async throws {
    for name in ["link", "pipe", "name"] { try packaged.makePackage("Documents/\(name).pack") }
    try #require(symlink("/etc/passwd", path("link.pack/Data/passwd")) == 0)
    try #require(mkfifo(path("pipe.pack/pipe"), 0o644) == 0)
    close(creat(path("name.pack/back\\slash"), 0o644))
    let expected = ["link.pack", "name.pack", "pipe.pack"].map { TreeFinding.passedOver($0, .unfitPackage) }
    #expect(Set(try await findings()) == Set(expected))
    for name in ["link", "pipe", "name"] {
      await expectRefusal(.unfitPackage, "\(name)") { _ = try await store.open(.at("\(name).pack")) }
      await expectRefusal(.unfitPackage, "\(name)") { _ = try await store.take(.at("\(name).pack")) }
    }
  }

  @Test("that gains a link is still there, and looks like nothing that was read")
  func unfitLater() async throws {
    try packaged.makePackage()
    let before = try #require(try await store.fingerprints(at: [.at("x.pack")])[.at("x.pack")])
    try #require(symlink("/etc/passwd", path("x.pack/link")) == 0)
    let unfit = try #require(try await store.fingerprints(at: [.at("x.pack")])[.at("x.pack")])
    #expect(unfit != before && unfit.inode == before.inode)
    await expectRefusal(.unfitPackage) { _ = try await store.open(.at("x.pack")) }
    #expect(unlink(path("x.pack/link")) == 0)
    #expect(try await store.hash(.at("x.pack")) != nil)
  }

  @Test("that is nested too deeply is passed over, however deep")
  func abyss() async throws {
    try packaged.makeFolder("Documents/deep.pack")
    var directory = try Directory(opening: path("deep.pack"))
    for _ in 0..<60 {
      _ = try directory.makeDirectory("d")
      directory = try directory.directory("d")
    }
    #expect(try await findings() == [.passedOver("deep.pack", .unfitPackage)])
  }

  @Test("a link of a package's name is no package, and a file of such a name is a file")
  func others() async throws {
    try packaged.makePackage("tmp/real.pack")
    try #require(symlink("../tmp/real.pack", path("link.pack")) == 0)
    try workspace.write("plain", to: "Documents/file.pack")
    #expect(
      Set(try await store.found().map(\.location.relativePath)) == ["file.pack"])
    #expect(try await store.text(at: "file.pack") == "plain")
    await expectRefusal(.notFound) { _ = try await store.open(.at("link.pack")) }
  }

  @Test("its entries are no documents, whatever path is asked for")
  func within() async throws {
    try packaged.makePackage()
    #expect(try await store.found().count == 1)
    await expectRefusal(.invalidName) { try await store.put("x", at: "x.pack/new.txt") }
    await expectRefusal(.notFound) { _ = try await store.open(.at("x.pack/text.txt")) }
    await expectRefusal(.notFound) { try await store.move(.at("x.pack/text.txt"), to: .at("mine.txt")) }
    await expectRefusal(.notFound) { try await store.trash(DocumentID(), at: .at("x.pack/text.txt")) }
    #expect(try await store.fingerprints(at: [.at("x.pack/text.txt")]).isEmpty)
    #expect(workspace.text(of: "Documents/x.pack/text.txt") == "hello")
  }

  @Test("from before anything was held is held as it was read, and not as what it is now")
  func holding() async throws {
    try packaged.makePackage()
    let hash = try #require(try await store.hash(.at("x.pack"))).sha256
    let looks = try #require(try packaged.root.packages.status("Documents/x.pack")).fingerprint
    #expect(try await store.heldContents(among: [hash]).isEmpty)
    #expect(try await store.hold(.at("x.pack"), as: hash, looking: looks) == looks)
    #expect(try await store.heldContents(among: [hash]) == [hash])
    try workspace.write("hello again", to: "Documents/x.pack/text.txt")
    #expect(try await store.hold(.at("x.pack"), as: hash, looking: looks) == nil)
    #expect(try await store.keepHeld(hash))
  }

  @Test("is held when it is taken, so that a state that is written over becomes a version")
  func held() async throws {
    try packaged.makePackage()
    let hash = try #require(try await store.take(.at("x.pack"))).sha256
    let bytes = try packaged.archive(of: "Documents/x.pack")
    try workspace.write("overwritten", to: "Documents/x.pack/text.txt")
    #expect(try await store.keepHeld(hash))
    #expect(try await store.openVersion(hash).bytes() == bytes)
  }

  @Test("a change in it is told of by the place of the package", .timeLimit(.minutes(1)))
  func noticed() async throws {
    try packaged.makePackage()
    let listening = try #require(store.notices())
    var listener = listening.makeAsyncIterator()
    #expect(await listener.next() == .anywhere)
    let place = try Location.at("x.pack")
    for file in ["text.txt", ".hidden", "Data/picture.txt"] {
      try workspace.write("more", to: "Documents/x.pack/\(file)")
      #expect(await listener.next() == .places([place]), "\(file)")
    }
  }

  @Test("the rule stays with the workspace, for the next server")
  func remembered() async throws {
    let again = try workspace.open(for: .inspecting)
    #expect(again.packages.names == PackageNames(extensions: ["pack"]))
    let other = TemporaryWorkspace()
    #expect(try other.open().packages.names == .empty)
  }
}
