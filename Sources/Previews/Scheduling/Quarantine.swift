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

    fileprivate init(_ hash: ContentHash, page: Int?) {
      self.hash = hash
      self.page = page
    }
  }

  /// What a culprit did.
  struct Record: Hashable, Sendable {
    var kills: Int
    var last: Duration
    var reason: DocumentError.Code
  }

  /// Culprits that are remembered at most; the one that killed longest ago is forgotten first.
  static let maximumRecords = 10_000
  /// So many pages in quarantine keep the whole document there.
  static let pagesOfDocument = 3

  private let threshold: Int
  private let memory: Duration
  private var records: [Culprit: Record] = [:]

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
    let known = records[culprit]
    let isAnother = known.map { start >= $0.last } ?? true
    let kills = (known?.kills ?? 0) + (isAnother ? 1 : 0)
    records[culprit] = Record(kills: kills, last: now, reason: reason)
    if records.count > Self.maximumRecords { forgetOldest() }
    return kills >= threshold
  }

  /// Takes back kills for which the document was not to blame.
  mutating func forgive(_ hash: ContentHash, kills: Int) {
    let culprit = Culprit(hash, page: nil)
    guard let record = records[culprit] else { return }
    records[culprit]?.kills -= kills
    if record.kills <= kills { records[culprit] = nil }
  }

  /// Lets the document be tried again.
  mutating func release(_ hash: ContentHash) {
    for culprit in records.keys where culprit.hash == hash { records[culprit] = nil }
  }

  /// What is held against a piece of work that is kept from workers; nil for all other work.
  func reason(against key: WorkKey) -> DocumentError.Code? {
    guard !records.isEmpty, let hash = key.hash else { return nil }
    if let reason = sentence(of: Culprit(hash, page: nil)) { return reason }
    if let page = key.task.page, let reason = sentence(of: Culprit(hash, page: page)) { return reason }
    let pages = records.filter { $0.key.hash == hash && $0.key.page != nil && $0.value.kills >= threshold }
    return pages.count >= Self.pagesOfDocument ? pages.values.first?.reason : nil
  }

  /// All documents that are kept from workers, in whole or in part.
  var quarantined: [ContentHash: Record] {
    let sentenced = records.filter { $0.value.kills >= threshold }.map { ($0.key.hash, $0.value) }
    return Dictionary(sentenced, uniquingKeysWith: { $0.last >= $1.last ? $0 : $1 })
  }

  private func sentence(of culprit: Culprit) -> DocumentError.Code? {
    records[culprit].flatMap { $0.kills >= threshold ? $0.reason : nil }
  }

  private mutating func forgetOld(_ culprit: Culprit, at now: Duration) {
    guard let record = records[culprit], record.kills < threshold, now >= record.last + memory else { return }
    records[culprit] = nil
  }

  private mutating func forgetOldest() {
    guard let oldest = records.min(by: { $0.value.last < $1.value.last }) else { return }
    records[oldest.key] = nil
  }
}

extension WorkerRequest.Task {
  /// The page that it is about; nil when it is about the whole document.
  var page: Int? {
    switch self {
    case .sniff, .inspect: nil
    case .render(let request): request.page
    case .text(let page): page
    }
  }
}
