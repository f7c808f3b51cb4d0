import DocumentModel
import Testing

@testable import Workspace

/// Refuses every document for one reason.
private struct RefusingRenderer: PageRenderer {
  let code: DocumentError.Code
  var mediaType = "text/plain"

  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    SniffedContent(mediaType: mediaType, encoding: "utf-8", description: "text")
  }

  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    throw DocumentError(code, "refused")
  }

  func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    throw DocumentError(code, "refused")
  }

  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    throw DocumentError(code, "refused")
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    throw DocumentError(code, "refused")
  }

  func release(_ hash: ContentHash) async {}
}

/// Makes no page of any web page.
private struct RefusingMaker: RenditionMaker {
  let kind = ConverterKind.webPage
  let version: String? = "1"
  let width = 1

  func rendition(
    of content: any ReadableContent, fileExtension: String, leading: @escaping Leading
  ) async throws(DocumentError) -> any ReadableContent {
    throw DocumentError(.renderTimeout, "refused")
  }
}

@Suite("A text whose pages cannot be drawn")
struct UnshownTextTests {
  @Test(
    "is read as its characters",
    arguments: [DocumentError.Code.renderTimeout, .renderMemory, .rendererCrashed, .quarantined])
  func readable(code: DocumentError.Code) async throws {
    let test = try await TestWorkspace(
      renderer: RefusingRenderer(code: code), drawn: [.text: [.text]])
    let document = try await test.add("# Heading", named: "a.txt")
    let preview = try await test.workspace.pages.preview(of: document)
    #expect(preview.kind == .text && preview.reason == nil && preview.facts == nil)
  }

  @Test("is read as its characters also where it is a web page")
  func webPage() async throws {
    let test = try await TestWorkspace(
      renderer: RefusingRenderer(code: .damaged), makers: [RefusingMaker()],
      converted: [.webPage: [.plainText]])
    _ = test.workspace.types.update(available: [.webPage])
    let document = try await test.add("<p>text", named: "a.txt")
    let preview = try await test.workspace.pages.preview(of: document)
    #expect(preview.pageSource?.converter == .webPage && preview.kind == .text && preview.reason == nil)
  }

  @Test("waits where the reason passes")
  func busy() async throws {
    let test = try await TestWorkspace(
      renderer: RefusingRenderer(code: .busy), drawn: [.text: [.text]])
    let document = try await test.add("# Heading", named: "a.txt")
    let preview = try await test.workspace.pages.preview(of: document)
    #expect(preview.kind == .icon && preview.reason?.code == .busy)
  }

  @Test("is no PDF, which has none to be read")
  func pages() async throws {
    let test = try await TestWorkspace(
      renderer: RefusingRenderer(code: .renderTimeout, mediaType: "application/pdf"))
    let document = try await test.add("%PDF-1.4", named: "a.pdf")
    let preview = try await test.workspace.pages.preview(of: document)
    #expect(preview.kind == .icon && preview.reason?.code == .renderTimeout)
  }
}
