import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import LinuxSystem
@testable import Storage

@Suite("Contents that are held")
struct HoldingTests {
  private let workspace = TemporaryWorkspace()

  /// Too long to be copied whatever the disk has.
  private static let long = String(repeating: "long ", count: 20_000)

  /// A store that copies short contents alone.
  private func store() throws -> FileContentStore {
    FileContentStore(root: try workspace.open(), copiesUpTo: 0)
  }

  private func replaceByRename(_ file: String, with text: String) throws {
    try workspace.write(text, to: "new")
    #expect(rename("\(workspace.path)/new", "\(workspace.path)/\(file)") == 0)
  }

  private func links(of file: String) throws -> UInt64 {
    try Descriptor.open("\(workspace.path)/\(file)", flags: O_RDONLY).status().links
  }

  private func held(_ hash: ContentHash) -> Bool { workspace.exists(SandboxPath.held(hash)) }

  @Test("what others replace by renaming is kept", arguments: ["short", long])
  func replaced(text: String) async throws {
    let store = try store()
    try await store.put(text, at: "a.txt")
    try replaceByRename("Documents/a.txt", with: "theirs")
    #expect(try await store.keepHeld(.of(text)))
    #expect(try await store.openVersion(.of(text)).text() == text)
    #expect(try await store.text(at: "a.txt") == "theirs")
    #expect(try links(of: SandboxPath.version(.of(text))) == 1)
    #expect(!held(.of(text)))
  }

  @Test("nobody waits until the folder of what is held is durable")
  func folder() async throws {
    let root = try workspace.open()
    try await FileContentStore(root: root).put("text", at: "a.txt")
    let folder = try root.directory.status(SandboxPath.heldFolder(.of("text")))
    #expect(!DurableNames.known.contains(folder))
  }

  @Test(
    "a short content for whose copy the disk has no room has a second name",
    .enabled(if: SmallDisk.isPossible))
  func fullDisk() async throws {
    let disk = try #require(SmallDisk(at: workspace.path))
    let root = try SandboxRoot(opening: disk.path)
    let store = FileContentStore(root: root)
    let text = String(repeating: "short ", count: 1000)
    let free = try root.directory.descriptor.space().free
    try workspace.write(String(repeating: "x", count: Int(free) - 3 * 4096), to: "filler")
    try await store.put(text, at: "a.txt")
    #expect(try links(of: "Documents/a.txt") == 2)
    try FileManager.default.removeItem(atPath: "\(workspace.path)/Documents/a.txt")
    #expect(try await store.keepHeld(.of(text)))
    #expect(try await store.openVersion(.of(text)).text() == text)
  }

  @Test("what others remove is kept", arguments: ["short", long])
  func removed(text: String) async throws {
    let store = try store()
    try await store.put(text, at: "a.txt")
    try FileManager.default.removeItem(atPath: "\(workspace.path)/Documents/a.txt")
    #expect(try await store.keepHeld(.of(text)))
    #expect(try await store.openVersion(.of(text)).text() == text)
  }

  @Test("of a short content that others write over, it is kept what it was")
  func shortInPlace() async throws {
    let store = try store()
    try await store.put("short", at: "a.txt")
    try workspace.write("theirs", to: "Documents/a.txt")
    #expect(try await store.keepHeld(.of("short")))
    #expect(try await store.openVersion(.of("short")).text() == "short")
  }

  @Test("of a long content that others write over, nothing false is kept")
  func longInPlace() async throws {
    let store = try store()
    try await store.put(Self.long, at: "a.txt")
    try workspace.write(Self.long + "theirs", to: "Documents/a.txt")
    // Where the file system shares blocks it is a clone, which nobody writes over.
    if try await store.keepHeld(.of(Self.long)) {
      #expect(try await store.openVersion(.of(Self.long)).text() == Self.long)
    } else {
      #expect(workspace.names(in: "Library/Versions").isEmpty)
      #expect(!held(.of(Self.long)))
    }
    #expect(try await store.text(at: "a.txt") == Self.long + "theirs")
  }

  @Test("a version never shares its file with a document, nor with who has it open")
  func apart() async throws {
    let store = try store()
    try await store.put(Self.long, at: "a.txt")
    try await store.put(Self.long, at: "b.txt")
    #expect(try await store.keepHeld(.of(Self.long)))
    #expect(try links(of: SandboxPath.version(.of(Self.long))) == 1)
    for name in ["a.txt", "b.txt"] { try workspace.write("theirs", to: "Documents/\(name)") }
    #expect(try await store.openVersion(.of(Self.long)).text() == Self.long)

    let other = Self.long + "!"
    try await store.put(other, at: "c.txt")
    let writer = try Descriptor.open("\(workspace.path)/Documents/c.txt", flags: O_WRONLY)
    try FileManager.default.removeItem(atPath: "\(workspace.path)/Documents/c.txt")
    #expect(try await store.keepHeld(.of(other)))
    try writer.append(Array("theirs".utf8))
    #expect(try await store.openVersion(.of(other)).text() == other)
  }

  @Test("a content that is replaced here is a version and nothing else", arguments: ["short", long])
  func replacedHere(text: String) async throws {
    let store = try store()
    try await store.put(text, at: "a.txt")
    try await store.put("two", at: "a.txt", replacing: text)
    #expect(!held(.of(text)) && held(.of("two")))
    #expect(try links(of: SandboxPath.version(.of(text))) == 1)
  }

  @Test(
    "a content that is replaced while others have its file is a version that they do not reach",
    arguments: ["short", long])
  func replacedInUse(text: String) async throws {
    let store = try store()
    try await store.put(text, at: "linked.txt")
    #expect(link("\(workspace.path)/Documents/linked.txt", "\(workspace.path)/Documents/other.txt") == 0)
    try await store.put("two", at: "linked.txt", replacing: text)
    try workspace.write("theirs", to: "Documents/other.txt")
    #expect(try await store.openVersion(.of(text)).text() == text)

    let opened = text + "!"
    try await store.put(opened, at: "open.txt")
    let writer = try Descriptor.open("\(workspace.path)/Documents/open.txt", flags: O_WRONLY)
    try await store.put("two", at: "open.txt", replacing: opened)
    try writer.append(Array("theirs".utf8))
    #expect(try await store.openVersion(.of(opened)).text() == opened)
    #expect(try await store.text(at: "open.txt") == "two")
    // What they wrote meanwhile is somewhere as well, and becomes a version's file at the next start.
    let aside = try #require(workspace.names(in: "tmp").first { StagingArea.replacedHash($0) != nil })
    #expect(workspace.text(of: "tmp/\(aside)")?.hasPrefix("theirs") == true)
  }

  @Test("holding a file that was taken up does not make it look changed", arguments: ["short", long])
  func quiet(text: String) async throws {
    // A moment after the last change, so that its time proves something.
    let store = FileContentStore(
      root: try workspace.open(), holding: HoldingRule(longest: 0), onStep: { _ in },
      clock: { SystemClock.now() + 1_000_000_000 })
    try workspace.write(text, to: "Documents/a.txt")
    let taken = try #require(try await store.take(.at("a.txt")))
    #expect(taken.sha256 == .of(text) && held(.of(text)))
    #expect(try await store.fingerprints(at: [.at("a.txt")])[.at("a.txt")] == taken.placed.fingerprint)
    let again = try #require(try await store.take(.at("a.txt")))
    #expect(again == taken)
  }

  @Test("documents with one content do not make one another look changed", arguments: ["short", long])
  func twins(text: String) async throws {
    let store = FileContentStore(
      root: try workspace.open(), holding: HoldingRule(longest: 0), onStep: { _ in },
      clock: { SystemClock.now() + 1_000_000_000 })
    let placed = try await store.put(text, at: "a.txt")
    try await store.put(text, at: "b.txt")
    try workspace.write(text, to: "Documents/c.txt")
    let taken = try #require(try await store.take(.at("c.txt")))
    let looks = try await store.fingerprints(at: [.at("a.txt"), .at("c.txt")])
    #expect(try looks[.at("a.txt")] == placed.fingerprint)
    #expect(try looks[.at("c.txt")] == taken.placed.fingerprint)
  }

  @Test("what cannot be held is placed and taken all the same")
  func unheld() async throws {
    let store = try store()
    try workspace.write("in the way", to: "Library/Held")
    try await store.put("one", at: "a.txt")
    try workspace.write("two", to: "Documents/b.txt")
    #expect(try await store.take(.at("b.txt"))?.sha256 == .of("two"))
    #expect(try await store.keepHeld(.of("one")) == false)
    #expect(try await store.text(at: "a.txt") == "one")
  }

  @Test("bytes that rotted while they were held become no version")
  func rotten() async throws {
    let store = try store()
    try await store.put("short", at: "a.txt")
    try workspace.write("sharp", to: SandboxPath.held(.of("short")))
    #expect(try await store.keepHeld(.of("short")) == false)
    #expect(workspace.names(in: "Library/Versions").isEmpty && !held(.of("short")))
  }

  @Test("a version that the disk damaged is replaced by what is held")
  func damagedVersion() async throws {
    let store = try store()
    try await store.put("one", at: "a.txt")
    #expect(try await store.keepHeld(.of("one")))
    try await store.put("one", at: "b.txt")
    try workspace.write("ONE", to: SandboxPath.version(.of("one")))
    #expect(try await store.keepHeld(.of("one")))
    #expect(try await store.openVersion(.of("one")).text() == "one")
  }

  @Test("only what is held for a while is let go of")
  func young() async throws {
    let store = try store()
    try await store.put("one", at: "a.txt")
    let before = Date(timeIntervalSinceNow: -60)
    #expect(try await store.releaseHeld(before: before) { _ in false } == 0)
    #expect(held(.of("one")))
  }
}
