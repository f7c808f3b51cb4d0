import DocumentModel

/// Remembers which documents killed workers, and keeps those that did it too often away from them.
///
/// A crash is held against the whole document. Time that runs out is held against the page, since one heavy page does
/// not make the others hard to draw, and against what was wanted of it: a page whose text takes too long to read may be
/// drawn at once. A document with several pages that cannot be drawn is kept away as a whole.
///
/// ```
///              kill                      kill, within the memory
///   unknown ─────────▶ remembered ───────────────────────────────▶ quarantined
///      ▲                   │ the memory passes, or a retry shows          │
///      │                   ▼ that it was not to blame                     │ somebody releases it
///      └──────────────────────────────────────────────────────────────────┘
/// ```
/// Time alone frees nobody: a content that killed will kill again, and each try costs workers that others wait for.
struct Quarantine: Sendable {
  /// What is wanted of a page.
  enum Work: String, Hashable, Sendable, Codable {
    case pictures
    case text
  }

  /// What of a document something is held against.
  struct Part: Hashable, Sendable {
    let page: Int
    let work: Work
  }

  /// What is held against: a document, or what is wanted of one page of it.
  struct Culprit: Hashable, Sendable {
    let hash: ContentHash
    /// Nil for the document as a whole.
    let part: Part?

    /// Whoever is to blame that `key` ended a worker for `reason`; nil for a content without a hash.
    init?(_ key: WorkKey, _ reason: DocumentError.Code) {
      guard let hash = key.hash else { return nil }
      self.hash = hash
      part = reason == .renderTimeout ? key.task.part : nil
    }
  }

  /// What is kept from workers: a document, or the pictures or the text of one of its pages.
  struct Sentence: Hashable, Sendable, Codable {
    let sha256: ContentHash
    /// Nil for the document as a whole.
    let page: Int?
    /// What of the page; nil for the document as a whole.
    let work: Work?
    /// What happened last: `.rendererCrashed` or `.renderTimeout`.
    let reason: DocumentError.Code

    /// Of what; nil for the document as a whole.
    var part: Part? {
      guard let page, let work else { return nil }
      return Part(page: page, work: work)
    }

    /// Whether it names all of a part or nothing of one: other sentences are not this program's.
    var isSensible: Bool { (page == nil) == (work == nil) }
  }

  /// What a culprit did.
  struct Record: Hashable, Sendable {
    var kills: Int
    var last: Duration
    var reason: DocumentError.Code
  }

  /// Documents that are remembered at most; the one that killed longest ago is forgotten first.
  static let maximumRecords = 10_000
  /// So many pages in quarantine keep the whole document there.
  static let pagesOfDocument = 3

  private let threshold: Int
  private let memory: Duration
  /// By document, then by part; none is the document as a whole.
  private var records: [ContentHash: [Part?: Record]] = [:]
  /// Counts up with every change of ``sentences``.
  private(set) var revision = 0

  /// A quarantine that goes on with the sentences of an earlier run.
  init(threshold: Int, memory: Duration, sentences: [Sentence] = []) {
    self.threshold = max(1, threshold)
    self.memory = memory
    for sentence in sentences.prefix(Self.maximumRecords) {
      records[sentence.sha256, default: [:]][sentence.part] = Record(
        kills: self.threshold, last: .zero, reason: sentence.reason)
    }
  }

  /// All that is kept from workers, in the order of the hashes and pages.
  var sentences: [Sentence] {
    let all = records.flatMap { hash, known in
      known.filter { $0.value.kills >= threshold }.map { part, record in
        Sentence(sha256: hash, page: part?.page, work: part?.work, reason: record.reason)
      }
    }
    return all.sorted { left, right in
      (left.sha256.description, left.page ?? 0, left.work?.rawValue ?? "")
        < (right.sha256.description, right.page ?? 0, right.work?.rawValue ?? "")
    }
  }

  /// Counts a worker killed by a culprit whose work began at `start`; true when it is quarantined now.
  ///
  /// Work that was under way together counts once: what killed one worker did not know yet of the other.
  mutating func recordKill(
    by culprit: Culprit, _ reason: DocumentError.Code, since start: Duration, at now: Duration
  ) -> Bool {
    forgetOld(culprit, at: now)
    let known = records[culprit.hash]?[culprit.part]
    let isAnother = known.map { start >= $0.last } ?? true
    let kills = (known?.kills ?? 0) + (isAnother ? 1 : 0)
    records[culprit.hash, default: [:]][culprit.part] = Record(kills: kills, last: now, reason: reason)
    if records.count > Self.maximumRecords { forgetOldest() }
    if kills >= threshold { revision += 1 }
    return kills >= threshold
  }

  /// Takes back kills for which the document was not to blame.
  mutating func forgive(_ hash: ContentHash, kills: Int) {
    guard let record = records[hash]?[Self.whole] else { return }
    if record.kills >= threshold { revision += 1 }
    records[hash]?[Self.whole]?.kills -= kills
    if record.kills <= kills { forget(Self.whole, of: hash) }
  }

  /// Lets the document be tried again.
  mutating func release(_ hash: ContentHash) {
    guard let known = records.removeValue(forKey: hash) else { return }
    if known.values.contains(where: { $0.kills >= threshold }) { revision += 1 }
  }

  /// What is held against a piece of work that is kept from workers; nil for all other work.
  func reason(against key: WorkKey) -> DocumentError.Code? {
    guard let known = key.hash.flatMap({ records[$0] }) else { return nil }
    let sentenced = known.filter { $0.value.kills >= threshold }
    let part = key.task.part
    if let record = sentenced[Self.whole] ?? sentenced[part] { return record.reason }
    // Texts that take too long are no reason against pictures.
    let further = sentenced.filter { $0.key?.work == .pictures || $0.key?.work == part?.work }
    let pages = Set(further.compactMap { $0.key?.page })
    return pages.count >= Self.pagesOfDocument ? further.values.first?.reason : nil
  }

  /// All documents that are kept from workers, in whole or in part.
  var quarantined: [ContentHash: Record] {
    records.compactMapValues { known in
      known.values.filter { $0.kills >= threshold }.max { $0.last < $1.last }
    }
  }

  private static let whole = Part?.none

  private mutating func forgetOld(_ culprit: Culprit, at now: Duration) {
    guard let record = records[culprit.hash]?[culprit.part], record.kills < threshold,
      now >= record.last + memory
    else { return }
    forget(culprit.part, of: culprit.hash)
  }

  private mutating func forget(_ part: Part?, of hash: ContentHash) {
    records[hash]?.removeValue(forKey: part)
    if records[hash]?.isEmpty == true { records[hash] = nil }
  }

  private mutating func forgetOldest() {
    let ages = records.mapValues { known in known.values.map(\.last).max() ?? .zero }
    if let oldest = ages.min(by: { $0.value < $1.value }) { release(oldest.key) }
  }
}

extension WorkerRequest.Task {
  /// The page that it is about and what of it; nil when it is about the whole document.
  ///
  /// A page's size and label are what its pictures need.
  var part: Quarantine.Part? {
    switch self {
    case .sniff, .inspect, .readBoard, .drawBoard: nil
    case .page(let page): Quarantine.Part(page: page, work: .pictures)
    case .render(let request): Quarantine.Part(page: request.page, work: .pictures)
    case .text(let page): Quarantine.Part(page: page, work: .text)
    case .compare(let comparison): Quarantine.Part(page: comparison.request.page, work: .pictures)
    }
  }
}
