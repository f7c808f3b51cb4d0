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

  @Test("somebody's save at the moment of the exchange is not lost, and ours is refused")
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

  @Test("somebody's edit in place at the moment of the exchange is not lost")
  func editing() async throws {
    let workspace = workspace
    let store = FileContentStore(root: try workspace.open()) { step in
      if step == .setAside { try workspace.write("theirs", to: "Documents/a.txt") }
    }
    try await store.put("old", at: "a.txt")
    await expectRefusal(.versionConflict) { try await store.put("ours", at: "a.txt", replacing: "old") }
    #expect(workspace.text(of: "Documents/a.txt") == "theirs")
  }

  @Test("a document that somebody removed at that moment is a conflict")
  func removing() async throws {
    let workspace = workspace
    let store = FileContentStore(root: try workspace.open()) { step in
      if step == .setAside { unlink("\(workspace.path)/Documents/a.txt") }
    }
    try await store.put("old", at: "a.txt")
    await expectRefusal(.versionConflict) { try await store.put("ours", at: "a.txt", replacing: "old") }
    #expect(try await store.found().isEmpty)
  }

  @Test("a directory that somebody put there at that moment stays")
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
      (EROFS, .readOnly, "it failed: the workspace cannot be written"),
      (EACCES, .readOnly, "it failed: the workspace cannot be written"),
      (EMFILE, .busy, "it failed: too many files are open; try again"),
      (ENAMETOOLONG, .invalidName, "it failed: the name or path is too long for the file system"),
      (EIO, .storageFailed, "it failed"),
    ])
  func reasons(_ errno: CInt, _ code: DocumentError.Code, _ detail: String) throws {
    let error = DocumentError(SystemError(errno: errno, call: "write"), "it failed")
    #expect(error.code == code && error.detail == detail)
    #expect((error.cause as? SystemError)?.errno == errno)
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

  deinit {
    umount2(path, CInt(MNT_DETACH))
  }

  static var isPossible: Bool {
    let workspace = TemporaryWorkspace()
    return SmallDisk(at: workspace.path) != nil
  }
}
