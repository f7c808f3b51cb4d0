import DocumentModel

/// Remembers which documents killed workers, and keeps those that did it too often away from them.
///
/// A crash is held against the whole document. Time that runs out is held against the page, since one heavy page does
/// not make the others hard to draw; a document with several such pages is kept away as a whole.
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
  /// What is held against: a document, or one page of it.
  struct Culprit: Hashable, Sendable {
    let hash: ContentHash
    /// Nil for the document as a whole.
    let page: Int?

    /// Whoever is to blame that `key` ended a worker for `reason`; nil for a content without a hash.
    init?(_ key: WorkKey, _ reason: DocumentError.Code) {
      guard let hash = key.hash else { return nil }
      self.hash = hash
      page = reason == .renderTimeout ? key.task.page : nil
    }
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
  /// By document, then by page; none is the document as a whole.
  private var records: [ContentHash: [Int?: Record]] = [:]

  init(threshold: Int, memory: Duration) {
    self.threshold = max(1, threshold)
    self.memory = memory
  }

  /// Counts a worker killed by a culprit whose work began at `start`; true when it is quarantined now.
  ///
  /// Work that was under way together counts once: what killed one worker did not know yet of the other.
  mutating func recordKill(
    by culprit: Culprit, _ reason: DocumentError.Code, since start: Duration, at now: Duration
  ) -> Bool {
    forgetOld(culprit, at: now)
    let known = records[culprit.hash]?[culprit.page]
    let isAnother = known.map { start >= $0.last } ?? true
    let kills = (known?.kills ?? 0) + (isAnother ? 1 : 0)
    records[culprit.hash, default: [:]][culprit.page] = Record(kills: kills, last: now, reason: reason)
    if records.count > Self.maximumRecords { forgetOldest() }
    return kills >= threshold
  }

  /// Takes back kills for which the document was not to blame.
  mutating func forgive(_ hash: ContentHash, kills: Int) {
    guard let record = records[hash]?[Self.whole] else { return }
    records[hash]?[Self.whole]?.kills -= kills
    if record.kills <= kills { forget(Self.whole, of: hash) }
  }

  /// Lets the document be tried again.
  mutating func release(_ hash: ContentHash) {
    records[hash] = nil
  }

  /// What is held against a piece of work that is kept from workers; nil for all other work.
  func reason(against key: WorkKey) -> DocumentError.Code? {
    guard let known = key.hash.flatMap({ records[$0] }) else { return nil }
    let sentenced = known.filter { $0.value.kills >= threshold }
    if let record = sentenced[Self.whole] ?? sentenced[key.task.page] { return record.reason }
    return sentenced.count >= Self.pagesOfDocument ? sentenced.values.first?.reason : nil
  }

  /// All documents that are kept from workers, in whole or in part.
  var quarantined: [ContentHash: Record] {
    records.compactMapValues { known in
      known.values.filter { $0.kills >= threshold }.max { $0.last < $1.last }
    }
  }

  private static let whole = Int?.none

  private mutating func forgetOld(_ culprit: Culprit, at now: Duration) {
    guard let record = records[culprit.hash]?[culprit.page], record.kills < threshold,
      now >= record.last + memory
    else { return }
    forget(culprit.page, of: culprit.hash)
  }

  private mutating func forget(_ page: Int?, of hash: ContentHash) {
    records[hash]?.removeValue(forKey: page)
    if records[hash]?.isEmpty == true { records[hash] = nil }
  }

  private mutating func forgetOldest() {
    let ages = records.mapValues { known in known.values.map(\.last).max() ?? .zero }
    if let oldest = ages.min(by: { $0.value < $1.value }) { records[oldest.key] = nil }
  }
}

extension WorkerRequest.Task {
  /// The page that it is about; nil when it is about the whole document.
  var page: Int? {
    switch self {
    case .sniff, .inspect, .readBoard, .drawBoard: nil
    case .render(let request): request.page
    case .text(let page): page
    }
  }
}
