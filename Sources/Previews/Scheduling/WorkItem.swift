import DocumentModel

/// One caller that waits for an answer.
struct WaiterID: Hashable, Sendable {
  let rawValue: UInt64
}

/// Who waits for a piece of work, and how urgently.
struct Waiter: Hashable, Sendable {
  let id: WaiterID
  /// Whose turn it takes in the queue; see ``RenderClient``.
  let client: String
  let priority: RenderPriority
}

/// One worker process, alive or on its way.
struct WorkerID: Hashable, Sendable, Comparable {
  let rawValue: UInt64

  static func < (left: WorkerID, right: WorkerID) -> Bool { left.rawValue < right.rawValue }
}

/// What makes two requests the same work: their answers are equal byte for byte.
struct WorkKey: Hashable, Sendable {
  let hash: ContentHash?
  let kind: RendererKind
  let password: String?
  let task: WorkerRequest.Task
  /// See ``RenderSource/origin``.
  var origin: ContentHash?

  /// The pixels of which this is a part; nil for anything but a tile.
  var raster: Raster? { Raster(self) }
}

/// What a caller asks of the pool.
struct WorkRequest: Sendable {
  let key: WorkKey
  /// What the work is about; behind it, for a board the documents on it, for a comparison what was before.
  let contents: [any ReadableContent]
  let priority: RenderPriority
  /// Whose turn it takes in the queue; see ``RenderClient``.
  let client: String
}

/// Work that is queued or running, and who waits for it.
///
/// Identical requests share one. How urgent it is, and for whom, is what those make of it who wait for it now: who left has
/// no say any more.
struct WorkItem: Sendable {
  /// Also the id of its ``WorkerRequest``.
  typealias ID = UInt64

  /// Where the work is.
  enum Place: Hashable, Sendable {
    case queued
    /// Its worker died; it waits for a fresh one.
    case retrying
    case running(WorkerID)
  }

  let id: ID
  let key: WorkKey
  let contents: [any ReadableContent]
  var place: Place = .queued
  /// In the order in which they came.
  var waiters: [Waiter]
  /// Workers that died of it.
  var deaths = 0
  /// The newest worker at the last death.
  ///
  /// It is tried again on a newer one only: whatever killed one may have killed others, whose end is not
  /// noticed yet.
  var retryAfter = WorkerID(rawValue: 0)
  /// How often it had to make room for somebody else.
  var preemptions = 0
  /// Whether its content is still wanted; what is made of one that is gone is not kept.
  var isCurrent = true
  /// When it was last given to a worker.
  var sent: Duration = .zero
  /// When the last waiter left it running.
  var orphaned: Duration?

  /// The most urgent that anybody wants who waits; bulk when nobody does any more.
  var priority: RenderPriority { waiters.map(\.priority).max() ?? .bulk }

  /// Whoever wants it so urgently, each once.
  var clients: [String] {
    let priority = priority
    return waiters.reduce(into: []) { clients, waiter in
      if waiter.priority == priority, !clients.contains(waiter.client) { clients.append(waiter.client) }
    }
  }

  /// The message to the worker.
  var message: WorkerRequest {
    WorkerRequest(id: id, hash: key.hash, kind: key.kind, password: key.password, task: key.task)
  }
}

/// How a piece of work ended for those who waited for it.
enum WorkOutcome: Sendable {
  case done(WorkerAnswer)
  case failed(WorkerFailure)
}

/// A piece of work that is over, for the cache and the metrics.
struct FinishedWork: Sendable {
  let key: WorkKey
  let outcome: WorkOutcome
  /// Time in the worker; nil when it never got to one.
  let running: Duration?
  /// Whether its content was not forgotten meanwhile.
  var isCurrent = true
}
