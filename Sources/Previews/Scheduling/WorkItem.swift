import DocumentModel

/// One caller that waits for an answer.
struct WaiterID: Hashable, Sendable {
  let rawValue: UInt64
}

struct Waiter: Hashable, Sendable {
  let id: WaiterID
  /// The client in the queue; see ``RenderClient``.
  let client: String
  let priority: RenderPriority
}

/// One worker process, alive or on its way.
struct WorkerID: Hashable, Sendable, Comparable {
  let rawValue: UInt64

  static func < (left: WorkerID, right: WorkerID) -> Bool { left.rawValue < right.rawValue }
}

/// The identity of work: requests with equal keys have equal answers, byte for byte.
struct WorkKey: Hashable, Sendable {
  let hash: ContentHash?
  let kind: RendererKind
  /// See ``RenderSource/language``.
  var language: String?
  let password: String?
  let task: WorkerRequest.Task
  /// See ``RenderSource/origin``.
  var origin: ContentHash?
  /// See ``WorkerRequest/pictures``.
  var pictures: [String] = []

  /// The content of the document that the work is for; kills and refusals count against it.
  var document: ContentHash? { origin ?? hash }

  /// The raster of a tile; nil for all other work.
  var raster: Raster? { Raster(self) }
}

/// A caller's request to the pool.
struct WorkRequest: Sendable {
  let key: WorkKey
  /// The content, followed by a board's documents, a comparison's earlier version or the pictures of a text.
  let contents: [any ReadableContent]
  let priority: RenderPriority
  /// The client in the queue; see ``RenderClient``.
  let client: String
}

/// Queued or running work and its waiters.
///
/// Identical requests share one item. Its priority and its clients are those of the present waiters.
struct WorkItem: Sendable {
  /// Also the id of its ``WorkerRequest``.
  typealias ID = UInt64

  enum Place: Hashable, Sendable {
    case queued
    /// Its worker died; it waits for a fresh worker.
    case retrying
    case running(WorkerID)
  }

  let id: ID
  let key: WorkKey
  let contents: [any ReadableContent]
  var place: Place = .queued
  var waiters: [Waiter]
  /// Workers that died of it.
  var deaths = 0
  /// The newest worker at the last death.
  ///
  /// The work is tried again on a newer worker only, because older ones may be dead already without a report.
  var retryAfter = WorkerID(rawValue: 0)
  var preemptions = 0
  /// Whether its content still exists; results of a deleted content are not cached.
  var isCurrent = true
  /// The time when it was last sent to a worker.
  var sent: Duration = .zero
  /// The time when the last waiter left.
  var orphaned: Duration?

  /// The highest priority of the waiters; bulk when there is none.
  var priority: RenderPriority { waiters.map(\.priority).max() ?? .bulk }

  /// The distinct clients with that priority.
  var clients: [String] {
    let priority = priority
    return waiters.reduce(into: []) { clients, waiter in
      if waiter.priority == priority, !clients.contains(waiter.client) { clients.append(waiter.client) }
    }
  }

  /// The message to the worker.
  var message: WorkerRequest {
    WorkerRequest(
      id: id, hash: key.hash, kind: key.kind, language: key.language, password: key.password,
      pictures: key.pictures, task: key.task)
  }
}

enum WorkOutcome: Sendable {
  case done(WorkerResponse)
  case failed(WorkerFailure)
}

/// Finished work, for the cache and the metrics.
struct FinishedWork: Sendable {
  let key: WorkKey
  let outcome: WorkOutcome
  /// Time in the worker; nil when the work was never sent.
  let running: Duration?
  var isCurrent = true
  /// The priority at its end.
  var priority = RenderPriority.visible

  /// Larger pictures that were drawn in bulk are for a program that reads them once, in pixels.
  private static let largestInBulk = 1_024

  /// Whether it is kept: words that are read in bulk, and large pictures, would push out what people look at.
  var isKept: Bool {
    guard isCurrent else { return false }
    guard priority == .bulk else { return true }
    switch key.task {
    case .text: return false
    case .render(let request):
      guard case .fit(let width, let height) = request.size else { return true }
      return max(width, height) <= Self.largestInBulk
    default: return true
    }
  }
}

/// The client of a request, by which the queue takes turns.
///
/// Requests of one priority are served client by client in turn. A request without a client counts as its document's
/// own.
///
/// ```swift
/// try await RenderClient.$current.withValue(session.id) {
///   try await renderer.render(request, of: source, priority: .visible)
/// } ```
public enum RenderClient {
  /// The session, address or job of the current task; nil when none was set.
  @TaskLocal public static var current: String?
}
