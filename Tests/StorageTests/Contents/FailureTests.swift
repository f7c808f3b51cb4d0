import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A failure between any two steps")
struct FailureTests {
  let workspace = TemporaryWorkspace()

  private func store(failingAt step: FilePlacement.Step, with errno: CInt) throws -> FileContentStore {
    FileContentStore(root: try workspace.open()) { reached in
      if reached == step { throw SystemError(errno: errno, call: "test") }
    }
  }

  @Test(
    "of a creation leaves nothing, and the content can be placed later",
    arguments: [FilePlacement.Step.staged, .foldersMade, .named, .synchronized])
  func creation(_ step: FilePlacement.Step) async throws {
    let store = try store(failingAt: step, with: ENOSPC)
    do {
      let staged = try await store.staged(Array("new".utf8))
      await expectRefusal(.storageFull) {
        _ = try await store.place(staged, at: .at("a.txt"), replacing: nil)
      }
      #expect(try await store.found().isEmpty)
      _ = try await FileContentStore(root: store.root).place(staged, at: .at("a.txt"), replacing: nil)
      #expect(try await store.text(at: "a.txt") == "new")
    }
    try await until { workspace.names(in: "tmp").isEmpty }
  }

  @Test(
    "of a replacement leaves the old document, and nothing else",
    arguments: [FilePlacement.Step.staged, .verified, .setAside, .exchanged, .synchronized])
  func replacement(_ step: FilePlacement.Step) async throws {
    let store = try store(failingAt: step, with: EIO)
    try await FileContentStore(root: store.root).put("old", at: "a.txt")
    do {
      let staged = try await store.staged(Array("new".utf8))
      await expectRefusal(.storageFailed) {
        _ = try await store.place(staged, at: .at("a.txt"), replacing: .of("old"))
      }
    }
    #expect(try await store.text(at: "a.txt") == "old")
    #expect(workspace.names(in: "Library/Versions").isEmpty)
    try await until { workspace.names(in: "tmp").isEmpty }
  }

  @Test("staged bytes that rest hold nothing open, and are refused when they were changed meanwhile")
  func resting() async throws {
    let store = FileContentStore(root: try workspace.open())
    let staged = try await store.staged(Array("ours".utf8))
    #expect(staged.descriptor >= 0)
    staged.rest()
    #expect(staged.descriptor == -1)
    let name = try #require(workspace.names(in: "tmp").first)
    try workspace.write("theirs, and longer", to: "tmp/\(name)")
    await expectRefusal(.storageFailed) { try await staged.wake() }
    await expectRefusal(.storageFailed) {
      _ = try await store.place(staged, at: .at("a.txt"), replacing: nil)
    }
    #expect(try await store.found().isEmpty)
  }

  @Test(
    "of a move leaves the document where it was, whole",
    arguments: [FilePlacement.Step.foldersMade, .named, .synchronized])
  func move(_ step: FilePlacement.Step) async throws {
    let store = try store(failingAt: step, with: EIO)
    try await FileContentStore(root: store.root).put("kept", at: "F/a.txt")
    await expectRefusal(.storageFailed) { try await store.move(.at("F/a.txt"), to: .at("G/b.txt")) }
    #expect(try await store.text(at: "F/a.txt") == "kept")
    #expect(try await store.found().count == 1)
  }

  @Test(
    "of a way into the Trash leaves the document where it was, whole",
    arguments: [FilePlacement.Step.foldersMade, .named, .synchronized])
  func trash(_ step: FilePlacement.Step) async throws {
    let (store, id) = (try store(failingAt: step, with: EIO), DocumentID())
    try await FileContentStore(root: store.root).put("kept", at: "a.txt")
    await expectRefusal(.storageFailed) { try await store.trash(id, at: .at("a.txt")) }
    #expect(try await store.text(at: "a.txt") == "kept")
    await expectRefusal(.notFound) { _ = try await store.openTrashed(id) }
  }

  @Test(
    "of a way out of the Trash leaves the document there, whole",
    arguments: [FilePlacement.Step.foldersMade, .named, .synchronized])
  func restore(_ step: FilePlacement.Step) async throws {
    let (store, id) = (try store(failingAt: step, with: EIO), DocumentID())
    try await FileContentStore(root: store.root).put("kept", at: "a.txt")
    try await FileContentStore(root: store.root).trash(id, at: .at("a.txt"))
    await expectRefusal(.storageFailed) { try await store.restore(id, to: .at("b.txt")) }
    #expect(try await store.openTrashed(id).text() == "kept")
    #expect(try await store.found().isEmpty)
  }

  @Test("a foreign save at the moment of the exchange is not lost, and ours is refused")
  func racing() async throws {
    let workspace = workspace
    let store = FileContentStore(root: try workspace.open()) { step in
      if step == .setAside {
        try workspace.write("theirs", to: "Documents/new")
        rename("\(workspace.path)/Documents/new", "\(workspace.path)/Documents/a.txt")
      }
    }
    try await store.put("old", at: "a.txt")
    await expectRefusal(.versionConflict) { try await store.put("ours", at: "a.txt", replacing: "old") }
    #expect(workspace.text(of: "Documents/a.txt") == "theirs")
  }

  @Test("a foreign edit in place at the moment of the exchange is not lost")
  func editing() async throws {
    let workspace = workspace
    let store = FileContentStore(root: try workspace.open()) { step in
      if step == .setAside { try workspace.write("theirs", to: "Documents/a.txt") }
    }
    try await store.put("old", at: "a.txt")
    await expectRefusal(.versionConflict) { try await store.put("ours", at: "a.txt", replacing: "old") }
    #expect(workspace.text(of: "Documents/a.txt") == "theirs")
  }

  @Test("a document that is removed on the disk at that moment is a conflict")
  func removing() async throws {
    let workspace = workspace
    let store = FileContentStore(root: try workspace.open()) { step in
      if step == .setAside { unlink("\(workspace.path)/Documents/a.txt") }
    }
    try await store.put("old", at: "a.txt")
    await expectRefusal(.versionConflict) { try await store.put("ours", at: "a.txt", replacing: "old") }
    #expect(try await store.found().isEmpty)
  }

  @Test("a directory that appears there at that moment stays")
  func directory() async throws {
    let workspace = workspace
    let store = FileContentStore(root: try workspace.open()) { step in
      guard step == .setAside else { return }
      unlink("\(workspace.path)/Documents/a.txt")
      mkdir("\(workspace.path)/Documents/a.txt", 0o755)
    }
    try await store.put("old", at: "a.txt")
    await expectRefusal(.versionConflict) { try await store.put("ours", at: "a.txt", replacing: "old") }
    #expect(try await store.folders(in: .top).map(\.description) == ["a.txt"])
  }

  @Test(
    "the kernel's reasons become refusals that say what to do",
    arguments: [
      (ENOSPC, DocumentError.Code.storageFull, "it failed: the disk is full; free some space and try again"),
      (EDQUOT, .storageFull, "it failed: the disk is full; free some space and try again"),
      (EROFS, .readOnly, "it failed: the disk is read-only"),
      (EACCES, .readOnly, "it failed: the permissions there do not allow it"),
      (EPERM, .readOnly, "it failed: the permissions there do not allow it"),
      (EMFILE, .busy, "it failed: too many files are open; try again"),
      (ENAMETOOLONG, .invalidName, "it failed: the name or path is too long for the file system"),
      (EIO, .storageFailed, "it failed"),
    ])
  func reasons(_ errno: CInt, _ code: DocumentError.Code, _ detail: String) throws {
    let error = DocumentError(SystemError(errno: errno, call: "write"), "it failed")
    #expect(error.code == code && error.detail == detail)
    #expect((error.cause as? SystemError)?.errno == errno)
  }

  @Test(
    "refusals of the workspace's own folders are laid to permissions, and to the disk where that is read-only",
    arguments: [(EACCES, "the permissions there do not allow it"), (EROFS, "the disk is read-only")])
  func permissionsOrDisk(_ errno: CInt, _ reason: String) async throws {
    let store = try store(failingAt: .named, with: errno)
    let error = await #expect(throws: DocumentError.self) { try await store.put("new", at: "a.txt") }
    #expect(error?.code == .readOnly && error?.detail.hasSuffix(": \(reason)") == true)
  }

  @Test("a folder in Library that lost its permissions is no read-only disk", .enabled(if: geteuid() != 0))
  func closedFolder() async throws {
    let store = FileContentStore(root: try workspace.open())
    try await store.put("old", at: "a.txt")
    let versions = "\(workspace.path)/Library/Versions"
    try #require(chmod(versions, 0o500) == 0)
    let error = await #expect(throws: DocumentError.self) {
      try await store.put("new", at: "a.txt", replacing: "old")
    }
    try #require(chmod(versions, 0o700) == 0)
    #expect(
      error?.code == .readOnly && error?.detail.hasSuffix(": the permissions there do not allow it") == true)
    #expect(try await store.text(at: "a.txt") == "old")
  }

  @Test("a file whose permissions keep it from being read says so, and nothing of the workspace")
  func unreadable() throws {
    let error = FileContent.refusal(SystemError(errno: EACCES, call: "openat2"))
    let refusal = DocumentError(disk: error, "the content could not be opened")
    #expect(refusal.code == .contentUnreadable && (refusal.cause as? SystemError)?.errno == EACCES)
    let other = FileContent.refusal(SystemError(errno: EIO, call: "openat2"))
    #expect(DocumentError(disk: other, "it failed").code == .storageFailed)
  }

  @Test("a file without any permissions is neither read, hashed nor replaced", .enabled(if: geteuid() != 0))
  func noPermissions() async throws {
    let store = FileContentStore(root: try workspace.open())
    try await store.put("one", at: "a.txt")
    try #require(chmod("\(workspace.path)/Documents/a.txt", 0) == 0)
    await expectRefusal(.contentUnreadable) { _ = try await store.text(at: "a.txt") }
    await expectRefusal(.contentUnreadable) { _ = try await store.take(.at("a.txt")) }
    await expectRefusal(.contentUnreadable) { _ = try await store.hash(Location.at("a.txt")) }
    try #require(chmod("\(workspace.path)/Documents/a.txt", 0o644) == 0)
    #expect(try await store.text(at: "a.txt") == "one")
  }

  @Test("a full disk refuses an upload and keeps what is there", .enabled(if: SmallDisk.isPossible))
  func fullDisk() async throws {
    let disk = try #require(SmallDisk(at: workspace.path))
    let store = FileContentStore(root: try SandboxRoot(opening: disk.path))
    try await store.put("old", at: "a.txt")
    await expectRefusal(.storageFull) {
      try await store.put(String(repeating: "x", count: 8 << 20), at: "a.txt", replacing: "old")
    }
    #expect(try await store.text(at: "a.txt") == "old")
    #expect(try await store.found().count == 1)
  }
}

/// A file system of one megabyte, where this process may mount one.
final class SmallDisk {
  let path: String

  init?(at path: String) {
    self.path = path
    guard mount("none", path, "tmpfs", 0, "size=1m") == 0 else { return nil }
  }

  /// Mounts it read-only, as an administrator of the machine would; whether that was possible.
  func turnReadOnly() -> Bool {
    // MS_REMOUNT and MS_RDONLY (mount(2)).
    mount("none", path, "tmpfs", 32 | 1, "size=1m") == 0
  }

  deinit {
    umount2(path, CInt(MNT_DETACH))
  }

  static var isPossible: Bool {
    let workspace = TemporaryWorkspace()
    return SmallDisk(at: workspace.path) != nil
  }
}
