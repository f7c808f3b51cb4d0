import DocumentModel
import FoundationEssentials
import LinuxSystem

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
      (.metadata, .pictures), (.metadata, .properties), (.annotations, .annotations),
      (.attachment, .attachment), (.entries, .entries), (.entry, .entry):
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

// MARK: - Checking

/// The checks that every message of a worker passes, because workers are not trusted.
extension WorkerResponse {
  /// Longest accepted answer, in bytes.
  static let maximumImageBytes = WorkerReply.maximumBytes
  /// Longest parsed JSON, in bytes.
  static let maximumTextBytes = WorkerReply.maximumJSONBytes
  /// Longest forwarded explanation, in characters.
  static let maximumDetail = 300

  /// The refusals that a worker may make; all other refusals are the server's.
  private static let allowedRefusals: Set<DocumentError.Code> = [
    .passwordRequired, .damaged, .notShowable, .notFound, .invalidParameter, .tooLarge, .documentTooLarge,
    .renderTimeout, .renderMemory,
  ]

  /// Checks a reply and the memory file that went with its request.
  ///
  /// The file is sealed first; from then on the worker can neither change nor extend it. Throws ``WorkerFault`` for
  /// any deviation from the protocol. Reads and parses up to ``maximumTextBytes``, so it belongs on a thread that
  /// may block.
  init(checking bytes: [UInt8], in file: Descriptor) throws(WorkerFault) {
    let file = try Self.sealed(file)
    guard let reply = try? JSONDecoder().decode(WorkerReply.self, from: Data(bytes)) else {
      throw WorkerFault("it sent no reply but something else")
    }
    if case .failed(let failure) = reply.outcome {
      guard file.size == 0 else { throw WorkerFault("it sent \(file.size) bytes with a refusal") }
      self.init(id: reply.id, payload: .failed(try Self.checked(failure)), microseconds: reply.microseconds)
      return
    }
    try Self.check(file, length: reply.length, of: reply.outcome)
    let payload = try Self.payload(reply.outcome, file)
    self.init(
      id: reply.id, payload: payload, content: OpenContent(file.descriptor, size: Int64(file.size)),
      digest: try Self.digest(of: file, payload), microseconds: max(0, reply.microseconds))
  }

  private static func digest(of file: MemoryFile, _ payload: Payload) throws(WorkerFault) -> String? {
    guard case .rendered = payload else { return nil }
    do {
      return try ImageDigest.of(file)
    } catch {
      throw WorkerFault("its memory file could not be read: \(error)")
    }
  }

  private static func checked(_ failure: WorkerFailure) throws(WorkerFault) -> WorkerFailure {
    guard allowedRefusals.contains(failure.code) else {
      throw WorkerFault("it refused with \(failure.code.rawValue), which is not for it to say")
    }
    let plain = failure.detail.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    return WorkerFailure(
      code: failure.code, detail: String(String(String.UnicodeScalarView(plain)).prefix(maximumDetail)))
  }

  private static func sealed(_ file: Descriptor) throws(WorkerFault) -> MemoryFile {
    do {
      return try MemoryFile(sealing: file)
    } catch {
      throw WorkerFault("its answer could not be sealed: \(error)")
    }
  }

  private static func check(
    _ file: MemoryFile, length: Int, of outcome: WorkerReply.Outcome
  ) throws(WorkerFault) {
    guard file.size == length, file.size > 0 || mayBeEmpty(outcome) else {
      throw WorkerFault("it announced \(length) bytes and sent \(file.size)")
    }
    guard file.size <= maximumImageBytes else { throw WorkerFault("its answer has \(file.size) bytes") }
  }

  /// A file in an archive or a mail may have no bytes; everything that is drawn or encoded has some.
  private static func mayBeEmpty(_ outcome: WorkerReply.Outcome) -> Bool {
    switch outcome {
    case .attachment, .entry: true
    default: false
    }
  }

  private static func payload(
    _ outcome: WorkerReply.Outcome, _ file: MemoryFile
  ) throws(WorkerFault) -> Payload {
    switch outcome {
    case .sniffed: return .sniffed(try decoded(file))
    case .text: return .text(try decoded(file))
    case .inspected: return .inspected(try checked(try decoded(file)))
    case .page: return .page(try decoded(file))
    case .rendered(let facts): return .rendered(try checked(facts))
    case .compared(let difference): return .compared(try checked(difference))
    case .boardRead: return .boardRead(try checked(try decoded(file)))
    case .printed: return try drawnBoard(file)
    case .metadata: return .metadata(try decoded(file))
    case .annotations: return .annotations(try decoded(file))
    case .attachment: return .attachment
    case .entries: return .entries(try checked(try decoded(file)))
    case .entry: return .entry
    case .failed(let failure): return .failed(failure)
    }
  }

  private static func drawnBoard(_ file: MemoryFile) throws(WorkerFault) -> Payload {
    guard file.size <= BoardLimits.renditionBytes, (try? file.descriptor.read(5)) == Array("%PDF-".utf8)
    else { throw WorkerFault("it drew a board as something else than a PDF") }
    return .printed
  }

  private static func decoded<Value: Decodable>(_ file: MemoryFile) throws(WorkerFault) -> Value {
    guard file.size <= maximumTextBytes else { throw WorkerFault("its JSON has \(file.size) bytes") }
    guard let bytes = try? file.descriptor.read(file.size),
      let value = try? JSONDecoder().decode(Value.self, from: Data(bytes))
    else { throw WorkerFault("its memory file holds no \(Value.self)") }
    return value
  }

  private static func checked(_ facts: DocumentFacts) throws(WorkerFault) -> DocumentFacts {
    guard facts.pageCount >= 0, facts.pages.count <= min(facts.pageCount, DocumentFacts.maximumListedPages)
    else { throw WorkerFault("it listed \(facts.pages.count) of \(facts.pageCount) pages") }
    return facts
  }

  private static func checked(_ listing: ArchiveListing) throws(WorkerFault) -> ArchiveListing {
    guard listing.entries.count <= ArchiveListing.maximumEntries else {
      throw WorkerFault("it listed \(listing.entries.count) entries")
    }
    return listing
  }

  private static func checked(_ found: PageDifference) throws(WorkerFault) -> PageDifference {
    _ = try checked(found.image)
    let parts = [found.changed, found.removed, found.added]
    let lengths =
      [found.size.width, found.size.height] + found.boxes.flatMap { [$0.x, $0.y, $0.width, $0.height] }
    guard parts.allSatisfy({ (0...1).contains($0) }), found.boxes.count <= PageDifference.maximumBoxes,
      lengths.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { throw WorkerFault("it found differences that no pages have") }
    return found
  }

  private static func checked(_ facts: BoardFacts) throws(WorkerFault) -> BoardFacts {
    let documents = Set(facts.pages.map(\.document)).count
    guard facts.pages.count <= BoardLimits.cards, documents <= BoardLimits.documents,
      facts.pages.allSatisfy({ $0.number >= 1 })
    else { throw WorkerFault("it found \(facts.pages.count) pages of \(documents) documents on a board") }
    return facts
  }

  private static func checked(_ facts: ImageFacts) throws(WorkerFault) -> ImageFacts {
    let sides = 1...RenderRequest.maximumSide
    guard sides ~= facts.width, sides ~= facts.height,
      facts.width * facts.height <= RenderRequest.maximumPixels
    else { throw WorkerFault("it drew \(facts.width) × \(facts.height) pixels") }
    guard facts.scale.isFinite, facts.scale > 0 else { throw WorkerFault("it drew at scale \(facts.scale)") }
    guard abs(facts.skew) <= ImageFacts.maximumSkew else {
      throw WorkerFault("it straightened by \(facts.skew) degrees")
    }
    return facts
  }
}

/// Immutable bytes behind an open descriptor: sealed memory, or a file of the cache.
///
/// A cache file is replaced but never written to, and stays readable after its deletion.
final class OpenContent: ReadableContent {
  /// Owns the descriptor.
  let source: Descriptor
  let size: Int64

  init(_ source: Descriptor, size: Int64) {
    self.source = source
    self.size = size
  }

  var descriptor: CInt { source.rawValue }

  /// Reads all bytes; blocks on the disk for a file.
  func bytes() throws(SystemError) -> [UInt8] { try source.read(Int(size)) }
}
