import DocumentModel
import LinuxSystem
import Testing

@testable import Storage

@Suite("The memory of all archives under way")
struct ArchiveRoomTests {
  private func refusal(_ body: () throws -> Void) -> DocumentError.Code? {
    let error = #expect(throws: DocumentError.self) { try body() }
    return error?.code
  }

  @Test("one archive has a bound, whatever others have")
  func one() throws {
    let share = ArchiveRoom.Share(ArchiveRoom())
    try share.take(ArchiveRoom.mostOfOne)
    #expect(refusal { try share.take(1) } == .documentTooLarge)
  }

  @Test(
    "a long path counts as several",
    arguments: [(0, 1), (1, 1), (128, 1), (129, 2), (256, 2), (257, 3), (4095, 32)])
  func paths(bytes: Int, count: Int) {
    #expect(ArchiveRoom.count(ofPath: bytes) == count)
  }

  @Test("archives take as much room as their paths are long", arguments: [true, false], [0, 1])
  func longPaths(isAll: Bool, missing: Int) async throws {
    let workspace = TemporaryWorkspace()
    let root = try workspace.open()
    let index = try SQLiteMetadataStore(root: root)
    let name = String(repeating: "n", count: 200)
    _ = try root.directory.makeDirectories("Documents/deep/\(name)")
    try workspace.write("x", to: "Documents/deep/\(name)/\(name)")
    let all = try await SandboxContainer(root).list(after: nil, limit: 1000)
    let wanted = all.entries.reduce(0) { $0 + ArchiveRoom.count(ofPath: $1.path.bytes.count) }
    #expect(wanted == all.entries.count + 1 + 3)
    // "deep/", "deep/n…/" and "deep/n…/n…".
    let room = isAll ? wanted : 1 + 2 + 4
    let largest = ArchiveRoom.Share(root.archives)
    try largest.take(ArchiveRoom.mostOfOne)
    let rest = ArchiveRoom.Share(root.archives)
    try rest.take(ArchiveRoom.mostOfAll - ArchiveRoom.mostOfOne - room + missing)
    let code = await refusal(ofAll: isAll, root, index)
    #expect(code == (missing == 0 ? nil : .busy))
    withExtendedLifetime((largest, rest)) {}
  }

  /// What is said to whoever wants an archive of all, or of the one folder.
  private func refusal(
    ofAll isAll: Bool, _ root: SandboxRoot, _ index: SQLiteMetadataStore
  ) async -> DocumentError.Code? {
    do throws(DocumentError) {
      if isAll {
        _ = try await SandboxContainer(root).archive(index: index)
      } else {
        _ = try await FolderArchives(root).archive(of: FolderPath(parsing: "deep"))
      }
      return nil
    } catch {
      return error.code
    }
  }

  @Test("all have one together, and who has ended makes room")
  func all() throws {
    let room = ArchiveRoom()
    var largest: ArchiveRoom.Share? = ArchiveRoom.Share(room)
    try largest?.take(ArchiveRoom.mostOfOne)
    let other = ArchiveRoom.Share(room)
    try other.take(ArchiveRoom.mostOfAll - ArchiveRoom.mostOfOne)
    #expect(refusal { try other.take(1) } == .busy)
    largest = nil
    try other.take(1)
    #expect(refusal { try other.take(ArchiveRoom.mostOfOne) } == .documentTooLarge)
  }
}
