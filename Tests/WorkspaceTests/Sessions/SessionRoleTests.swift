import DocumentModel
import Testing

@testable import Workspace

@Suite("DT-6 What opens a document says whether it is edited")
struct SessionRoleTests {
  private static let content = "%PDF-1.4 one"

  /// Declares an editor of PDF that does not open them until it is chosen.
  private func declareEditor(in test: TestWorkspace) async throws {
    try await test.workspace.types.declare(
      TypeDeclarations(
        types: [],
        handlers: [
          Handler(
            identifier: "org.example.writer", name: "Writer", role: .editor, rank: .alternate,
            contentTypes: [.pdf], url: "https://writer.example/{id}")
        ]))
  }

  private func choose(_ handler: String, for document: Document, in test: TestWorkspace) async throws {
    _ = try await test.workspace.documents.changeMetadata(of: document.id, MetadataChanges(handler: handler))
  }

  @Test("one that is only shown takes no edit, and is as it was")
  func viewer() async throws {
    let test = try await TestWorkspace()
    let bench = try await SessionBench(test)
    let document = try await test.add(Self.content, named: "a.pdf")
    #expect(document.type == .pdf && !test.workspace.documents.isEditable(document))
    let session = try await bench.sessions.open(document.id, author: nil)
    let said = await expectRefusal(.viewerOnly) { try await bench.hand("%PDF-1.4 two", to: session) }
    #expect(said.contains("viewer"))
    await expectRefusal(.viewerOnly) { try await bench.sessions.saveNow(session.id, of: document.id) }
    let state = try bench.state(session)
    #expect(state.sequence == 0 && !state.isDirty)
    #expect(try await bench.text(of: document.id) == Self.content)
    #expect(try await test.workspace.document(document.id).version == 1)
  }

  @Test("an editor that could open it is not enough; one that does is")
  func editor() async throws {
    let test = try await TestWorkspace()
    let bench = try await SessionBench(test)
    try await declareEditor(in: test)
    let document = try await test.add(Self.content, named: "a.pdf")
    let session = try await bench.sessions.open(document.id, author: nil)
    await expectRefusal(.viewerOnly) { try await bench.hand("%PDF-1.4 two", to: session) }
    try await choose("org.example.writer", for: document, in: test)
    try await bench.hand("%PDF-1.4 two", to: session)
    try await bench.sessions.saveNow(session.id, of: document.id)
    #expect(try await bench.text(of: document.id) == "%PDF-1.4 two")
  }

  @Test("choosing a viewer loses nothing that was acknowledged")
  func choosingAViewer() async throws {
    let test = try await TestWorkspace()
    let bench = try await SessionBench(test)
    try await declareEditor(in: test)
    let document = try await test.add(Self.content, named: "a.pdf")
    try await choose("org.example.writer", for: document, in: test)
    let session = try await bench.sessions.open(document.id, author: nil)
    try await bench.hand("%PDF-1.4 two", to: session)
    try await choose("viewer", for: document, in: test)
    await expectRefusal(.viewerOnly) { try await bench.sessions.saveNow(session.id, of: document.id) }
    await expectRefusal(.viewerOnly) { try await bench.hand("%PDF-1.4 three", 2, to: session) }
    #expect(try bench.state(session).isDirty)
    _ = try await bench.sessions.close(session.id, of: document.id)
    #expect(try await bench.text(of: document.id) == "%PDF-1.4 two")
  }

  @Test("one that nothing opens is worked on by a client that knows it, and a whole new content is no edit")
  func others() async throws {
    let test = try await TestWorkspace()
    let bench = try await SessionBench(test)
    let text = try await test.add("one", named: "a.txt")
    #expect(test.workspace.documents.openers(of: text).isEmpty && test.workspace.documents.isEditable(text))
    let session = try await bench.sessions.open(text.id, author: nil)
    try await bench.hand("two", to: session)
    let pdf = try await test.add(Self.content, named: "a.pdf")
    try await test.change(pdf, to: "%PDF-1.4 two")
    #expect(try await bench.text(of: pdf.id) == "%PDF-1.4 two")
  }
}
