public import DocumentModel

/// A snapshot of a worker pool, for `/healthz`, `/metrics` and operators.
public struct PoolStatus: Hashable, Sendable {
  /// Whether the pool can serve.
  public enum Health: Hashable, Sendable {
    /// No worker has said hello yet.
    case starting
    /// Serving.
    case running
    /// Workers cannot be started, for this reason; every request is refused until one can.
    case failing(reason: String)
    /// Taking no more requests.
    case stopping
    /// All workers are gone.
    case stopped
  }

  /// A document that the pool keeps from the workers.
  public struct QuarantinedDocument: Hashable, Sendable {
    /// Its content.
    public let hash: ContentHash
    /// The pages whose images or text are kept away; empty when the whole document is.
    public let pages: [Int]
    /// The latest failure: `.rendererCrashed` or `.renderTimeout`.
    public let reason: DocumentError.Code
  }

  /// Whether the pool can serve.
  public let health: Health
  /// Workers that have said hello.
  public let workersAlive: Int
  /// Workers that have a request.
  public let workersBusy: Int
  /// Waiting requests by priority.
  public let queued: [RenderPriority: Int]
  /// Documents that are kept from the workers.
  public let quarantined: [QuarantinedDocument]
  /// The workers' libraries and their versions.
  public let renderers: [String]
  /// The sandbox's protections that the workers reported.
  public let protections: Set<WorkerHello.Protection>

  /// Waiting requests.
  public var queueLength: Int { queued.values.reduce(0, +) }
}

extension PoolState {
  func status(_ hello: WorkerHello?) -> PoolStatus {
    let lanes = RenderPriority.allCases.map { ($0, queue.count($0)) }
    let pages = Dictionary(grouping: quarantine.sentences, by: \.sha256)
    let quarantined = quarantine.quarantined.map { hash, record in
      let isWhole = pages[hash]?.contains { $0.page == nil } ?? true
      return PoolStatus.QuarantinedDocument(
        hash: hash, pages: isWhole ? [] : Set((pages[hash] ?? []).compactMap(\.page)).sorted(),
        reason: record.reason)
    }
    return PoolStatus(
      health: health, workersAlive: workers.values.count(where: \.isAlive),
      workersBusy: workers.values.count { $0.item != nil },
      queued: Dictionary(uniqueKeysWithValues: lanes),
      quarantined: quarantined.sorted { $0.hash.description < $1.hash.description },
      renderers: hello?.renderers ?? [], protections: hello?.protections ?? [])
  }

  private var health: PoolStatus.Health {
    switch phase {
    case .created, .starting: .starting
    case .running: .running
    case .failing(let reason): .failing(reason: reason)
    case .draining, .stopping: .stopping
    case .stopped: .stopped
    }
  }
}
