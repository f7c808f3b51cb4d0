import DocumentModel

/// A worker's answer after the checks: it is immutable and its sizes are within bounds.
struct WorkerResponse: Sendable {
  enum Payload: Sendable {
    case sniffed(SniffedContent)
    case inspected(DocumentFacts)
    case page(PageFacts)
    case rendered(ImageFacts)
    case text(PageText)
    case compared(PageDifference)
    case boardRead(BoardFacts)
    case printed
    case metadata(ContentMetadata)
    case annotations([EmbeddedAnnotation])
    case attachment
    case entries(ArchiveListing)
    case entry
    case failed(WorkerFailure)
  }

  let id: UInt64
  let payload: Payload
  /// The memory file: an image, or JSON; nil for a failure.
  let content: OpenContent?
  /// The digest of an image's bytes (``ImageDigest``); nil for other payloads.
  let digest: String?
  /// Processor time in the worker, in microseconds.
  let microseconds: Int

  init(
    id: UInt64, payload: Payload, content: OpenContent? = nil, digest: String? = nil, microseconds: Int = 0
  ) {
    self.id = id
    self.payload = payload
    self.content = content
    self.digest = digest
    self.microseconds = microseconds
  }

  /// Whether the payload belongs to a task; a failure belongs to every task.
  func fits(_ task: WorkerRequest.Task) -> Bool {
    switch (payload, task) {
    case (.failed, _), (.sniffed, .sniff), (.inspected, .inspect), (.text, .text), (.boardRead, .readBoard),
      (.printed, .drawBoard), (.printed, .print), (.printed, .export), (.metadata, .metadata),
      (.metadata, .properties), (.annotations, .annotations), (.attachment, .attachment),
      (.entries, .entries), (.entry, .entry):
      true
    case (.page(let facts), .page(let number)): facts.number == number
    case (.rendered(let facts), .render(let request)): facts.format == request.format ?? facts.format
    case (.compared(let found), .compare(let wanted)):
      found.image.format == wanted.request.format ?? found.image.format
    default: false
    }
  }

  var outcome: WorkOutcome {
    if case .failed(let failure) = payload { .failed(failure) } else { .done(self) }
  }
}
