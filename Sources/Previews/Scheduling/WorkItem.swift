import DocumentModel

/// One caller that waits for an answer.
struct WaiterID: Hashable, Sendable {
  let rawValue: UInt64
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

  /// The pixels of which this is a part; nil for anything but a tile.
  var raster: Raster? { Raster(self) }
}

/// What a caller asks of the pool.
struct WorkRequest: Sendable {
  let key: WorkKey
  /// What the work is about, and for a board the documents on it.
  let contents: [any ReadableContent]
  let priority: RenderPriority
  /// Whose turn it takes in the queue; see ``RenderClient``.
  let client: String
}

/// Work that is queued or running, and who waits for it.
///
/// Identical requests share one.
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
  /// Whoever asked first.
  let client: String
  var priority: RenderPriority
  var place: Place = .queued
  var waiters: [WaiterID]
  /// Workers that died of it.
  var deaths = 0
  /// The newest worker at the last death.
  ///
  /// It is tried again on a newer one only: whatever killed one may have killed others, whose end is not
  /// noticed yet.
  var retryAfter = WorkerID(rawValue: 0)
  /// Whether it had to make room for somebody else once; it need not do so again.
  var wasPreempted = false
  /// When it was last given to a worker.
  var sent: Duration = .zero
  /// When the last waiter left it running.
  var orphaned: Duration?

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
}
