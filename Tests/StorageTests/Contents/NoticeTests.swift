import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import Storage

@Suite("Hints of changes in the tree", .timeLimit(.minutes(1)))
struct NoticeTests {
  private let workspace = TemporaryWorkspace()
  private let store: FileContentStore

  init() throws {
    store = FileContentStore(root: try workspace.open())
  }

  private func listener() async throws -> AsyncStream<TreeNotice>.Iterator {
    var listener = try #require(store.notices()).makeAsyncIterator()
    #expect(await listener.next() == .anywhere)
    return listener
  }

  private func path(_ file: String) -> String { "\(workspace.path)/Documents/\(file)" }

  /// Waits for a hint that names `file`.
  private func expect(_ file: String, from listener: inout AsyncStream<TreeNotice>.Iterator) async throws {
    let place = try Location.at(file)
    while let notice = await listener.next() {
      if case .places(let places) = notice, places.contains(place) { return }
    }
    Issue.record("\(file) was not told of")
  }

  /// Writes `file`, which lies in a folder that came or was renamed, until a hint names it.
  ///
  /// "Anywhere" may be told before all folders are known again, where going through them takes long. It is told once
  /// more when they are. So the file is written at each.
  private func expectWritten(
    _ file: String, from listener: inout AsyncStream<TreeNotice>.Iterator
  ) async throws {
    let place = try Location.at(file)
    while let notice = await listener.next() {
      if case .places(let places) = notice, places.contains(place) { return }
      if notice == .anywhere { try workspace.write("x", to: "Documents/\(file)") }
    }
    Issue.record("\(file) was not told of")
  }

  @Test("a file that is written, renamed or removed is told of by its place")
  func files() async throws {
    var listener = try await listener()
    try workspace.write("x", to: "Documents/a.txt")
    try await expect("a.txt", from: &listener)
    #expect(rename(path("a.txt"), path("b.txt")) == 0)
    try await expect("b.txt", from: &listener)
    #expect(unlink(path("b.txt")) == 0)
    try await expect("b.txt", from: &listener)
  }

  @Test("a folder that comes or is renamed is followed, under its present name")
  func folders() async throws {
    #expect(mkdir(path("F"), 0o755) == 0)
    #expect(mkdir(path("F/G"), 0o755) == 0)
    var listener = try await listener()
    try workspace.write("x", to: "Documents/F/G/a.txt")
    try await expect("F/G/a.txt", from: &listener)
    #expect(rename(path("F"), path("H")) == 0)
    try await expectWritten("H/G/b.txt", from: &listener)
    #expect(mkdir(path("new"), 0o755) == 0)
    try await expectWritten("new/c.txt", from: &listener)
  }

  @Test("a folder that was moved out is watched no more")
  func movedOut() async throws {
    #expect(mkdir(path("F"), 0o755) == 0)
    var listener = try await listener()
    #expect(rename(path("F"), "\(workspace.path)/F") == 0)
    // All folders are known again when one is that came after that.
    #expect(mkdir(path("new"), 0o755) == 0)
    try await expectWritten("new/a.txt", from: &listener)
    try workspace.write("x", to: "F/unseen.txt")
    try workspace.write("x", to: "Documents/seen.txt")
    while let notice = await listener.next() {
      guard case .places(let places) = notice else { continue }
      #expect(!places.contains { $0.name.description == "unseen.txt" })
      if places.contains(try .at("seen.txt")) { break }
    }
  }

  @Test("hidden files, links out and names that no document can have are not told of")
  func strange() async throws {
    var listener = try await listener()
    try workspace.write("x", to: "Documents/.hidden")
    #expect(symlink("/etc", path("link")) == 0)
    #expect(open(path("bad\u{1}name"), O_CREAT | O_WRONLY, 0o644) >= 0)
    try workspace.write("x", to: "Documents/a.txt")
    while let notice = await listener.next() {
      guard case .places(let places) = notice else { continue }
      #expect(places.allSatisfy { ["a.txt", "link"].contains($0.name.description) }, "\(places)")
      if places.contains(try .at("a.txt")) { break }
    }
  }

  @Test("folders of programs, which are hidden, start no pass")
  func hiddenFolders() async throws {
    var listener = try await listener()
    #expect(mkdir(path(".cache"), 0o755) == 0)
    #expect(rmdir(path(".cache")) == 0)
    try workspace.write("x", to: "Documents/a.txt")
    #expect(try await listener.next() == .places([.at("a.txt")]))
  }

  @Test("a listener that does not take hints in time hears that there were more")
  func slow() async throws {
    var listener = try await listener()
    for number in 0..<200 { try workspace.write("x", to: "Documents/\(number).txt") }
    var noticed = Set<Location>()
    var isAnywhere = false
    try workspace.write("x", to: "Documents/last.txt")
    while let notice = await listener.next() {
      if case .places(let places) = notice { noticed.formUnion(places) } else { isAnywhere = true }
      if isAnywhere || noticed.count == 201 { break }
    }
    #expect(isAnywhere || noticed.count == 201)
  }

  @Test("the watch ends with its listener")
  func end() async throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    for _ in 0..<50 { _ = try await listener() }
    // The threads let go of their descriptors a moment after their streams ended.
    let end = ContinuousClock.now + .seconds(50)
    while ContinuousClock.now < end {
      guard try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count > before + 20 else {
        break
      }
      await Task.yield()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count <= before + 20)
  }
}
