import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A workspace on disk")
struct SandboxRootTests {
  let workspace = TemporaryWorkspace()

  @Test("the first start lays out the areas, and no Inbox")
  func layout() throws {
    _ = try workspace.open()
    #expect(workspace.names(in: "") == ["Caches", "Documents", "Library", "tmp"])
    #expect(workspace.names(in: "Documents").isEmpty)
    #expect(workspace.names(in: "Library") == ["Trash", "Versions", "lock"])
  }

  @Test("only Documents is readable for other users", arguments: SandboxArea.allCases)
  func modes(_ area: SandboxArea) throws {
    let root = try workspace.open()
    _ = try root.directory(of: area)
    var facts = stat()
    try #require(stat("\(workspace.path)/\(area.path)", &facts) == 0)
    #expect(facts.st_mode & 0o077 == (area.path.hasPrefix("Documents") ? 0o055 : 0))
  }

  @Test("a new directory is made, but not the directories above it")
  func making() throws {
    _ = try SandboxRoot(opening: "\(workspace.path)/new")
    #expect(workspace.exists("new/Documents"))
    #expect(throws: DocumentError.self) { try SandboxRoot(opening: "\(workspace.path)/a/b") }
    #expect(!workspace.exists("a"))
  }

  @Test("an area that was removed is made again at the next start")
  func remaking() throws {
    _ = try workspace.open()
    for area in ["Caches", "Library", "tmp"] {
      try FileManager.default.removeItem(atPath: "\(workspace.path)/\(area)")
    }
    _ = try workspace.open()
    #expect(workspace.names(in: "") == ["Caches", "Documents", "Library", "tmp"])
  }

  @Test("an area is missing or made, as asked, and made once")
  func lookup() async throws {
    let root = try workspace.open()
    await expectRefusal(.notFound) { _ = try root.directory(of: .inbox, create: false) }
    #expect(!workspace.exists("Documents/Inbox"))
    for _ in 1...2 { _ = try root.directory(of: .inbox, create: true) }
    #expect(workspace.exists("Documents/Inbox"))
  }

  @Test("a workspace has one server, and says who it is")
  func lock() async throws {
    let first = try workspace.open()
    do {
      _ = try workspace.open()
      Issue.record("two servers have one workspace")
    } catch {
      let refusal = try #require(error as? DocumentError)
      #expect(refusal.code == .workspaceBusy)
      #expect(
        refusal.detail
          == "another Sheaf (process \(getpid())) serves this workspace; stop it first, or choose another --root"
      )
    }
    withExtendedLifetime(first) {}
  }

  @Test("a removed lock file lets no second server in, and is not made by it")
  func removedLock() async throws {
    let first = try workspace.open()
    try #require(unlink("\(workspace.path)/Library/lock") == 0)
    await expectRefusal(.workspaceBusy) { _ = try workspace.open() }
    #expect(!workspace.exists("Library/lock"))
    first.release()
    _ = try workspace.open()
  }

  @Test("the lock file alone, as where no directory can be locked, keeps other servers out")
  func fileAlone() async throws {
    do { _ = try workspace.open() }
    let file = try Descriptor.open("\(workspace.path)/Library/lock", flags: O_RDWR)
    try #require(try file.lockExclusively())
    await expectRefusal(.workspaceBusy) { _ = try workspace.open() }
    withExtendedLifetime(file) {}
  }

  @Test("the lock ends with the server")
  func unlock() throws {
    do { _ = try workspace.open() }
    _ = try workspace.open()
  }

  @Test("other processes may share and inspect a workspace that is served")
  func sharing() throws {
    let server = try workspace.open()
    _ = try workspace.open(for: .sharing)
    _ = try workspace.open(for: .inspecting)
    withExtendedLifetime(server) {}
  }

  @Test("inspecting makes nothing, and needs something to inspect")
  func inspecting() async throws {
    _ = try workspace.open(for: .inspecting)
    #expect(workspace.names(in: "").isEmpty)
    await expectRefusal(.notFound) { _ = try SandboxRoot(opening: workspace.path + "/x", for: .inspecting) }
  }

  @Test("an area that is a link or a file is refused, by name", arguments: SandboxArea.allCases)
  func links(_ area: SandboxArea) throws {
    guard area != .inbox else { return }
    try #require(symlink("/etc", "\(workspace.path)/\(area.path)") == 0)
    let refusal = #expect(throws: DocumentError.self) { try workspace.open() }
    #expect(refusal?.code == .storageFailed)
    #expect(refusal?.detail == "the workspace's \(area.path) must be a real directory")
  }

  @Test("a start empties tmp, whatever lies there, and follows no link")
  func cleaning() throws {
    _ = try workspace.open()
    try workspace.write("x", to: "tmp/stage-abc")
    try workspace.write("x", to: "tmp/something else")
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/tmp/a/b", withIntermediateDirectories: true)
    try workspace.write("x", to: "tmp/a/b/c")
    try workspace.write("safe", to: "Documents/a.txt")
    try #require(symlink("\(workspace.path)/Documents", "\(workspace.path)/tmp/link") == 0)
    _ = try workspace.open()
    #expect(workspace.names(in: "tmp").isEmpty)
    #expect(workspace.text(of: "Documents/a.txt") == "safe")
  }

  @Test(
    "a file that cannot be removed from tmp stays there with its reason, and stops no start",
    .enabled(if: SmallDisk.isPossible))
  func stubborn() throws {
    _ = try workspace.open()
    for name in ["stage-a", "stage-c"] { try workspace.write("x", to: "tmp/\(name)") }
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/tmp/stage-b", withIntermediateDirectories: false)
    let disk = try #require(SmallDisk(at: "\(workspace.path)/tmp/stage-b"))
    let root = try workspace.open()
    #expect(root.leftovers.keys.sorted() == ["stage-b"])
    #expect(workspace.names(in: "tmp") == ["stage-b"])
    _ = disk
  }

  @Test("no refusal holds the workspace's path")
  func secrecy() async throws {
    let missing = #expect(throws: DocumentError.self) {
      try SandboxRoot(opening: "\(workspace.path)/a/b")
    }
    try workspace.write("x", to: "Documents")
    let file = #expect(throws: DocumentError.self) { try workspace.open() }
    for refusal in [missing, file] {
      #expect(refusal.map { "\($0)".contains(workspace.path) } == false)
    }
  }

  @Test("a workspace or a Documents that went away is not mistaken for an empty one")
  func goneAway() async throws {
    let root = try workspace.open()
    let store = FileContentStore(root: root)
    try await store.put("x", at: "a.txt")
    try #require(rename("\(workspace.path)/Documents", "\(workspace.path)/Away") == 0)
    await expectRefusal(.storageFailed) { _ = try await store.found() }
    try #require(rename("\(workspace.path)/Away", "\(workspace.path)/Documents") == 0)
    #expect(try await store.found().count == 1)
    try #require(rename(workspace.path, "\(workspace.path)-away") == 0)
    await expectRefusal(.storageFailed) { _ = try await store.found() }
    try #require(mkdir(workspace.path, 0o700) == 0)
    await expectRefusal(.storageFailed) { _ = try await store.found() }
    try #require(rmdir(workspace.path) == 0)
    try #require(rename("\(workspace.path)-away", workspace.path) == 0)
    #expect(try await store.found().count == 1)
  }

  @Test("a folder that cannot be read is told from an empty one", .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    let store = FileContentStore(root: try workspace.open())
    try await store.put("x", at: "F/a.txt")
    try #require(chmod("\(workspace.path)/Documents/F", 0) == 0)
    var findings: [TreeFinding] = []
    for try await finding in store.walk() { findings.append(finding) }
    #expect(findings == [.unread(try FolderPath(parsing: "F"))])
    chmod("\(workspace.path)/Documents/F", 0o755)
  }
}
