import DocumentModel
import FoundationEssentials
import LinuxSystem

/// Answers one request after the other.
///
/// Used by one thread.
final class RequestHandler {
  /// The outcome of a request, and its bytes.
  typealias Response = (outcome: WorkerReply.Outcome, bytes: [UInt8])

  private let opener = DocumentOpener()
  private let drawer = PageDrawer()
  private let encoder = PageEncoder()
  private let sniffer: ContentSniffer?

  init(sniffer: ContentSniffer?) {
    self.sniffer = sniffer
  }

  /// Answers `request` about the first of `contents`.
  ///
  /// Further contents are a board's documents, a comparison's earlier version or the pictures of a text. A refusal is an
  /// answer, too.
  func answer(_ request: WorkerRequest, _ contents: [Descriptor]) -> Response {
    do throws(DocumentError) {
      guard let content = contents.first else {
        throw DocumentError(.invalidParameter, "the content's descriptor is missing")
      }
      // A file that was written to since its opening has another content; it is opened anew.
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
  ) throws(DocumentError) -> Response {
    func document() throws(DocumentError) -> any OpenedDocument {
      try opener.document(for: request, content, showing: Array(further))
    }
    switch request.task {
    case .sniff:
      return (.sniffed, try Self.json(sniff(content)))
    case .inspect:
      return (.inspected, try Self.json(document().facts()))
    case .page(let number):
      return (.page, try Self.json(document().facts(ofPage: number)))
    case .text(let page):
      return (.text, try Self.json(document().text(ofPage: page)))
    case .compare(let comparison):
      guard let before = further.first else {
        throw DocumentError(.invalidParameter, "the descriptor of the earlier version is missing")
      }
      return try compare(comparison, request, content, before)
    case .readBoard:
      return (.boardRead, try Self.json(BoardFile.read(content).facts()))
    case .drawBoard(let drawing):
      let pages = try BoardPages(drawing.sources, Array(further))
      return (.printed, try BoardDrawer(pages).draw(BoardFile.read(content)))
    case .export:
      guard let export = further.first else {
        throw DocumentError(.invalidParameter, "the descriptor of the export is missing")
      }
      let parameters = try ContentBytes(export)
      let read = try withExtendedLifetime(parameters) { () throws(DocumentError) in
        try PDFExport(reading: Array(parameters.bytes))
      }
      return (.printed, try PDFExporter(ContentBytes(content), password: request.password, read).run())
    case .metadata:
      return (.metadata, try Self.json(document().metadata()))
    case .pictures:
      return (.metadata, try Self.json(ContentMetadata(pictures: document().pictures)))
    case .properties:
      let description = try sniff(content).description
      return (.metadata, try Self.json(FileProperties.read(content, description: description)))
    case .annotations:
      return (.annotations, try Self.json(document().annotations()))
    case .attachment(let number):
      return (.attachment, try document().attachment(number))
    case .entries:
      return (.entries, try Self.json(ArchiveEntries.list(content)))
    case .entry(let number):
      return (.entry, try ArchiveEntries.bytes(of: number, in: content))
    case .print:
      return (.printed, try DocumentPrinter.print(document()))
    case .render(let wanted):
      return try image(wanted, of: document(), named: DocumentKey(request))
    }
  }

  private func forget(_ request: WorkerRequest) {
    opener.close(request)
    drawer.forgetPixels()
  }

  private func image(
    _ wanted: RenderRequest, of document: any OpenedDocument, named key: DocumentKey?
  ) throws(DocumentError) -> Response {
    let pixels = try drawer.draw(wanted, of: document, named: key)
      .turned(wanted.turn, isMirrored: wanted.isMirrored)
    pixels.reduce(to: wanted.quality)
    let scale = try RenderPlan(wanted, on: document.size(ofPage: wanted.page)).scaleX
    let skew = wanted.isStraightened ? TextSkew.degrees(of: pixels) : 0
    let level = try pixels.rotated(by: -skew)
    let (format, bytes) = try encoder.encode(level, preferring: wanted.format, quality: wanted.quality)
    let facts = ImageFacts(width: level.width, height: level.height, format: format, scale: scale, skew: skew)
    return (.rendered(facts), bytes)
  }

  /// Draws both pages at one scale, that of the newer page.
  private func compare(
    _ comparison: PageComparison, _ request: WorkerRequest, _ content: Descriptor, _ before: Descriptor
  ) throws(DocumentError) -> Response {
    // The message's hash names the pair; each document is opened and kept under its own hash.
    let own = WorkerRequest(
      id: request.id, hash: comparison.after, kind: request.kind, password: request.password,
      task: request.task)
    let earlier = WorkerRequest(
      id: request.id, hash: comparison.before, kind: comparison.beforeKind, task: request.task)
    for one in [own, earlier] where !opener.isUnchanged(one) { forget(one) }
    let wanted = comparison.request
    let now = ComparedDocument(try opener.document(for: own, content), page: wanted.page)
    let then = ComparedDocument(try opener.document(for: earlier, before), page: wanted.page)
    let comparison = try PixelComparison(from: then, to: now, wanted.size)
    guard opener.isUnchanged(own), opener.isUnchanged(earlier) else {
      throw DocumentError(.contentChanged, "the file is being written to")
    }
    let (format, bytes) = try encoder.encode(comparison.picture, preferring: wanted.format)
    return (.compared(comparison.difference(format: format)), bytes)
  }

  /// Releases caches; documents stay open.
  func rest() {
    drawer.forgetPixels()
    opener.rest()
    Sandbox.returnMemory()
  }

  private func sniff(_ content: Descriptor) throws(DocumentError) -> SniffedContent {
    guard let sniffer else { throw DocumentError(.notShowable, "libmagic's database is not installed") }
    return try sniffer.sniff(content)
  }

  /// `value` as JSON; throws `.tooLarge` beyond the server's limit.
  static func json(
    _ value: some Encodable, atMost limit: Int = WorkerReply.maximumJSONBytes
  ) throws(DocumentError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try JSONEncoder().encode(value))
    } catch {
      throw DocumentError(.damaged, "the answer cannot be encoded as JSON", cause: error)
    }
    guard bytes.count <= limit else {
      throw DocumentError(.documentTooLarge, "the answer is longer than the server accepts")
    }
    return bytes
  }
}
