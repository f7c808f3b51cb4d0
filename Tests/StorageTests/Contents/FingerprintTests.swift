import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("Proofs by a file's times")
struct FingerprintTests {
  let workspace: TemporaryWorkspace
  let store: FileContentStore

  init() throws {
    workspace = TemporaryWorkspace()
    store = FileContentStore(root: try workspace.open())
  }

  /// The store at a moment so long after the last change of `file`.
  private func store(_ nanoseconds: Int64, after file: String) throws -> FileContentStore {
    let status = try store.root.directory.status(file)
    let moment = max(status.modified, status.changed) + nanoseconds
    return FileContentStore(root: store.root, onStep: { _ in }, clock: { moment })
  }

  @Test("a content is trusted by its times only when the tick of its last change is over")
  func settled() throws {
    try workspace.write("x", to: "Documents/a.txt")
    let status = try store.root.directory.status("Documents/a.txt")
    let last = max(status.modified, status.changed)
    #expect(status.fingerprint(readAt: last) != status.fingerprint)
    #expect(status.fingerprint(readAt: last + FileStatus.finestTick - 1) != status.fingerprint)
    #expect(status.fingerprint(readAt: last + FileStatus.wholeSecondsTick) == status.fingerprint)
  }

  @Test("a file system that counts whole seconds gets more time")
  func wholeSeconds() {
    #expect(!FileStatus.isPast(5_000_000_000, at: 6_000_000_000))
    #expect(FileStatus.isPast(5_000_000_000, at: 7_000_000_000))
    #expect(FileStatus.isPast(5_000_000_001, at: 5_020_000_001))
    #expect(!FileStatus.isPast(5_020_000_001, at: 5_000_000_000))
    #expect(FileStatus.isPast(9_000_000_001, at: 5_000_000_000))
    let now: Int64 = 1_790_000_000_000_000_000
    let far = [(Int64.min, now), (.min, .max), (.max, now), (.max, .min), (.max, -1), (now, .min)]
    for (time, moment) in far {
      #expect(FileStatus.isPast(time, at: moment), "\(time) \(moment)")
    }
  }

  @Test("a file that was hashed as it was written is read again, and does not look as if it were known")
  func provisional() async throws {
    try workspace.write("AAAA", to: "Documents/a.txt")
    let store = try store(1, after: "Documents/a.txt")
    let hashed = try #require(try await store.hash(.at("a.txt")))
    let found = try #require(try await store.found().first)
    #expect(hashed.placed.fingerprint != found.fingerprint)
    let sample = try Sample("a.txt")
    let entry = IndexEntry(document: sample.document, fingerprint: hashed.placed.fingerprint)
    #expect(!entry.fingerprint.hasContent(of: found.fingerprint))
    #expect(store.known[found.fingerprint] == nil)
  }

  @Test("a file that was left alone for a while is known by its times")
  func trusted() async throws {
    try workspace.write("AAAA", to: "Documents/a.txt")
    let store = try store(FileStatus.wholeSecondsTick, after: "Documents/a.txt")
    let found = try #require(try await store.found().first)
    #expect(try await store.hash(.at("a.txt"))?.placed.fingerprint == found.fingerprint)
    #expect(store.known[found.fingerprint] == .of("AAAA"))
  }

  @Test("a stored content is known at once: its time of writing lies before that of its last change")
  func stored() async throws {
    let placed = try await store.put("one", at: "a.txt")
    let status = try store.root.directory.status("Documents/a.txt")
    #expect(placed.fingerprint == status.fingerprint)
    // By less than a tick, where the file system's clock is behind the one that was asked.
    #expect(status.changed > status.modified)
    try workspace.write("two", to: "Documents/a.txt")
    let entry = IndexEntry(document: try Sample("a.txt").document, fingerprint: placed.fingerprint)
    #expect(!entry.fingerprint.hasContent(of: try await store.found().first?.fingerprint ?? .unknown))
  }

  @Test("two writes of one size within one tick are told apart when the content is replaced")
  func replaced() async throws {
    try workspace.write("one", to: "Documents/a.txt")
    let before = try store.root.directory.status("Documents/a.txt")
    let store = try store(1, after: "Documents/a.txt")
    _ = try await store.hash(.at("a.txt"))
    try workspace.write("two", to: "Documents/a.txt")
    let time = timespec(
      tv_sec: Int(before.modified / 1_000_000_000), tv_nsec: Int(before.modified % 1_000_000_000))
    try #require(utimensat(AT_FDCWD, "\(workspace.path)/Documents/a.txt", [time, time], 0) == 0)
    await expectRefusal(.versionConflict) { try await store.put("mine", at: "a.txt", replacing: "one") }
    #expect(workspace.text(of: "Documents/a.txt") == "two")
  }

  @Test("an open content notices a write to its file, and is not changed by a rename or removal")
  func unchanged() async throws {
    try await store.put("one", at: "a.txt")
    let content = try await store.open(.at("a.txt"))
    #expect(content.isUnchanged())
    try await store.move(.at("a.txt"), to: .at("b.txt"))
    #expect(content.isUnchanged())
    try workspace.write("two", to: "Documents/b.txt")
    #expect(!content.isUnchanged())
    let again = try await store.open(.at("b.txt"))
    try #require(unlink("\(workspace.path)/Documents/b.txt") == 0)
    #expect(again.isUnchanged())
  }

  @Test(
    "a write to a file that got its name a moment ago changes that file, and not the placed one",
    arguments: [nil, "old"] as [String?])
  func writtenSoon(old: String?) async throws {
    let path = "\(workspace.path)/Documents/a.txt"
    if let old { _ = try await store.put(old, at: "a.txt") }
    let meddled = FileContentStore(root: store.root) { step in
      guard step == .synchronized else { return }
      let file = try Descriptor.open(path, flags: O_WRONLY | O_TRUNC)
      try file.append(Array("ed".utf8))
    } clock: {
      .max / 2
    }
    let placed = try await meddled.put("what was sent", at: "a.txt", replacing: old)
    #expect(placed.size == 13)
    let found = try #require(try await meddled.hash(.at("a.txt")))
    #expect(found.sha256 == .of("ed") && found.placed.fingerprint != placed.fingerprint)
  }
}
