import DocumentModel

@testable import Previews

final class NoContent: ReadableContent {
  let descriptor: CInt = -1
  let size: Int64 = 0
}

/// The hash of a sample document: the letters of its name as hexadecimal digits, padded with zeros.
func sampleHash(_ name: String) -> ContentHash {
  let digits = name.utf8.map { String($0, radix: 16) }.joined()
  guard let hash = ContentHash(digits + String(repeating: "0", count: 64 - digits.utf8.count)) else {
    preconditionFailure("\(name) is too long a name for a sample")
  }
  return hash
}

extension WorkKey {
  static func sample(
    _ document: String, page: Int = 1, password: String? = nil, task: WorkerRequest.Task? = nil
  ) -> WorkKey {
    WorkKey(
      hash: sampleHash(document), kind: .pdf, password: password,
      task: task ?? .render(RenderRequest(page: page, size: .width(100))))
  }
}

extension WorkerResponse {
  static func sample(_ id: UInt64, to task: WorkerRequest.Task) -> WorkerResponse {
    let payload: Payload =
      switch task {
      case .sniff: .sniffed(SniffedContent(mediaType: "application/pdf", encoding: "binary", description: ""))
      case .inspect:
        .inspected(DocumentFacts(pageCount: 0, pages: [], outline: [], title: nil, renderer: "r"))
      case .page(let number):
        .page(PageFacts(number: number, size: PageSize(width: 1, height: 1), label: "\(number)"))
      case .text: .text(PageText(words: [], links: []))
      case .render(let request): .rendered(ImageFacts(width: 10, height: 10, format: request.format ?? .png))
      case .compare(let comparison):
        .compared(
          PageDifference(
            image: ImageFacts(width: 10, height: 10, format: comparison.request.format ?? .png),
            size: PageSize(width: 10, height: 10), changed: 0, removed: 0, added: 0, boxes: []))
      case .readBoard: .boardRead(BoardFacts(pages: []))
      case .drawBoard, .print, .export: .printed
      case .metadata, .pictures, .properties: .metadata(ContentMetadata())
      case .annotations: .annotations([])
      case .attachment: .attachment
      case .entries: .entries(ArchiveListing(format: "", entries: [], isWhole: true))
      case .entry: .entry
      }
    return WorkerResponse(id: id, payload: payload)
  }
}
