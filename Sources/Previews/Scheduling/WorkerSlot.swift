import DocumentModel

/// What the pool knows of one worker.
///
/// ```
///              hello            work
///   starting ─────────▶ idle ◀────────▶ busy
///      │                 │    answer     │
///      │ too slow        │ worn out      │ too long, misbehaved, unwanted
///      └────────────▶  dying  ◀──────────┘
///                        │ process reaped (from any state)
///                        ▼
///                      gone
/// ```
struct WorkerSlot: Sendable {
  enum State: Hashable, Sendable {
    case starting
    case idle(since: Duration)
    case busy(WorkItem.ID)
    case dying
  }

  let id: WorkerID
  let born: Duration
  var state: State = .starting
  /// Answers given.
  var served = 0
  /// Documents that it should still have parsed, the latest last.
  var recent: [ContentHash] = []
  /// Pages of which it should still have the pixels, the latest last.
  var rasters: [Raster] = []
  /// What it may compute, and has.
  var account = ProcessorAccount()
  /// Bytes of its answers: it may hold the memory files with them for as long as it lives.
  var answeredBytes: Int64 = 0
  /// Its memory has grown beyond the limit.
  var isHeavy = false
  /// It computed more than it was granted for what it answered.
  var isOverdrawn = false
  /// When somebody looked at what it takes; at first, when it began what it does now.
  var looked: Duration

  init(id: WorkerID, born: Duration) {
    self.id = id
    self.born = born
    looked = born
  }

  var isIdle: Bool { idleSince != nil }
  var isFresh: Bool { served == 0 }
  /// It has said hello and is not about to die.
  var isAlive: Bool { state != .starting && state != .dying }

  var idleSince: Duration? {
    if case .idle(let since) = state { since } else { nil }
  }

  var item: WorkItem.ID? {
    if case .busy(let item) = state { item } else { nil }
  }

  /// Notes that it parses a document, of which it keeps at most `limit`.
  mutating func remember(_ hash: ContentHash, limit: Int) {
    Self.note(hash, in: &recent, limit)
  }

  /// Notes that it draws a raster, of which it keeps at most `limit`.
  mutating func remember(_ raster: Raster, limit: Int) {
    Self.note(raster, in: &rasters, limit)
  }

  private static func note<Value: Equatable>(_ value: Value, in list: inout [Value], _ limit: Int) {
    list.removeAll { $0 == value }
    list.append(value)
    if list.count > limit { list.removeFirst(list.count - limit) }
  }
}
