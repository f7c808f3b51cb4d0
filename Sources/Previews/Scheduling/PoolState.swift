import DocumentModel

/// The worker pool's decisions: a pure state machine that takes timed events and returns actions.
///
/// ```
///             start             first hello
///   created ────────▶ starting ────────────▶ running ◀──────┐
///      │                 │                      │           │ hello
///      │                 │ too many starts      ▼           │
///      │                 └─ failed, none ───▶ failing ──────┘
///      │                    alive         (requests refused, starts go on ever more seldom)
///      │ drain                    │
///      │             any ──────── drain ────▶ draining ── no work left, or time is up ──▶ stopping
///      └──────────────────────────────────────────────────────── stopped ◀── all reaped ─────┘
///
/// One piece of work, shared by all callers with the same key:
///
///   arrived ──▶ queued ──────▶ running ──────────▶ answered
///      │          ▲  │            │  │
///      │ refused  │  │ abandoned  │  └─ too long ▶ failed: render-timeout, counts as a kill
///      ▼          │  ▼            │
///    failed       │ dropped       └─ worker died ─▶ first time: retrying, on a fresh worker
///    (busy,       │                                 second time: failed: renderer-crashed
///     quarantined)└ pushed out by something more urgent when the queue is full: failed: busy
/// ```
///
/// Every waiter is answered exactly once. There are never more workers than ``PoolLimits/workers``. Bulk work never
/// holds all workers, so that one is free for visible requests.
struct PoolState: Sendable {
  enum Phase: Hashable, Sendable {
    case created
    case starting
    case running
    /// Workers cannot be started, for the reason given.
    case failing(String)
    case draining(until: Duration)
    case stopping
    case stopped
  }

  let limits: PoolLimits
  var phase: Phase = .created
  var workers: [WorkerID: WorkerSlot] = [:]
  var items: [WorkItem.ID: WorkItem] = [:]
  /// The work that an identical request may join.
  var shared: [WorkKey: WorkItem.ID] = [:]
  var itemOfWaiter: [WaiterID: WorkItem.ID] = [:]
  var queue = WorkQueue()
  /// Work whose worker died, in order; it goes before the queue.
  var retries: [WorkItem.ID] = []
  var quarantine: Quarantine
  var knownRefusals = KnownRefusals()
  var backoff: StartBackoff
  /// The refusal of requests while no worker can be started.
  var startRefusal = WorkerFailure.cannotStart
  var actions: [PoolAction] = []
  private var lastItem: WorkItem.ID = 0
  private(set) var newestWorker = WorkerID(rawValue: 0)

  /// A pool that is not started yet; `sentences` are the quarantine of an earlier run.
  init(_ limits: PoolLimits, sentences: [Quarantine.Sentence] = []) {
    self.limits = limits
    quarantine = Quarantine(
      threshold: limits.killsToQuarantine, memory: limits.killMemory, sentences: sentences)
    backoff = StartBackoff(shortest: limits.shortestBackoff, longest: limits.longestBackoff)
  }

  /// Applies an event that happened at `now` and returns the actions, in order.
  mutating func handle(_ event: PoolEvent, at now: Duration) -> [PoolAction] {
    actions = []
    apply(event, at: now)
    endDraining(at: now)
    startMissingWorkers(at: now)
    dispatch(at: now)
    makeWay(at: now)
    return actions
  }

  private mutating func apply(_ event: PoolEvent, at now: Duration) {
    switch event {
    case .start: if phase == .created { phase = .starting }
    case .arrived(let waiter, let request): arrive(waiter, request, at: now)
    case .abandoned(let waiter): abandon(waiter, at: now)
    case .ready(let worker): greet(worker, at: now)
    case .unprotected(let worker, let missing): refuse(worker, lacking: missing, at: now)
    case .startFailed(let worker, let reason, let refusal): startFailed(worker, reason, refusal, at: now)
    case .replied(let worker, let answer): take(answer, from: worker, at: now)
    case .contentChanged(let worker): discard(worker)
    case .measured(let worker, let use): measure(worker, use, at: now)
    case .misbehaved(let worker, let reason): misbehaved(worker, reason, at: now)
    case .ended(let worker, let end): bury(worker, end, at: now)
    case .tick: checkClock(at: now)
    case .released(let hash): release(hash)
    case .forgotten(let hash): forget(hash)
    case .drain(let until): drain(until: until)
    }
  }

  mutating func nextItem() -> WorkItem.ID {
    lastItem += 1
    return lastItem
  }

  mutating func nextWorker() -> WorkerID {
    newestWorker = WorkerID(rawValue: newestWorker.rawValue + 1)
    return newestWorker
  }
}

/// Delays the restart of workers that die at their start: each failure doubles the wait.
struct StartBackoff: Sendable {
  private let shortest: Duration
  private let longest: Duration
  private(set) var failures = 0
  private(set) var reason = ""
  private(set) var notBefore: Duration = .zero

  init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = longest
  }

  mutating func failed(_ reason: String, at now: Duration) {
    failures += 1
    self.reason = reason
    // 20 doublings exceed any sensible bound, and the shift stays in range.
    let wait = shortest * (1 << min(failures - 1, 20))
    notBefore = now + min(wait, longest)
  }

  mutating func succeeded() {
    failures = 0
    notBefore = .zero
  }
}
