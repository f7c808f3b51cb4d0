import DocumentModel
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Storage

/// A change of a content store that fails at one of its steps.
///
/// The refused caller finds all as it was, and can do it again.
struct StepFailure: Sendable, CustomTestStringConvertible {
  enum Change: String, CaseIterable, Sendable {
    case creation, creationInFolder, replacement, renaming, move, trashing, restoration, restorationToFolder
    case folderMove

    /// The steps of plain files before whose end no caller was told that the change is done.
    var steps: [FilePlacement.Step] {
      switch self {
      case .creation, .creationInFolder: [.staged, .foldersMade, .named, .synchronized]
      case .replacement: [.staged, .verified, .setAside, .exchanged, .synchronized]
      case .renaming, .move, .trashing, .restoration, .restorationToFolder:
        [.foldersMade, .named, .synchronized]
      case .folderMove: [.named, .synchronized]
      }
    }

    var isOutOfTrash: Bool { self == .restoration || self == .restorationToFolder }
  }

  enum Reason: String, CaseIterable, Sendable {
    case full, broken, readOnly

    var errno: CInt {
      switch self {
      case .full: ENOSPC
      case .broken: EIO
      case .readOnly: EROFS
      }
    }

    var code: DocumentError.Code {
      switch self {
      case .full: .storageFull
      case .broken: .storageFailed
      case .readOnly: .readOnly
      }
    }
  }

  let change: Change
  /// Nil for a store without steps.
  let step: FilePlacement.Step?
  let reason: Reason

  var testDescription: String {
    "\(change.rawValue)\(step.map { ", \($0.rawValue)" } ?? ""), \(reason.rawValue)"
  }

  /// Every change at each of its steps, for every reason.
  static let ofFiles: [StepFailure] = Change.allCases.flatMap { change in
    change.steps.flatMap { step in
      Reason.allCases.map { StepFailure(change: change, step: step, reason: $0) }
    }
  }

  /// Every change but those of a tree, for every reason.
  static let inMemory: [StepFailure] = Change.allCases.filter { $0 != .folderMove }.flatMap { change in
    Reason.allCases.map { StepFailure(change: change, step: nil, reason: $0) }
  }

  private static let id = DocumentID()

  /// Lets the change fail in an empty store, and then succeed.
  func check(_ store: any CheckedFiles, _ fault: Fault) async throws {
    try await prepare(store)
    let staged = try await store.staged(Array("new".utf8))
    let before = try await Contents(of: store, Self.id)
    fault.arm(step, reason.errno)
    await expectRefusal(reason.code) { try await run(on: store, staged) }
    #expect(fault.wasMet, "the step was not reached")
    fault.disarm()
    #expect(try await Contents(of: store, Self.id) == before)
    try await run(on: store, staged)
    #expect(try await Contents(of: store, Self.id) == after)
  }

  private func prepare(_ store: any CheckedFiles) async throws {
    try await store.put("old", at: "a.txt")
    try await store.put("beside", at: "F/b.txt")
    if change.isOutOfTrash { try await store.trash(Self.id, at: .at("a.txt")) }
  }

  private func run(on store: any CheckedFiles, _ staged: any StagedContent) async throws {
    switch change {
    case .creation: _ = try await store.place(staged, at: .at("new.txt"), replacing: nil)
    case .creationInFolder: _ = try await store.place(staged, at: .at("New/new.txt"), replacing: nil)
    case .replacement: _ = try await store.place(staged, at: .at("a.txt"), replacing: .of("old"))
    case .renaming: try await store.move(.at("a.txt"), to: .at("c.txt"))
    case .move: try await store.move(.at("a.txt"), to: .at("G/c.txt"))
    case .trashing: try await store.trash(Self.id, at: .at("a.txt"))
    case .restoration: try await store.restore(Self.id, to: .at("a.txt"))
    case .restorationToFolder: try await store.restore(Self.id, to: .at("G/c.txt"))
    case .folderMove:
      let tree = try #require(store as? any DirectoryTree)
      try await tree.moveFolder(FolderPath(parsing: "F"), to: FolderPath(parsing: "H"))
    }
  }

  private var after: Contents {
    var after = Contents(files: ["a.txt": "old", "F/b.txt": "beside"])
    switch change {
    case .creation: after.files["new.txt"] = "new"
    case .creationInFolder: after.files["New/new.txt"] = "new"
    case .replacement:
      after.files["a.txt"] = "new"
      after.versions = ["old"]
    case .renaming: after.files = ["c.txt": "old", "F/b.txt": "beside"]
    case .move, .restorationToFolder: after.files = ["G/c.txt": "old", "F/b.txt": "beside"]
    case .trashing:
      after.files["a.txt"] = nil
      after.trashed = "old"
    case .restoration: break
    case .folderMove: after.files = ["a.txt": "old", "H/b.txt": "beside"]
    }
    return after
  }

  /// All that a store has, but for empty folders.
  struct Contents: Hashable, Sendable {
    var files: [String: String] = [:]
    var versions: Set<String> = []
    var trashed: String?

    init(files: [String: String]) {
      self.files = files
    }

    init(of store: any CheckedFiles, _ id: DocumentID) async throws {
      for found in try await store.found() {
        files[found.location.relativePath] = try await store.open(found.location).text()
      }
      for text in ["old", "new", "beside"]
      where try await !store.keptVersions(among: [.of(text)]).isEmpty { versions.insert(text) }
      trashed = try? await store.openTrashed(id).text()
    }
  }
}

final class Fault: Sendable {
  private struct State {
    var isArmed = false
    var step: FilePlacement.Step?
    var errno: CInt = 0
    var wasMet = false
  }

  private let state = Mutex(State())

  var wasMet: Bool { state.withLock(\.wasMet) }

  func arm(_ step: FilePlacement.Step?, _ errno: CInt) {
    state.withLock { $0 = State(isArmed: true, step: step, errno: errno) }
  }

  func disarm() {
    state.withLock { $0.isArmed = false }
  }

  func reach(_ step: FilePlacement.Step?) throws(SystemError) {
    let errno: CInt? = state.withLock { state in
      guard state.isArmed, state.step == step else { return nil }
      state.wasMet = true
      return state.errno
    }
    if let errno { throw SystemError(errno: errno, call: "test") }
  }

  /// A store in memory is about to change.
  func change() throws(DocumentError) {
    do throws(SystemError) {
      try reach(nil)
    } catch {
      throw DocumentError(error, "it could not be changed")
    }
  }
}
