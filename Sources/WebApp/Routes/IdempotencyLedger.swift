import DocumentModel

/// Which uploads with keys are under way, and what those of the last day made.
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

  /// What was asked for under a key, and what that made.
  struct Record: Hashable, Sendable {
    let request: ContentHash
    let documents: [DocumentID]
  }

  private struct Kept {
    let key: IdempotencyKey
    let record: Record
    let since: Instant
  }

  /// For so long an upload is known.
  static let memory = Duration.seconds(24 * 3600)
  /// So many documents of one owner's uploads are known; the earliest uploads are forgotten first.
  static let maximumDocuments = 1_000
  /// More owners than this are not told apart from those that were never here.
  static let maximumOwners = 64

  private var running: Set<IdempotencyKey> = []
  private var kept: [String: [Kept]] = [:]

  /// Whether an upload with this key goes on.
  func isUnderWay(_ key: IdempotencyKey) -> Bool { running.contains(key) }

  /// Begins an upload, and tells what one with the same key made before; nil where none is known.
  mutating func begin(_ key: IdempotencyKey, at now: Instant) -> Record? {
    running.insert(key)
    kept[key.owner]?.removeAll { $0.since.duration(to: now) >= Self.memory }
    return kept[key.owner]?.last { $0.key == key }?.record
  }

  /// Ends an upload that began, and keeps what it made; where that is nothing, the key is as it was before.
  mutating func end(_ key: IdempotencyKey, _ record: Record?, at now: Instant) {
    running.remove(key)
    guard let record, kept[key.owner]?.contains(where: { $0.key == key }) != true else { return }
    if kept[key.owner] == nil { makeRoomForOwner() }
    var all = kept[key.owner, default: []] + [Kept(key: key, record: record, since: now)]
    var count = all.reduce(0) { $0 + $1.record.documents.count }
    while count > Self.maximumDocuments, all.count > 1 { count -= all.removeFirst().record.documents.count }
    kept[key.owner] = all
  }

  /// Forgets whoever was not here for the longest time.
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
