import DocumentModel
import Synchronization
import Testing

@testable import Workspace

/// Documents of one or more pages without words, each of which has a picture of 100 by 200 pixels.
struct Scans: PageRenderer {
  var pageCount = 1
  /// How soon pictures are wanted.
  var priority = RenderPriority.bulk

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
    #expect(priority == self.priority)
    #expect(request.format == .png && request.isStraightened && request.quality == .gray)
    return RenderedPage(
      image: source.content, facts: ImageFacts(width: 100, height: 200, format: .png, scale: 2),
      of: source.hash,
      microseconds: 5, renderer: nil, digest: nil)
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    PageText(words: [], links: [])
  }

  func release(_ hash: ContentHash) async {}
}

/// Reads the same words in each picture.
final class Recognizer: TextRecognizer {
  let version: String?
  let languages = ["deu", "eng"].compactMap { RecognitionLanguage($0) }
  private let failure: Mutex<DocumentError.Code?>
  private let count = Mutex(0)
  private let likelyOnes = Mutex<[RecognitionLanguage?]>([])
  /// Waits in each reading until the caller is cancelled.
  let waits: Bool

  init(version: String? = "1", failing code: DocumentError.Code? = nil, waits: Bool = false) {
    (self.version, self.waits) = (version, waits)
    failure = Mutex(code)
  }

  var readings: Int { count.withLock(\.self) }
  var likely: [RecognitionLanguage?] { likelyOnes.withLock(\.self) }

  func recover() { failure.withLock { $0 = nil } }

  func read(
    _ picture: any ReadableContent, among choice: LanguageChoice, likely: RecognitionLanguage?
  ) async throws(DocumentError) -> RecognizedPicture {
    count.withLock { $0 += 1 }
    likelyOnes.withLock { $0.append(likely) }
    if waits {
      // No time is waited for: the cancellation ends the stream.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      throw DocumentError(.busy, "cancelled")
    }
    if let code = failure.withLock(\.self) { throw DocumentError(code, "no") }
    let word = RecognizedWord(
      text: "Rechnung", box: PageRectangle(x: 10, y: 20, width: 40, height: 10), confidence: 95, line: 1)
    return RecognizedPicture(words: [word], language: choice.languages[0])
  }
}
