import DocumentModel
import Testing

@testable import Storage

@Suite("A change of contents that fails at one of its steps leaves all as it was, and can be done again")
struct StepFailureTests {
  @Test("among plain files", arguments: StepFailure.ofFiles)
  func files(_ failure: StepFailure) async throws {
    let (workspace, fault) = (TemporaryWorkspace(), Fault())
    let store = FileContentStore(root: try workspace.open()) { try fault.reach($0) }
    try await failure.check(store, fault)
    // Incoming bytes that no document got go with the value that owns them.
    try await until { workspace.names(in: "tmp").isEmpty }
  }

  @Test("in memory", arguments: StepFailure.inMemory)
  func memory(_ failure: StepFailure) async throws {
    let fault = Fault()
    let store = InMemoryContentStore { () throws(DocumentError) in try fault.change() }
    try await failure.check(store, fault)
  }

  @Test("there are as many as the port's promises need")
  func count() {
    #expect(StepFailure.ofFiles.count >= 80)
  }
}
