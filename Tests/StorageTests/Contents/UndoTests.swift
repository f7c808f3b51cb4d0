import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A replacement that has to be undone while another program changes the same name")
struct UndoTests {
  let workspace = TemporaryWorkspace()

  /// A store whose replacements fail after the exchange, when `meddle` has been at the files.
  private func store(_ meddle: @escaping @Sendable (String) throws -> Void) throws -> FileContentStore {
    let documents = "\(workspace.path)/Documents"
    return FileContentStore(root: try workspace.open()) { step in
      guard step == .exchanged else { return }
      try meddle(documents)
      throw SystemError(errno: EIO, call: "test")
    }
  }

  private func replaceInVain(_ store: FileContentStore, _ path: String) async throws {
    try await FileContentStore(root: store.root).put("old", at: path)
    await expectRefusal(.storageFailed) { try await store.put("new", at: path, replacing: "old") }
    // The staged content's owner has removed its files by now.
    await store.root.pool.run {}
    try await until { !workspace.names(in: "tmp").contains { $0.hasPrefix("stage-") } }
  }

  @Test("the old content gets its name back when the new one was removed")
  func removed() async throws {
    let store = try store { unlink("\($0)/a.txt") }
    try await replaceInVain(store, "a.txt")
    #expect(workspace.text(of: "Documents/a.txt") == "old")
  }

  @Test("the old content is kept as a version when its folder went away")
  func folderMoved() async throws {
    let store = try store { rename("\($0)/F", "\($0)/G") }
    try await replaceInVain(store, "F/a.txt")
    #expect(try await store.openVersion(.of("old")).text() == "old")
  }

  @Test("a foreign save over the new content stays, and the old one is kept as a version")
  func savedOver() async throws {
    let store = try store { documents in
      try Descriptor.open("\(documents)/b.txt", flags: O_WRONLY | O_CREAT).append(Array("theirs".utf8))
      rename("\(documents)/b.txt", "\(documents)/a.txt")
    }
    try await replaceInVain(store, "a.txt")
    #expect(workspace.text(of: "Documents/a.txt") == "theirs")
    #expect(try await store.openVersion(.of("old")).text() == "old")
  }

  @Test("a creation that is undone leaves a foreign save under that name")
  func creation() async throws {
    let documents = "\(workspace.path)/Documents"
    let store = FileContentStore(root: try workspace.open()) { step in
      guard step == .named else { return }
      try Descriptor.open("\(documents)/b.txt", flags: O_WRONLY | O_CREAT).append(Array("theirs".utf8))
      rename("\(documents)/b.txt", "\(documents)/a.txt")
      throw SystemError(errno: EIO, call: "test")
    }
    await expectRefusal(.storageFailed) { try await store.put("new", at: "a.txt") }
    await store.root.pool.run {}
    #expect(workspace.text(of: "Documents/a.txt") == "theirs")
  }

  @Test("the remains of a crash in the middle of an exchange are kept unless they are the new content")
  func leftByCrash() async throws {
    do { _ = try workspace.open() }
    let old = StagingArea.replacedName(.of("old"), by: .of("new"))
    let theirs = StagingArea.replacedName(.of("old"), by: .of("new"))
    let incoming = StagingArea.replacedName(.of("old"), by: .of("new"))
    try workspace.write("old", to: "tmp/\(old)")
    try workspace.write("theirs", to: "tmp/\(theirs)")
    try workspace.write("new", to: "tmp/\(incoming)")
    let store = FileContentStore(root: try workspace.open())
    #expect(try await store.openVersion(.of("old")).text() == "old")
    await expectRefusal(.notFound) { _ = try await store.openVersion(.of("new")) }
    #expect(try await store.openVersion(.of("theirs")).text() == "theirs")
    #expect(workspace.names(in: "tmp").isEmpty)
  }
}
