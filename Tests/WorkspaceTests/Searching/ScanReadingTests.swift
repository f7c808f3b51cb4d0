import DocumentModel
import Storage
import Synchronization
import Testing

@testable import Workspace

/// Documents of one or more pages without words, each of which has a picture of 100 by 200 pixels.
private struct Scans: PageRenderer {
  var pageCount = 1

  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    SniffedContent(mediaType: "application/pdf", encoding: "binary", description: "PDF document")
  }

  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    let pages = (1...pageCount).map {
      PageFacts(number: $0, size: PageSize(width: 50, height: 100), label: "")
    }
    return InspectedDocument(
      facts: DocumentFacts(pageCount: pageCount, pages: pages, outline: [], title: nil, renderer: "scans"),
      microseconds: 5)
  }

  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    #expect(priority == .bulk)
    #expect(request.format == .png)
    return RenderedPage(
      image: source.content, facts: ImageFacts(width: 100, height: 200, format: .png), of: source.hash,
      microseconds: 5, renderer: nil, digest: nil)
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    PageText(words: [], links: [])
  }

  func release(_ hash: ContentHash) async {}
}

/// Reads the same words in each picture.
private final class Recognizer: TextRecognizer {
  let version: String?
  private let failure: Mutex<DocumentError.Code?>
  private let count = Mutex(0)

  init(version: String? = "1", failing code: DocumentError.Code? = nil) {
    self.version = version
    failure = Mutex(code)
  }

  var readings: Int { count.withLock(\.self) }

  func recover() { failure.withLock { $0 = nil } }

  func words(of picture: any ReadableContent) async throws(DocumentError) -> [RecognizedWord] {
    count.withLock { $0 += 1 }
    if let code = failure.withLock(\.self) { throw DocumentError(code, "no") }
    return [
      RecognizedWord(
        text: "Rechnung", box: PageRectangle(x: 10, y: 20, width: 40, height: 10), confidence: 95, line: 1)
    ]
  }
}

@Suite("The words of scans are read")
struct ScanReadingTests {
  private func with(
    _ recognizer: Recognizer, pageCount: Int = 1,
    _ body: (TestWorkspace, SQLiteTextIndex, ScanReading) async throws -> Void
  ) async throws {
    let workspace = try await TestWorkspace(renderer: Scans(pageCount: pageCount))
    let index = try SQLiteTextIndex(root: workspace.root)
    let filling = TextFilling(workspace.workspace, into: index, pause: { _ in })
    _ = try await workspace.add("scan", named: "scan.pdf")
    try await filling.catchUp()
    while await filling.fillSome() {}
    try await body(
      workspace, index, ScanReading(workspace.workspace, into: index, by: recognizer, pause: { _ in }))
  }

  @Test("page by page, and found with their boxes in page units")
  func read() async throws {
    let recognizer = Recognizer()
    try await with(recognizer, pageCount: 3) { workspace, index, reading in
      #expect(try await index.progress().scans == 3)
      while await reading.readSome() {}
      #expect(recognizer.readings == 3)
      #expect(try await index.progress().scans == 0)
      let found = try await DocumentSearch(in: workspace.workspace, by: index).find(.init("rechnung"))
      let page = try #require(found.documents.first?.pages.first)
      #expect(found.documents.first?.pageCount == 3 && page.isRecognized)
      let box = try #require(page.hits.first?.first)
      #expect(abs(box.x - 5) < 0.01 && abs(box.y - 10) < 0.01 && abs(box.width - 20) < 0.01)
    }
  }

  @Test("not while the program is missing, and a page that cannot be read is left")
  func failures() async throws {
    try await with(Recognizer(version: nil)) { _, index, reading in
      #expect(await !reading.readSome())
      let scans = try await index.progress().scans
      #expect(scans == 1)
    }
    let busy = Recognizer(failing: .busy)
    try await with(busy) { _, index, reading in
      #expect(await !reading.readSome())
      busy.recover()
      #expect(await reading.readSome())
      let scans = try await index.progress().scans
      #expect(scans == 0)
    }
    try await with(Recognizer(failing: .renderTimeout)) { _, index, reading in
      #expect(await reading.readSome())
      let scans = try await index.progress().scans
      #expect(scans == 0)
    }
  }
}
