import DocumentModel
import Synchronization

@testable import Workspace

/// A renderer of boards that dies of some contents.
///
/// A board's file has a line for each page: the document's id and a number.
final class BoardStub: PageRenderer {
  private struct State {
    var drawings: [BoardDrawing] = []
    var released: [ContentHash] = []
    var refusals: [DocumentError.Code] = []
  }

  /// Contents that end the worker that draws them.
  let deadly: Mutex<Set<ContentHash>> = Mutex([])
  /// Contents that are known to.
  let quarantined: Mutex<Set<ContentHash>> = Mutex([])
  private let state = Mutex(State())

  let version: String? = "stub 1"

  var drawings: [BoardDrawing] { state.withLock { $0.drawings } }
  var released: [ContentHash] { state.withLock { $0.released } }

  /// The next drawings are refused so, one after the other.
  func refuse(_ codes: DocumentError.Code...) { state.withLock { $0.refusals += codes } }

  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    try await SniffingStub().sniff(content)
  }

  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    throw DocumentError(.damaged, "a stub opens nothing")
  }

  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    let isDeadly = deadly.withLock { $0.contains(source.hash) }
    throw DocumentError(isDeadly ? .rendererCrashed : .damaged, "a stub draws nothing")
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    throw DocumentError(.damaged, "a stub reads nothing")
  }

  func readBoard(_ board: IdentifiedContent) async throws(DocumentError) -> BoardFacts {
    let text = String(
      decoding: board.content.bytes(from: 0, count: Int(board.content.size)), as: UTF8.self)
    let pages = text.split(separator: "\n").compactMap { line -> BoardFacts.Page? in
      let words = line.split(separator: " ")
      guard words.count == 2, let id = DocumentID(words[0]), let number = Int(words[1]) else { return nil }
      return BoardFacts.Page(document: id, number: number)
    }
    return BoardFacts(pages: pages)
  }

  func drawBoard(
    _ drawing: BoardDrawing, of board: IdentifiedContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent {
    let refusal = state.withLock { state in
      state.drawings.append(drawing)
      return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
    }
    if let refusal { throw DocumentError(refusal, "as the test wants it") }
    let dies = deadly.withLock { deadly in
      drawing.sources.contains { deadly.contains($0.hash) && $0.blankPages.isEmpty }
    }
    if dies { throw DocumentError(.rendererCrashed, "it died") }
    return board.content
  }

  func isQuarantined(_ page: Int, of hash: ContentHash) async -> Bool {
    quarantined.withLock { $0.contains(hash) }
  }

  func release(_ hash: ContentHash) async { state.withLock { $0.released.append(hash) } }
}
