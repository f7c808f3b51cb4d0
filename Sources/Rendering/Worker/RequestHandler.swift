import DocumentModel
import FoundationEssentials
import LinuxSystem

/// Does the work of one request after the other.
///
/// Used by one thread.
final class RequestHandler {
  /// What came of a request: how it went, and the bytes that go with it.
  typealias Answer = (outcome: WorkerReply.Outcome, bytes: [UInt8])

  private let opener = DocumentOpener()
  private let drawer = PageDrawer()
  private let encoder = PageEncoder()
  private let sniffer: ContentSniffer?

  /// A handler that asks `sniffer` what contents are.
  init(sniffer: ContentSniffer?) {
    self.sniffer = sniffer
  }

  /// The answer to `request` about the first of `contents`, and for a board about those of its documents behind it.
  ///
  /// Every refusal is an answer, too.
  func answer(_ request: WorkerRequest, _ contents: [Descriptor]) -> Answer {
    do throws(DocumentError) {
      guard let content = contents.first else {
        throw DocumentError(.invalidParameter, "the content's descriptor is missing")
      }
      // A file that was written to since it was opened under this hash: the new content tells by itself what it is.
      if !opener.isUnchanged(request) { forget(request) }
      let answer = try perform(request, content, over: contents.dropFirst())
      guard opener.isUnchanged(request) else {
        throw DocumentError(.contentChanged, "the file is being written to")
      }
      return answer
    } catch {
      return (.failed(WorkerFailure(code: error.code, detail: error.detail)), [])
    }
  }

  private func perform(
    _ request: WorkerRequest, _ content: Descriptor, over further: ArraySlice<Descriptor>
  ) throws(DocumentError) -> Answer {
    switch request.task {
    case .sniff:
      return (.sniffed, try Self.json(sniff(content)))
    case .inspect:
      return (.inspected, try Self.json(opener.document(for: request, content).facts()))
    case .text(let page):
      return (.text, try Self.json(opener.document(for: request, content).text(ofPage: page)))
    case .readBoard:
      return (.boardRead, try Self.json(BoardFile.read(content).facts()))
    case .drawBoard(let drawing):
      let pages = try BoardPages(drawing.sources, Array(further))
      return (.boardDrawn, try BoardDrawer(pages).draw(BoardFile.read(content)))
    case .render(let wanted):
      let document = try opener.document(for: request, content)
      return try image(wanted, of: document, named: DocumentKey(request))
    }
  }

  private func forget(_ request: WorkerRequest) {
    opener.close(request)
    drawer.forgetPixels()
  }

  private func image(
    _ wanted: RenderRequest, of document: any OpenedDocument, named key: DocumentKey?
  ) throws(DocumentError) -> Answer {
    let pixels = try drawer.draw(wanted, of: document, named: key)
      .turned(wanted.turn, isMirrored: wanted.isMirrored)
    pixels.reduce(to: wanted.quality)
    let scale = try RenderPlan(wanted, on: document.size(ofPage: wanted.page)).scaleX
    let facts = ImageFacts(width: pixels.width, height: pixels.height, format: wanted.format, scale: scale)
    return (.rendered(facts), try encoder.encode(pixels, as: wanted.format, quality: wanted.quality))
  }

  /// Gives back memory that only speeds up what may never be asked for; documents stay open.
  func rest() {
    drawer.forgetPixels()
    Sandbox.returnMemory()
  }

  private func sniff(_ content: Descriptor) throws(DocumentError) -> SniffedContent {
    guard let sniffer else { throw DocumentError(.notShowable, "libmagic's database is not installed") }
    return try sniffer.sniff(content)
  }

  private static func json(_ value: some Encodable) throws(DocumentError) -> [UInt8] {
    do {
      return [UInt8](try JSONEncoder().encode(value))
    } catch {
      throw DocumentError(.damaged, "what the document says of itself cannot be written down", cause: error)
    }
  }
}
