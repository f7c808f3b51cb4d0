import DocumentModel
import Synchronization
import Testing

@testable import Workspace

@Suite("Boards as PDFs") struct BoardRenditionTests {
  private let stub = BoardStub()

  private func board(_ test: TestWorkspace, of documents: [Document]) async throws -> Document {
    let lines = documents.map { "\($0.id) 1" }.joined(separator: "\n")
    return try await test.add(lines + "\n", named: "Plan.board")
  }

  private func two(_ test: TestWorkspace) async throws -> [Document] {
    [
      try await test.add("%PDF-1.4 a", named: "a.pdf"), try await test.add("%PDF-1.4 b", named: "b.pdf"),
    ]
  }

  @Test("a board is drawn over the documents on it that are there and have pages")
  func sources() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let documents = try await two(test) + [test.add("words", named: "c.txt")]
    let board = try await board(test, of: documents)
    _ = try await test.workspace.pages.boardRendition(of: board)
    let drawn = try #require(stub.drawings.first?.sources)
    #expect(Set(drawn.map(\.document)) == Set(documents.prefix(2).map(\.id)))
    #expect(drawn.allSatisfy { $0.kind == .pdf && $0.blankPages.isEmpty })
  }

  @Test("its name changes with the documents on it, and nothing is drawn for a client that knows it")
  func names() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let documents = try await two(test)
    let board = try await board(test, of: documents)
    let first = try await test.workspace.pages.boardRendition(of: board)
    #expect(first.pdf != nil)
    let known = try await test.workspace.pages.boardRendition(of: board) { $0 == first.name }
    #expect(known.name == first.name && known.pdf == nil && stub.drawings.count == 1)
    _ = try await test.add("%PDF-1.4 c", named: "a.pdf", conflict: .replace)
    #expect(try await test.workspace.pages.boardRendition(of: board).name != first.name)
  }

  @Test("a page that ends the renderer is left blank, and the rest are drawn")
  func deadlyPage() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let documents = try await two(test)
    let board = try await board(test, of: documents)
    stub.deadly.withLock { _ = $0.insert(documents[1].sha256) }
    let rendition = try await test.workspace.pages.boardRendition(of: board)
    #expect(rendition.pdf != nil && stub.released == [board.sha256])
    try #require(stub.drawings.count == 2)
    #expect(stub.drawings[0].name != stub.drawings[1].name && rendition.name == stub.drawings[1].name)
    for source in stub.drawings[1].sources {
      #expect(source.blankPages == (source.hash == documents[1].sha256 ? [1] : []))
    }
  }

  @Test("a page that is known to end the renderer is left blank from the first")
  func quarantinedPage() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let documents = try await two(test)
    stub.deadly.withLock { _ = $0.insert(documents[0].sha256) }
    stub.quarantined.withLock { _ = $0.insert(documents[0].sha256) }
    _ = try await test.workspace.pages.boardRendition(of: board(test, of: documents))
    #expect(stub.drawings.count == 1)
  }

  @Test("a board that was left alone because of such a page is drawn all the same")
  func quarantinedBoard() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let documents = try await two(test)
    let board = try await board(test, of: documents)
    stub.deadly.withLock { _ = $0.insert(documents[0].sha256) }
    stub.refuse(.quarantined)
    #expect(try await test.workspace.pages.boardRendition(of: board).pdf != nil)
    #expect(stub.released == [board.sha256])
  }

  @Test("a board that ends the renderer though none of its pages does is refused")
  func deadlyBoard() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let board = try await board(test, of: two(test))
    stub.refuse(.renderTimeout)
    await expectRefusal(.renderTimeout) { _ = try await test.workspace.pages.boardRendition(of: board) }
    #expect(stub.drawings.count == 1 && stub.released.isEmpty)
  }

  @Test("a board is drawn again when it, or a document on it, was written to meanwhile")
  func changed() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let board = try await board(test, of: two(test))
    stub.refuse(.contentChanged, .contentChanged)
    #expect(try await test.workspace.pages.boardRendition(of: board).pdf != nil)
    stub.refuse(.contentChanged, .contentChanged, .contentChanged)
    await expectRefusal(.contentChanged) { _ = try await test.workspace.pages.boardRendition(of: board) }
  }

  @Test("a document that is no board is refused")
  func noBoard() async throws {
    let test = try await TestWorkspace(renderer: stub)
    let document = try await test.add()
    await expectRefusal(.notShowable) { _ = try await test.workspace.pages.boardRendition(of: document) }
  }
}
