import DocumentModel
import Synchronization
import Testing

@testable import Workspace

/// Lists the first of three pages, and describes the other two when it is asked.
private final class LongDocument: PageRenderer {
  private let state = Mutex<[RenderPriority]>([])

  /// How urgent it was to the caller.
  var priorities: [RenderPriority] { state.withLock { $0 } }

  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    SniffedContent(mediaType: "application/pdf", encoding: "binary", description: "PDF document")
  }

  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    state.withLock { $0.append(priority) }
    let listed = PageFacts(number: 1, size: PageSize(width: 100, height: 100), label: "1")
    return InspectedDocument(
      facts: DocumentFacts(pageCount: 3, pages: [listed], outline: [], title: nil, renderer: "long"),
      microseconds: 5)
  }

  func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    state.withLock { $0.append(priority) }
    return PageFacts(number: page, size: PageSize(width: 4_000, height: 10), label: "p\(page)")
  }

  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    state.withLock { $0.append(priority) }
    throw DocumentError(.busy, "it draws nothing")
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    PageText(words: [], links: [])
  }

  func release(_ hash: ContentHash) async {}
}

@Suite("Pages that are counted but not listed")
struct UnlistedPagesTests {
  private let renderer = LongDocument()

  private func with(_ body: (DocumentWorkspace, Document) async throws -> Void) async throws {
    let test = try await TestWorkspace(renderer: renderer)
    try await body(test.workspace, try await test.add("%PDF-1.4", named: "a.pdf"))
  }

  @Test("have their own size, which is asked for")
  func size() async throws {
    try await with { workspace, document in
      #expect(try await workspace.pages.page(1, of: document).facts.size.width == 100)
      let last = try await workspace.pages.page(3, of: document)
      #expect(last.facts.size == PageSize(width: 4_000, height: 10) && last.facts.label == "p3")
      #expect(last.pages.facts.pageCount == 3)
      #expect(
        try await workspace.pages.size(ofPage: 3, of: document, wanted: nil, isEnlarged: false) == .scale(0.5)
      )
    }
  }

  @Test("end where the document ends", arguments: [0, 4])
  func outside(page: Int) async throws {
    try await with { workspace, document in
      let error = await #expect(throws: DocumentError.self) {
        try await workspace.pages.page(page, of: document)
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test("a document is opened as urgently as what is asked of it", arguments: RenderPriority.allCases)
  func priority(wanted: RenderPriority) async throws {
    try await with { workspace, document in
      _ = try await workspace.pages.preview(of: document, priority: wanted)
      _ = try await workspace.pages.pages(of: document, priority: wanted)
      _ = try await workspace.pages.page(2, of: document, priority: wanted)
      _ = try await workspace.pages.size(
        ofPage: 2, of: document, wanted: nil, isEnlarged: false, priority: wanted)
      _ = try? await workspace.pages.thumbnail(of: document, size: 64, format: .png, priority: wanted)
      #expect(renderer.priorities.count >= 7)
      #expect(Set(renderer.priorities) == [wanted])
    }
  }
}
