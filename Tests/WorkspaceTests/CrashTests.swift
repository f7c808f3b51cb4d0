import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A crash between file and index leaves the document that it was")
struct CrashTests {
  typealias Step = FilePlacement.Step

  enum Change: String, CaseIterable, Sendable {
    case replace, move, trash, restore

    /// Those that give a file another place.
    static let relocations: [Change] = [.move, .trash, .restore]

    var steps: [Step] {
      switch self {
      case .replace: [.staged, .verified, .setAside, .exchanged, .synchronized, .versionKept]
      case .move, .trash: [.foldersMade, .named, .synchronized]
      case .restore: [.foldersMade, .named, .synchronized, .emptied]
      }
    }

    func run(_ id: DocumentID, in test: TestWorkspace) async throws {
      switch self {
      case .replace:
        _ = try await test.workspace.documents.replace(
          id, with: try await test.staged("new"), expecting: .anything, origin: .api)
      case .move:
        let target = Location(folder: try FolderPath(parsing: "Box"), name: try FileName("b.txt"))
        _ = try await test.workspace.documents.move(id, to: target)
      case .trash: _ = try await test.workspace.documents.trash(id)
      case .restore: _ = try await test.workspace.documents.restore(id)
      }
    }
  }

  private func prepare(_ change: Change, _ test: TestWorkspace) async throws -> DocumentID {
    let document = try await test.add("old")
    if change == .restore { _ = try await test.workspace.documents.trash(document.id) }
    return document.id
  }

  /// The one document, whole, here or in the Trash, under its id.
  private func expectWhole(_ id: DocumentID, in test: TestWorkspace, _ comment: Comment) async throws {
    let all = try await test.workspace.documents(DocumentQuery()).documents + test.trash()
    #expect(all.map(\.id) == [id], comment)
    let document = try await test.workspace.document(id, includingTrash: true)
    let text = try await test.text(of: document)
    #expect(text == "old" || text == "new", comment)
    #expect(try await test.workspace.versionIndex.versions(of: id).count == document.version, comment)
    #expect(try await test.pass().hasNews == false, comment)
  }

  @Test("when the machine went down", arguments: Change.allCases)
  func powerLoss(_ change: Change) async throws {
    let taken = Mutex<[(Step, String)]>([])
    let isArmed = Mutex(false)
    let path = Mutex("")
    let test = try await TestWorkspace { step in
      guard isArmed.withLock(\.self) else { return }
      let copy = "/tmp/sheaf-workspace-\(DocumentID())"
      try FileManager.default.copyItem(atPath: path.withLock(\.self), toPath: copy)
      taken.withLock { $0.append((step, copy)) }
    }
    path.withLock { $0 = test.path }
    let id = try await prepare(change, test)
    isArmed.withLock { $0 = true }
    try await change.run(id, in: test)
    #expect(taken.withLock { $0.map(\.0) } == change.steps)
    for (step, copy) in taken.withLock(\.self) {
      let left = try await TestWorkspace(at: copy)
      try await left.pass()
      try await expectWhole(id, in: left, "\(change) \(step)")
    }
  }

  @Test("when a step failed, with the same files", arguments: Change.allCases)
  func failure(_ change: Change) async throws {
    for step in change.steps {
      let failing = Mutex<Step?>(nil)
      let test = try await TestWorkspace { reached in
        if reached == failing.withLock(\.self) { throw SystemError(errno: 5, call: "test") }
      }
      let id = try await prepare(change, test)
      failing.withLock { $0 = step }
      _ = try? await change.run(id, in: test)
      failing.withLock { $0 = nil }
      try await test.pass()
      try await expectWhole(id, in: test, "\(change) \(step)")
    }
  }

  @Test("when it was restored under another name")
  func numbered() async throws {
    let failing = Mutex<Step?>(nil)
    let test = try await TestWorkspace { reached in
      if reached == failing.withLock(\.self) { throw SystemError(errno: 5, call: "test") }
    }
    let document = try await test.add("old")
    _ = try await test.workspace.documents.trash(document.id)
    _ = try await test.add("other")
    failing.withLock { $0 = .emptied }
    _ = try? await test.workspace.documents.restore(document.id)
    failing.withLock { $0 = nil }
    #expect(try await test.pass().returned == 1)
    #expect(try await test.workspace.document(document.id).location.name.description == "a 2.txt")
    #expect(try await test.workspace.documents.restore(document.id).id == document.id)
  }

  @Test("when it was restored again before the next pass")
  func restoredAgain() async throws {
    let failing = Mutex<Step?>(nil)
    let test = try await TestWorkspace { reached in
      if reached == failing.withLock(\.self) { throw SystemError(errno: 5, call: "test") }
    }
    let id = try await prepare(.restore, test)
    failing.withLock { $0 = .synchronized }
    _ = try? await test.workspace.documents.restore(id)
    failing.withLock { $0 = nil }
    #expect(try await test.workspace.documents.restore(id).location.name.description == "a.txt")
    try await expectWhole(id, in: test, "again")
  }
}
