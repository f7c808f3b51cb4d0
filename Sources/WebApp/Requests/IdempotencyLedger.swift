import DocumentModel

/// The uploads with keys that are running, and the results of those of the last day.
///
/// ```
///             begin                    end(made)              a day later, or after so many newer ones
///   unknown ─────────► under way ───────────────────► known ───────────────────────────────────────► unknown
///      ▲                   │ end(nothing)               │  ▲
///      └───────────────────┘                      begin ▼  │ end
///                                                     under way
/// ```
struct IdempotencyLedger: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The hash of an upload's request, and the documents that it created.
  struct Record: Hashable, Sendable {
    let request: ContentHash
    let documents: [DocumentID]
  }

  private struct Kept {
    let key: IdempotencyKey
    let record: Record
    let since: Instant
  }

  /// The time for which a result is kept.
  static let memory = Duration.seconds(24 * 3600)
  /// The most documents of one owner's results; the earliest results are dropped first.
  static let maximumDocuments = 1_000
  /// The most owners with results; the longest inactive one is dropped first.
  static let maximumOwners = 64

  private var running: Set<IdempotencyKey> = []
  private var kept: [String: [Kept]] = [:]

  func isUnderWay(_ key: IdempotencyKey) -> Bool { running.contains(key) }

  /// Begins an upload; returns the result of an earlier one with the same key, or nil.
  mutating func begin(_ key: IdempotencyKey, at now: Instant) -> Record? {
    running.insert(key)
    kept[key.owner]?.removeAll { $0.since.duration(to: now) >= Self.memory }
    return kept[key.owner]?.last { $0.key == key }?.record
  }

  /// Ends an upload and keeps its result; without a result the key is unchanged.
  mutating func end(_ key: IdempotencyKey, _ record: Record?, at now: Instant) {
    running.remove(key)
    guard let record, kept[key.owner]?.contains(where: { $0.key == key }) != true else { return }
    if kept[key.owner] == nil { makeRoomForOwner() }
    var all = kept[key.owner, default: []] + [Kept(key: key, record: record, since: now)]
    var count = all.reduce(0) { $0 + $1.record.documents.count }
    while count > Self.maximumDocuments, all.count > 1 { count -= all.removeFirst().record.documents.count }
    kept[key.owner] = all
  }

  private mutating func makeRoomForOwner() {
    guard kept.count >= Self.maximumOwners else { return }
    let idle = kept.min { left, right in
      guard let first = left.value.last?.since, let second = right.value.last?.since else {
        return left.value.isEmpty
      }
      return first < second
    }
    kept[idle?.key ?? ""] = nil
  }
}
