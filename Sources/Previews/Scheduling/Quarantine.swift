import DocumentModel

/// Counts the workers that a document killed, and keeps documents with too many kills from the workers.
///
/// A crash counts against the whole document. A timeout counts against one page, since one heavy page does
/// not make the other pages hard to draw. It also counts against images or text separately, because a page
/// with slow text may be drawn at once. A document with several quarantined pages is quarantined as a whole.
///
/// ```
///              kill                      kill, within the memory
///   unknown ─────────▶ remembered ───────────────────────────────▶ quarantined
///      ▲                   │ the memory passes, or a retry shows          │
///      │                   ▼ that it was not to blame                     │ it is released
///      └──────────────────────────────────────────────────────────────────┘
/// ```
/// Time alone ends no quarantine: the content would kill again, and each try costs workers that other requests wait
/// for.
struct Quarantine: Sendable {
  enum Work: String, Hashable, Sendable, Codable {
    case pictures
    case text
  }

  struct Part: Hashable, Sendable {
    let page: Int
    let work: Work
  }

  /// The document, or the part of it, that a kill counts against.
  struct Culprit: Hashable, Sendable {
    let hash: ContentHash
    /// Nil for the document as a whole.
    let part: Part?

    /// The culprit when work with `key` ended a worker for `reason`; nil for a content without a hash.
    init?(_ key: WorkKey, _ reason: DocumentError.Code) {
      guard let hash = key.document else { return nil }
      self.hash = hash
      part = reason == .renderTimeout ? key.task.part : nil
    }
  }

  /// An entry of the quarantine: a document, or the images or the text of one of its pages.
  struct Sentence: Hashable, Sendable, Codable {
    let sha256: ContentHash
    /// Nil for the document as a whole.
    let page: Int?
    /// The kind of work; nil for the document as a whole.
    let work: Work?
    /// The latest failure: `.rendererCrashed` or `.renderTimeout`.
    let reason: DocumentError.Code

    /// The part of the document; nil for the document as a whole.
    var part: Part? {
      guard let page, let work else { return nil }
      return Part(page: page, work: work)
    }

    /// Whether page and work are both given or both missing; the file's other entries are ignored.
    var isSensible: Bool { (page == nil) == (work == nil) }
  }

  struct Record: Hashable, Sendable {
    var kills: Int
    var last: Duration
    var reason: DocumentError.Code
  }

  /// The largest number of remembered documents; the one whose latest kill is oldest is forgotten first.
  static let maximumRecords = 10_000
  /// The number of quarantined pages that quarantines the whole document.
  static let pagesOfDocument = 3

  private let threshold: Int
  private let memory: Duration
  /// By document, then by part; a nil part is the whole document.
  private var records: [ContentHash: [Part?: Record]] = [:]
  /// Increased with every change of ``sentences``.
  private(set) var revision = 0

  /// A quarantine that continues with the entries of an earlier run.
  init(threshold: Int, memory: Duration, sentences: [Sentence] = []) {
    self.threshold = max(1, threshold)
    self.memory = memory
    for sentence in sentences.prefix(Self.maximumRecords) {
      records[sentence.sha256, default: [:]][sentence.part] = Record(
        kills: self.threshold, last: .zero, reason: sentence.reason)
    }
  }

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

  /// Counts a worker killed by a culprit whose work began at `start`; true when the culprit is in quarantine now.
  ///
  /// Concurrent work counts once.
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

  /// Takes back kills that the document did not cause.
  mutating func forgive(_ hash: ContentHash, kills: Int) {
    guard let record = records[hash]?[Self.whole] else { return }
    if record.kills >= threshold { revision += 1 }
    records[hash]?[Self.whole]?.kills -= kills
    if record.kills <= kills { forget(Self.whole, of: hash) }
  }

  mutating func release(_ hash: ContentHash) {
    guard let known = records.removeValue(forKey: hash) else { return }
    if known.values.contains(where: { $0.kills >= threshold }) { revision += 1 }
  }

  /// The failure for which a piece of work is in quarantine; nil for all other work.
  func reason(against key: WorkKey) -> DocumentError.Code? {
    guard let known = key.document.flatMap({ records[$0] }) else { return nil }
    let sentenced = known.filter { $0.value.kills >= threshold }
    let part = key.task.part
    if let record = sentenced[Self.whole] ?? sentenced[part] { return record.reason }
    // Slow texts are no reason against images.
    let further = sentenced.filter { $0.key?.work == .pictures || $0.key?.work == part?.work }
    let pages = Set(further.compactMap { $0.key?.page })
    return pages.count >= Self.pagesOfDocument ? further.values.first?.reason : nil
  }

  /// All documents in quarantine, in whole or in part.
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
  /// The page of the task and its kind of work; nil for a task about the whole document.
  ///
  /// A page's size and label count as images.
  var part: Quarantine.Part? {
    switch self {
    case .sniff, .inspect, .readBoard, .drawBoard, .print, .export, .metadata, .pictures, .properties,
      .annotations, .attachment, .entries, .entry:
      nil
    case .page(let page): Quarantine.Part(page: page, work: .pictures)
    case .render(let request): Quarantine.Part(page: request.page, work: .pictures)
    case .text(let page): Quarantine.Part(page: page, work: .text)
    case .compare(let comparison): Quarantine.Part(page: comparison.request.page, work: .pictures)
    }
  }
}
