import DocumentModel

/// Remembers which documents killed workers, and keeps those that did it too often away from them.
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
  private let period: Duration
  private var records: [ContentHash: Record] = [:]

  init(threshold: Int, period: Duration) {
    self.threshold = max(1, threshold)
    self.period = period
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

  /// What a document did that is kept from workers now, and until when; nil for all others.
  func sentence(of hash: ContentHash, at now: Duration) -> (reason: DocumentError.Code, until: Duration)? {
    guard let record = records[hash], record.kills >= threshold, now < record.last + period else {
      return nil
    }
    return (record.reason, record.last + period)
  }

  /// All documents that are kept from workers now.
  func quarantined(at now: Duration) -> [ContentHash: Record] {
    records.filter { sentence(of: $0.key, at: now) != nil }
  }

  private mutating func forgetOld(_ hash: ContentHash, at now: Duration) {
    guard let record = records[hash], now >= record.last + period else { return }
    records[hash] = nil
  }

  private mutating func forgetOldest() {
    guard let oldest = records.min(by: { $0.value.last < $1.value.last }) else { return }
    records[oldest.key] = nil
  }
}
