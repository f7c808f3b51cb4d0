import DocumentModel

/// The pool's record of one worker.
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
  var served = 0
  /// Documents that it should still have parsed, the latest last.
  var recent: [ContentHash] = []
  /// Rasters that it should still have, the latest last.
  var rasters: [Raster] = []
  /// Its processor time, granted and used.
  var account = ProcessorAccount()
  /// Bytes of its answers, whose memory files it may hold until its end.
  var answeredBytes: Int64 = 0
  /// Whether its memory exceeds the limit.
  var isHeavy = false
  /// Whether it exceeded its processor time for an answer.
  var isOverdrawn = false
  /// The time of the last measurement, at first of the start of its present state.
  var looked: Duration

  init(id: WorkerID, born: Duration) {
    self.id = id
    self.born = born
    looked = born
  }

  var isIdle: Bool { idleSince != nil }
  var isFresh: Bool { served == 0 }
  /// Whether it has said hello and is not dying.
  var isAlive: Bool { state != .starting && state != .dying }

  var idleSince: Duration? {
    if case .idle(let since) = state { since } else { nil }
  }

  var item: WorkItem.ID? {
    if case .busy(let item) = state { item } else { nil }
  }

  mutating func remember(_ hash: ContentHash, limit: Int) {
    Self.note(hash, in: &recent, limit)
  }

  mutating func remember(_ raster: Raster, limit: Int) {
    Self.note(raster, in: &rasters, limit)
  }

  private static func note<Value: Equatable>(_ value: Value, in list: inout [Value], _ limit: Int) {
    list.removeAll { $0 == value }
    list.append(value)
    if list.count > limit { list.removeFirst(list.count - limit) }
  }
}
