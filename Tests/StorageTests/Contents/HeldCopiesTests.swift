import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

@testable import Storage

@Suite("Long contents that are held as copies", .enabled(if: SmallDisk.isPossible))
struct HeldCopiesTests {
  private static let long = String(repeating: "long ", count: 20_000)

  private let workspace = TemporaryWorkspace()
  /// One mebibyte, of which half has to stay free beside copies.
  private let disk: SmallDisk
  private let root: SandboxRoot

  init() throws {
    disk = try #require(SmallDisk(at: workspace.path))
    root = try SandboxRoot(opening: disk.path)
  }

  private var hash: ContentHash { .of(Self.long) }
  private var own: FileContentStore { FileContentStore(root: root) }

  /// How many names the document's file has.
  private func links(of name: String = "a.txt") throws -> UInt64 {
    try root.directory.status("Documents/\(name)").links
  }

  /// Leaves so many bytes of the disk.
  private func fill(leaving left: Int64) throws {
    let free = try root.directory.descriptor.space().free
    try workspace.write(String(repeating: "x", count: Int(free - left)), to: "filler")
  }

  /// Looks after what is held of the document, as is done now and then; whether there was something to do.
  private func lookAfter(_ fingerprint: inout Fingerprint) async throws -> Bool {
    guard try await own.wellHeldContents(among: [hash]).isEmpty else { return false }
    let looks = try await own.hold(.at("a.txt"), as: hash, looking: fingerprint)
    fingerprint = try #require(looks)
    return true
  }

  @Test("are versions after somebody writes over the file in place")
  func inPlace() async throws {
    try await own.put(Self.long, at: "a.txt")
    #expect(try links() == 1)
    try workspace.write("theirs", to: "Documents/a.txt")
    #expect(try await own.keepHeld(hash))
    #expect(try await own.openVersion(hash).text() == Self.long)
  }

  @Test("have a second name where the disk has no room, and a copy once it has")
  func upgraded() async throws {
    try fill(leaving: 400 << 10)
    var looks = try await own.put(Self.long, at: "a.txt").fingerprint
    #expect(try links() == 2)
    #expect(try await lookAfter(&looks) == false)
    try FileManager.default.removeItem(atPath: "\(workspace.path)/filler")
    #expect(try await lookAfter(&looks))
    #expect(try links() == 1)
    #expect(try await own.fingerprints(at: [.at("a.txt")])[.at("a.txt")] == looks)
    #expect(try await lookAfter(&looks) == false)
    try workspace.write("theirs", to: "Documents/a.txt")
    #expect(try await own.keepHeld(hash))
  }

  @Test("give their room back when the disk gets full, and are held all the same")
  func givenBack() async throws {
    var looks = try await own.put(Self.long, at: "a.txt").fingerprint
    try fill(leaving: 200 << 10)
    // That the file system shares no blocks is known once something was to be cloned.
    let store = own
    try await store.put("short", at: "b.txt")
    #expect(try await store.wellHeldContents(among: [hash]).isEmpty)
    #expect(try await store.heldContents(among: [hash]) == [hash])
    looks = try #require(try await store.hold(.at("a.txt"), as: hash, looking: looks))
    #expect(try links() == 2)
    #expect(try root.directory.descriptor.space().free > 280 << 10)
    try FileManager.default.removeItem(atPath: "\(workspace.path)/Documents/a.txt")
    #expect(try await store.keepHeld(hash))
    #expect(try await store.openVersion(hash).text() == Self.long)
  }

  @Test("are not made of a file that somebody has written to")
  func changed() async throws {
    try fill(leaving: 400 << 10)
    let looks = try await own.put(Self.long, at: "a.txt").fingerprint
    try FileManager.default.removeItem(atPath: "\(workspace.path)/filler")
    try workspace.write("theirs", to: "Documents/a.txt")
    #expect(try await own.hold(.at("a.txt"), as: hash, looking: looks) == nil)
    #expect(try await own.keepHeld(hash) == false)
  }
}
