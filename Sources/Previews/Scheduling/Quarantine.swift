import DocumentModel

/// Remembers which documents killed workers, and keeps those that did it too often away from them.
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
  /// What a document did.
  struct Record: Hashable, Sendable {
    var kills: Int
    var last: Duration
    var reason: DocumentError.Code
  }

  /// Documents that are remembered at most; the one that killed longest ago is forgotten first.
  static let maximumRecords = 10_000

  private let threshold: Int
  private let memory: Duration
  private var records: [ContentHash: Record] = [:]

  init(threshold: Int, memory: Duration) {
    self.threshold = max(1, threshold)
    self.memory = memory
  }

  /// Counts a worker killed by a document; true when the document is quarantined now.
  mutating func recordKill(by hash: ContentHash, _ reason: DocumentError.Code, at now: Duration) -> Bool {
    forgetOld(hash, at: now)
    let kills = (records[hash]?.kills ?? 0) + 1
    records[hash] = Record(kills: kills, last: now, reason: reason)
    if records.count > Self.maximumRecords { forgetOldest() }
    return kills >= threshold
  }

  /// Takes back kills for which the document was not to blame.
  mutating func forgive(_ hash: ContentHash, kills: Int) {
    guard let record = records[hash] else { return }
    records[hash]?.kills -= kills
    if record.kills <= kills { records[hash] = nil }
  }

  /// Lets the document be tried again.
  mutating func release(_ hash: ContentHash) {
    records[hash] = nil
  }

  /// What a document did last that is kept from workers; nil for all others.
  func reason(against hash: ContentHash) -> DocumentError.Code? {
    guard let record = records[hash], record.kills >= threshold else { return nil }
    return record.reason
  }

  /// All documents that are kept from workers.
  var quarantined: [ContentHash: Record] { records.filter { $0.value.kills >= threshold } }

  private mutating func forgetOld(_ hash: ContentHash, at now: Duration) {
    guard let record = records[hash], record.kills < threshold, now >= record.last + memory else { return }
    records[hash] = nil
  }

  private mutating func forgetOldest() {
    guard let oldest = records.min(by: { $0.value.last < $1.value.last }) else { return }
    records[oldest.key] = nil
  }
}
