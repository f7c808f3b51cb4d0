import DocumentModel
import LinuxSystem
import Testing

@testable import Storage

@Suite("The store changes files on its own threads alone")
struct StoreThreadTests {
  let workspace = TemporaryWorkspace()

  @Test("all that changes them goes there by itself")
  func ownThreads() async throws {
    let store = FileContentStore(root: try workspace.open()) { _ in BlockingPool.assertIsCurrent() }
    try await store.put("one", at: "a.txt")
    try await store.put("two", at: "a.txt", replacing: "one")
    try await store.move(.at("a.txt"), to: .at("F/b.txt"))
    let id = DocumentID()
    try await store.trash(id, at: .at("F/b.txt"))
    try await store.restore(id, to: .at("G/c.txt"))
    try await store.moveFolder(FolderPath(parsing: "G"), to: FolderPath(parsing: "H"))
    #expect(try await store.removeEmptyFolders(FolderPath(parsing: "F")).count == 0)
    #expect(try await store.text(at: "H/c.txt") == "two")
  }

  #if DEBUG
    @Test("a change that is asked for on another thread traps in a debug build")
    func anotherThread() async {
      await #expect(processExitsWith: .failure) {
        let root = try Directory(opening: "/")
        let relocation = FolderRelocation(root: root, onStep: { _ in }, packages: .empty)
        // A refusal would end the process with a success.
        _ = try? relocation.removeEmpty(FolderPath(parsing: "no/such/folder"))
      }
    }
  #endif
}
