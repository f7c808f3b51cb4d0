import DocumentModel
import LinuxSystem
import Synchronization
import Testing

@testable import Storage

/// Copies the workspace after each step of a write: what a crash at that moment would leave.
final class Snapshots: Sendable {
  typealias Step = FilePlacement.Step

  private let workspace: TemporaryWorkspace
  private let taken = Mutex<[Step: TemporaryWorkspace]>([:])

  init(of workspace: TemporaryWorkspace) {
    self.workspace = workspace
  }

  func take(_ step: Step) throws {
    let copy = try workspace.copy()
    taken.withLock { $0[step] = copy }
  }

  var all: [Step: TemporaryWorkspace] { taken.withLock(\.self) }
}

@Suite("A crash between any two steps")
struct CrashTests {
  let workspace = TemporaryWorkspace()

  private func crashes(
    _ root: SandboxRoot, _ body: (FileContentStore) async throws -> Void
  ) async throws -> [(FilePlacement.Step, TemporaryWorkspace)] {
    let snapshots = Snapshots(of: workspace)
    try await body(FileContentStore(root: root, onStep: snapshots.take))
    return FilePlacement.Step.allCases.compactMap { step in snapshots.all[step].map { (step, $0) } }
  }

  @Test("of a creation leaves nothing or the whole document")
  func creation() async throws {
    let text = String(repeating: "whole ", count: 100_000)
    let crashes = try await crashes(workspace.open()) { try await $0.put(text, at: "F/a.txt") }
    #expect(crashes.map(\.0) == [.staged, .foldersMade, .named, .synchronized])
    for (step, left) in crashes {
      let store = FileContentStore(root: try left.open())
      let found = try await store.found()
      let isThere = step == .named || step == .synchronized
      #expect(found.count == (isThere ? 1 : 0), "\(step)")
      if isThere { #expect(try await store.text(at: "F/a.txt") == text) }
      #expect(left.names(in: "tmp").isEmpty, "\(step)")
    }
  }

  @Test("of a replacement leaves the old document or the new one, and never loses the old content")
  func replacement() async throws {
    let old = String(repeating: "old ", count: 100_000)
    let new = String(repeating: "new ", count: 80_000)
    let root = try workspace.open()
    try await FileContentStore(root: root).put(old, at: "F/a.txt")
    let crashes = try await crashes(root) { try await $0.put(new, at: "F/a.txt", replacing: old) }
    #expect(crashes.map(\.0) == [.staged, .verified, .setAside, .exchanged, .synchronized, .versionKept])
    for (step, left) in crashes {
      let store = FileContentStore(root: try left.open())
      let text = try await store.text(at: "F/a.txt")
      let isNew = [.exchanged, .synchronized, .versionKept].contains(step)
      #expect(text == (isNew ? new : old), "\(step)")
      if isNew { #expect(try await store.openVersion(.of(old)).text() == old, "\(step)") }
      #expect(left.names(in: "tmp").isEmpty, "\(step)")
      #expect(try await store.found().count == 1)
      try await store.put("next", at: "F/a.txt", replacing: text)
    }
  }

  @Test("of a move leaves the document under one of its names, whole")
  func move() async throws {
    let store = FileContentStore(root: try workspace.open())
    try await store.put("text", at: "F/a.txt")
    let crashes = try await crashes(store.root) { try await $0.move(.at("F/a.txt"), to: .at("G/b.txt")) }
    #expect(crashes.map(\.0) == [.foldersMade, .named, .synchronized])
    for (step, left) in crashes {
      let found = try await FileContentStore(root: left.open()).found()
      #expect(found.map(\.location.relativePath) == [step == .foldersMade ? "F/a.txt" : "G/b.txt"], "\(step)")
    }
  }

  @Test("of a way into the Trash or out of it leaves the document here or there, whole")
  func trash() async throws {
    let store = FileContentStore(root: try workspace.open())
    let id = DocumentID()
    try await store.put("text", at: "F/a.txt")
    let going = try await crashes(store.root) { try await $0.trash(id, at: .at("F/a.txt")) }
    #expect(going.map(\.0) == [.foldersMade, .named, .synchronized])
    let coming = try await crashes(store.root) { try await $0.restore(id, to: .at("F/a.txt")) }
    #expect(coming.map(\.0) == [.foldersMade, .named, .synchronized, .emptied])
    let inTrash = going.map { $0.0 != .foldersMade } + coming.map { $0.0 == .foldersMade }
    for ((step, left), isInTrash) in zip(going + coming, inTrash) {
      let store = FileContentStore(root: try left.open())
      #expect(try await store.found().count == (isInTrash ? 0 : 1), "\(step)")
      if isInTrash {
        #expect(try await store.openTrashed(id).text() == "text", "\(step)")
      } else {
        await expectRefusal(.notFound, "\(step)") { _ = try await store.openTrashed(id) }
        try await store.trash(id, at: .at("F/a.txt"))
      }
    }
  }

  @Test("of a replacement whose old content is kept already loses nothing either")
  func returning() async throws {
    let store = FileContentStore(root: try workspace.open())
    try await store.put("one", at: "a")
    try await store.put("two", at: "a", replacing: "one")
    try await store.put("one", at: "a", replacing: "two")
    let crashes = try await crashes(store.root) { try await $0.put("3", at: "a", replacing: "one") }
    for (_, left) in crashes {
      let store = FileContentStore(root: try left.open())
      #expect(["one", "3"].contains(try await store.text(at: "a")))
      #expect(try await store.openVersion(.of("one")).text() == "one")
      #expect(try await store.openVersion(.of("two")).text() == "two")
    }
  }
}
