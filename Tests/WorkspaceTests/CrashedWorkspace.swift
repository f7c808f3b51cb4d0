import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

/// A workspace after the machine went down at one step of a change.
struct CrashedWorkspace<Before> {
  let before: Before
  let left: TestWorkspace

  /// Prepares a workspace, changes it, and copies it at the step `number` of the change.
  init(
    at number: Int, prepare: (TestWorkspace) async throws -> Before,
    change: (TestWorkspace) async throws -> Void
  ) async throws {
    let path = Mutex("")
    let copy = Mutex("")
    let steps = Mutex(-1)
    let test = try await TestWorkspace { _ in
      guard path.withLock({ !$0.isEmpty }) else { return }
      let step = steps.withLock { step in
        step += 1
        return step
      }
      guard step == number else { return }
      let target = "/tmp/sheaf-workspace-\(DocumentID())"
      try FileManager.default.copyItem(atPath: path.withLock(\.self), toPath: target)
      copy.withLock { $0 = target }
    }
    before = try await prepare(test)
    path.withLock { $0 = test.path }
    try await change(test)
    path.withLock { $0 = "" }
    let taken = copy.withLock(\.self)
    try #require(!taken.isEmpty, "the change has no step \(number)")
    left = try await TestWorkspace(at: taken)
  }
}
