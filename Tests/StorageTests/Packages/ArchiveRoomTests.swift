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

  @Test("one archive has a bound, whatever all archives have")
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

  @Test("archives take as much room as their paths are long", arguments: [0, 1])
  func longPaths(missing: Int) async throws {
    let workspace = TemporaryWorkspace()
    let root = try workspace.open()
    let name = String(repeating: "n", count: 200)
    _ = try root.directory.makeDirectories("Documents/deep/\(name)")
    try workspace.write("x", to: "Documents/deep/\(name)/\(name)")
    // "deep/", "deep/n…/" and "deep/n…/n…".
    let room = 1 + 2 + 4
    let largest = ArchiveRoom.Share(root.archives)
    try largest.take(ArchiveRoom.mostOfOne)
    let rest = ArchiveRoom.Share(root.archives)
    try rest.take(ArchiveRoom.mostOfAll - ArchiveRoom.mostOfOne - room + missing)
    if missing == 0 {
      _ = try await FolderArchives(root).archive(of: FolderPath(parsing: "deep"))
    } else {
      await expectRefusal(.busy) {
        _ = try await FolderArchives(root).archive(of: FolderPath(parsing: "deep"))
      }
    }
    withExtendedLifetime((largest, rest)) {}
  }

  @Test("all have one together, and one that has ended makes room")
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
