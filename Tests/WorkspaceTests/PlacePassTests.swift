import DocumentModel
import Testing

@testable import Storage
@testable import Workspace

@Suite("A look at single places")
struct PlacePassTests {
  private func place(_ name: String) throws -> Location { Location(name: try FileName(name)) }

  /// Looks at places; what is anywhere else is not seen.
  private func look(
    _ test: TestWorkspace, _ names: String..., quiet: Duration = .zero
  ) async throws -> TreePass.Outcome {
    try await Reconciler(test.workspace.tree, quiet: quiet, log: test.log).passes.pass(over: names.map(place))
  }

  @Test("takes up a new file and what was written to one, and sees no other")
  func news() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one", named: "a.txt")
    try test.write("other one", to: "Documents/a.txt")
    try test.write("two", to: "Documents/b.txt")
    try test.write("three", to: "Documents/c.txt")
    let outcome = try await look(test, "a.txt", "b.txt", "nothing")
    #expect(outcome.report == Reconciler.Report(added: 1, changed: 1, files: 2))
    #expect(outcome.treeAfter == nil && outcome.again.isEmpty)
    #expect(try await test.names() == ["a.txt", "b.txt"])
    #expect(try await test.workspace.document(document.id).version == 2)
    #expect(try await look(test, "a.txt", "b.txt").report == Reconciler.Report(files: 2))
  }

  @Test("does nothing where a file may have been renamed or removed, and wants the whole tree")
  func moves() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one", named: "a.txt")
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    let outcome = try await look(test, "a.txt", "b.txt")
    #expect(outcome.report == Reconciler.Report() && outcome.treeAfter == .zero)
    #expect(try await test.pass().moved == 1)
    #expect(try await test.workspace.document(document.id).location == place("b.txt"))
    // As most programs save.
    try test.write("two", to: "Documents/.new")
    try test.remove("Documents/b.txt")
    try test.rename("Documents/.new", to: "Documents/b.txt")
    #expect(try await look(test, "b.txt").treeAfter == .zero)
    #expect(try await test.pass().changed == 1)
    try test.remove("Documents/b.txt")
    #expect(try await look(test, "b.txt").treeAfter == .zero)
  }

  @Test("leaves a file that is being written for later")
  func writing() async throws {
    let test = try await TestWorkspace()
    try test.write("half", to: "Documents/a.txt")
    let outcome = try await look(test, "a.txt", quiet: .seconds(6000))
    #expect(outcome.again == [try place("a.txt")] && outcome.treeAfter == nil)
    #expect(outcome.report == Reconciler.Report(unfinished: 1, files: 1))
    #expect(try await test.names().isEmpty)
  }
}
