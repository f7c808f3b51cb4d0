import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import LinuxSystem
@testable import Storage

@Suite("Contents that are held")
struct HoldingTests {
  private let workspace = TemporaryWorkspace()

  private func store() throws -> FileContentStore {
    FileContentStore(root: try workspace.open())
  }

  private func replaceByRename(_ file: String, with text: String) throws {
    try workspace.write(text, to: "new")
    #expect(rename("\(workspace.path)/new", "\(workspace.path)/\(file)") == 0)
  }

  private func links(of file: String) throws -> UInt64 {
    try Descriptor.open("\(workspace.path)/\(file)", flags: O_RDONLY).status().links
  }

  private func held(_ hash: ContentHash) -> Bool { workspace.exists(SandboxPath.held(hash)) }

  @Test("a content that a rename on the disk replaces is kept")
  func replaced() async throws {
    let (store, text) = (try store(), "mine")
    try await store.put(text, at: "a.txt")
    try replaceByRename("Documents/a.txt", with: "theirs")
    #expect(try await store.keepHeld(.of(text)))
    #expect(try await store.openVersion(.of(text)).text() == text)
    #expect(try await store.text(at: "a.txt") == "theirs")
    #expect(try links(of: SandboxPath.version(.of(text))) == 1)
    #expect(!held(.of(text)))
  }

  @Test("no task waits until the folder of held contents is durable")
  func folder() async throws {
    let root = try workspace.open()
    try await FileContentStore(root: root).put("text", at: "a.txt")
    let folder = try root.directory.status(SandboxPath.heldFolder(.of("text")))
    #expect(!DurableNames.known.contains(folder))
  }

  @Test(
    "the length of what is copied has a bound, and so has the room that copies take; short ones always are")
  func room() {
    let (gib, mib): (Int64, Int64) = (1 << 30, 1 << 20)
    func isCopied(_ bytes: Int64, _ free: Int64, _ total: Int64, upTo longest: Int64 = 64 << 20) -> Bool {
      HeldFolder.isCopied(bytes, upTo: longest, free: free, of: total)
    }
    #expect(isCopied(64 << 10, 0, 100 * gib) && isCopied(1, 0, gib, upTo: 0))
    #expect(isCopied(64 * mib, 2 * gib + 64 * mib, 24 * gib) && !isCopied(64 * mib, 2 * gib, 24 * gib))
    #expect(isCopied(mib, 100 * gib + mib, 1200 * gib) && !isCopied(mib, 100 * gib, 1200 * gib))
    #expect(isCopied(mib, gib / 2 + mib, gib) && !isCopied(mib, gib / 2, gib))
    #expect(!isCopied(64 * mib + 1, 900 * gib, 1000 * gib) && !isCopied(65 << 10, 900 * gib, gib, upTo: 0))
  }

  @Test(
    "a content too long for a copy is held only where the file system shares blocks, and placed in any case")
  func tooLong() async throws {
    let store = FileContentStore(root: try workspace.open(), copiesUpTo: 0)
    let long = String(repeating: "long ", count: 20_000)
    let looks = try await store.put(long, at: "a.txt").fingerprint
    #expect(try await store.text(at: "a.txt") == long)
    #expect(try links(of: "Documents/a.txt") == 1)
    guard !held(.of(long)) else { return }
    #expect(try await store.hold(.at("a.txt"), as: .of(long), looking: looks) == nil)
    #expect(try await store.keepHeld(.of(long)) == false)
  }

  @Test("a content that is removed on the disk is kept")
  func removed() async throws {
    let (store, text) = (try store(), "mine")
    try await store.put(text, at: "a.txt")
    try FileManager.default.removeItem(atPath: "\(workspace.path)/Documents/a.txt")
    #expect(try await store.keepHeld(.of(text)))
    #expect(try await store.openVersion(.of(text)).text() == text)
  }

  @Test("a content that is written over on the disk is kept as it was", arguments: [1, 20_000])
  func inPlace(count: Int) async throws {
    let (store, text) = (try store(), String(repeating: "mine ", count: count))
    try await store.put(text, at: "a.txt")
    try workspace.write("theirs", to: "Documents/a.txt")
    #expect(try await store.keepHeld(.of(text)))
    #expect(try await store.openVersion(.of(text)).text() == text)
  }

  @Test("a content that is replaced here is a version and nothing else")
  func replacedHere() async throws {
    let (store, text) = (try store(), "one")
    try await store.put(text, at: "a.txt")
    try await store.put("two", at: "a.txt", replacing: text)
    #expect(!held(.of(text)) && held(.of("two")))
    #expect(try links(of: SandboxPath.version(.of(text))) == 1)
  }

  @Test("a content that is replaced while another program has its file is a version that it does not reach")
  func replacedInUse() async throws {
    let (store, text) = (try store(), "one")
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
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("holding a file that was taken up does not make it look changed")
  func quiet() async throws {
    // A moment after the last change, so that its time proves something.
    let store = FileContentStore(
      root: try workspace.open(), onStep: { _ in }, clock: { SystemClock.now() + 1_000_000_000 })
    let text = "mine"
    try workspace.write(text, to: "Documents/a.txt")
    let taken = try #require(try await store.take(.at("a.txt")))
    #expect(taken.sha256 == .of(text) && held(.of(text)))
    #expect(try await store.fingerprints(at: [.at("a.txt")])[.at("a.txt")] == taken.placed.fingerprint)
    let again = try #require(try await store.take(.at("a.txt")))
    #expect(again == taken)
  }

  @Test("documents with one content do not make one another look changed")
  func twins() async throws {
    let store = FileContentStore(
      root: try workspace.open(), onStep: { _ in }, clock: { SystemClock.now() + 1_000_000_000 })
    let text = "mine"
    let placed = try await store.put(text, at: "a.txt")
    try await store.put(text, at: "b.txt")
    try workspace.write(text, to: "Documents/c.txt")
    let taken = try #require(try await store.take(.at("c.txt")))
    let looks = try await store.fingerprints(at: [.at("a.txt"), .at("c.txt")])
    #expect(try looks[.at("a.txt")] == placed.fingerprint)
    #expect(try looks[.at("c.txt")] == taken.placed.fingerprint)
  }

  @Test("a content that cannot be held is placed and taken all the same")
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
