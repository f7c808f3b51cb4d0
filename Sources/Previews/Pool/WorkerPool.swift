public import DocumentModel
import Glibc
import LinuxSystem
public import Logging
import Synchronization

/// A few `sheaf-render` processes, started ahead of use, and the queue in front of them.
///
/// ``PoolState`` makes every decision; the pool carries it out. A document can cost its own request at most: a
/// worker that hangs, dies, lies or grows is killed from outside and replaced.
///
/// ```swift
/// let pool = WorkerPool(.init(program: program), logger: logger)
/// await pool.start()
/// let facts = try await pool.inspect(source)
/// await pool.stop() ```
///
/// Safe to use from any task. A started pool keeps itself alive until it is stopped.
public actor WorkerPool {
  /// The program and the limits of a pool.
  public struct Configuration: Sendable {
    /// The program that the workers run.
    public var program: WorkerProgram
    /// The pool's bounds.
    public var limits: PoolLimits

    /// Uses `workers` processes; nil means one per processor core, and at least two.
    public init(program: WorkerProgram, workers: Int? = nil) {
      self.program = program
      limits = PoolLimits(workers: workers ?? WorkerPool.defaultWorkers)
    }
  }

  /// Messages to the pool from other tasks and threads.
  private enum Mail: Sendable {
    case spawned(WorkerID, WorkerProcess)
    case report(WorkerID, WorkerProcess.Report)
    case event(PoolEvent)
  }

  private let program: WorkerProgram
  private let cache: PreviewCache?
  private let quarantine: QuarantineFile?
  private let logger: Logger
  private let metrics = PoolMetrics()
  private let clock = ContinuousClock()
  private let epoch = ContinuousClock.now
  private let mail = AsyncStream<Mail>.makeStream()
  /// The thread that starts the processes, because a start blocks.
  private let starter = BlockingPool(threads: 1, name: "worker-start")
  private let hello = Mutex<WorkerHello?>(nil)

  private var state: PoolState
  private var processes: [WorkerID: WorkerProcess] = [:]
  /// Workers that were killed before their process existed.
  private var doomed: Set<WorkerID> = []
  private var endings: [WorkerID: KillReason] = [:]
  private var waiting: [WaiterID: CheckedContinuation<WorkOutcome, Never>] = [:]
  private var stopping: [CheckedContinuation<Void, Never>] = []
  private var lastWaiter: UInt64 = 0
  private var alarm: (time: Duration, task: Task<Void, Never>)?

  /// A pool that is not started yet.
  ///
  /// Each finished piece of work is also stored in `cache`, even when no caller waits any more. The pool reads
  /// `quarantine` at once and writes its changes there.
  public init(
    _ configuration: Configuration, cache: PreviewCache? = nil, quarantine: QuarantineFile? = nil,
    logger: Logger
  ) {
    program = configuration.program
    state = PoolState(configuration.limits, sentences: quarantine?.load() ?? [])
    self.cache = cache
    self.quarantine = quarantine
    self.logger = logger
  }

  /// One worker per processor core, and at least two, so that one is free for visible pages.
  public static var defaultWorkers: Int { max(2, Processors.count) }

  /// The rendering libraries, such as "poppler 22.12.0, vips 8.14.1"; nil until the first worker has said hello.
  public nonisolated var rendererVersion: String? { hello.withLock { $0?.version } }

  /// The library that opens a kind, such as "poppler 22.12.0"; nil until the first worker has said hello.
  public nonisolated func renderer(of kind: RendererKind) -> String? {
    hello.withLock { $0?.renderers.first { $0.hasPrefix("\(kind.library) ") } }
  }

  /// A snapshot of the pool.
  public var status: PoolStatus { state.status(hello.withLock { $0 }) }

  /// Starts the workers and returns at once; requests wait until the first one is ready.
  public func start() {
    guard state.phase == .created else { return }
    // The loop ends with the stream, when the last process is gone.
    Task { for await letter in mail.stream { open(letter) } }
    handle(.start)
  }

  /// Refuses new requests, lets accepted ones finish within `limit`, then kills the remaining workers.
  ///
  /// Returns when every process is gone and reaped.
  public func stop(within limit: Duration = .seconds(5)) async {
    handle(.drain(until: now + limit))
    if state.phase != .stopped { await withCheckedContinuation { stopping.append($0) } }
    await quarantine?.flush()
  }

  /// Queues work and waits for its outcome.
  ///
  /// Cancelling the task abandons the work.
  func outcome(of request: WorkRequest) async -> WorkOutcome {
    lastWaiter += 1
    let waiter = WaiterID(rawValue: lastWaiter)
    return await withTaskCancellationHandler {
      // Nothing is awaited before the waiter has arrived, so its abandonment always comes after.
      await withCheckedContinuation { continuation in
        waiting[waiter] = continuation
        handle(.arrived(waiter, request))
      }
    } onCancel: {
      mail.continuation.yield(.event(.abandoned(waiter)))
    }
  }

  private var now: Duration { clock.now - epoch }

  private func open(_ letter: Mail) {
    switch letter {
    case .event(let event): handle(event)
    case .spawned(let worker, let process): register(process, as: worker)
    case .report(let worker, let report): take(report, from: worker)
    }
  }

  func handle(_ event: PoolEvent) {
    let (before, sentences) = (state.phase, state.quarantine.revision)
    for action in state.handle(event, at: now) { perform(action) }
    metrics.observe(state)
    if state.quarantine.revision != sentences { quarantine?.save(state.quarantine.sentences) }
    if state.phase != before { logPhase() }
    setAlarm()
  }

  private func perform(_ action: PoolAction) {
    switch action {
    case .spawn(let worker): spawn(worker)
    case .send(let worker, let item): send(item, to: worker)
    case .kill(let worker, let reason): kill(worker, reason)
    case .weigh(let worker): weigh(worker)
    case .finished(let work): finished(work)
    case .answer(let waiters, let outcome):
      for waiter in waiters { waiting.removeValue(forKey: waiter)?.resume(returning: outcome) }
    case .stopped: finishStopping()
    }
  }

  private func finished(_ work: FinishedWork) {
    metrics.finished(work)
    if work.isKept, let version = rendererVersion { cache?.keep(work, drawnWith: version) }
  }

  private func finishStopping() {
    alarm?.task.cancel()
    alarm = nil
    mail.continuation.finish()
    for continuation in stopping { continuation.resume() }
    stopping = []
  }
}

// MARK: - Processes

extension WorkerPool {
  private func spawn(_ worker: WorkerID) {
    Task { [starter, program, mail, limit = state.limits.maximumProcessorTime] in
      do throws(SystemError) {
        let process = try await starter.run { () throws(SystemError) in
          try WorkerProcess(starting: program, processorTime: limit)
        }
        mail.continuation.yield(.spawned(worker, process))
      } catch {
        let refusal = Self.refusal(because: error)
        mail.continuation.yield(.event(.startFailed(worker, "\(program.path): \(error)", refusal)))
      }
    }
  }

  private static func refusal(because error: SystemError) -> WorkerFailure {
    [EMFILE, ENFILE].contains(error.errno) ? .tooManyFiles : .cannotStart
  }

  private func register(_ process: WorkerProcess, as worker: WorkerID) {
    processes[worker] = process
    process.listen { [mail] report in mail.continuation.yield(.report(worker, report)) }
    if doomed.remove(worker) != nil { process.kill() }
  }

  private func send(_ item: WorkItem, to worker: WorkerID) {
    do {
      try processes[worker]?.send(item.message, item.contents)
    } catch {
      // The worker is dead or does not read. Its thread notices the end, and the work is tried again.
      logger.debug("a worker took no work", metadata: ["worker": "\(worker.rawValue)", "error": "\(error)"])
      processes[worker]?.kill()
    }
  }

  private func weigh(_ worker: WorkerID) {
    guard let use = processes[worker]?.use else { return }
    // The report goes through the stream, because the state is still handling an event.
    mail.continuation.yield(.report(worker, .measured(use)))
  }

  private func kill(_ worker: WorkerID, _ reason: KillReason) {
    endings[worker] = reason
    guard let process = processes[worker] else { return _ = doomed.insert(worker) }
    process.kill()
  }

  private func take(_ report: WorkerProcess.Report, from worker: WorkerID) {
    switch report {
    case .hello(let greeting): welcome(worker, greeting)
    case .replied(let answer): handle(isStale(worker) ? .contentChanged(worker) : .replied(worker, answer))
    case .measured(let use): handle(.measured(worker, use))
    case .misbehaved(let reason):
      logger.error(
        "a worker broke the protocol", metadata: ["worker": "\(worker.rawValue)", "reason": "\(reason)"])
      handle(.misbehaved(worker, reason))
    case .ended(let end): bury(worker, end)
    }
  }

  /// Whether a content that was sent to the worker no longer has the hash that its work names.
  private func isStale(_ worker: WorkerID) -> Bool {
    guard let item = state.workers[worker]?.item.flatMap({ state.items[$0] }), item.key.hash != nil else {
      return false
    }
    return !item.contents.allSatisfy { $0.isUnchanged() }
  }

  private func welcome(_ worker: WorkerID, _ greeting: WorkerHello) {
    let missing = greeting.missingProtections.sorted { $0.rawValue < $1.rawValue }
    guard WorkerHello.requiredProtections.isDisjoint(with: missing) else {
      logger.error(
        "a worker is not closed in as it must be and gets no document",
        metadata: ["worker": "\(worker.rawValue)", "missing": .array(missing.map { "\($0.rawValue)" })])
      return handle(.unprotected(worker, missing: missing))
    }
    let isNews = hello.withLock { known in
      defer { known = greeting }
      return known != greeting
    }
    if isNews, !missing.isEmpty {
      logger.warning(
        "workers are less protected than they could be",
        metadata: ["missing": .array(missing.map { "\($0.rawValue)" })])
    }
    handle(.ready(worker))
  }

  private func bury(_ worker: WorkerID, _ end: WorkerEnd) {
    processes[worker] = nil
    let reason = endings.removeValue(forKey: worker)
    metrics.workerEnded(reason?.rawValue ?? "died")
    let level: Logger.Level = reason == nil ? .warning : .debug
    logger.log(
      level: level, "a worker ended",
      metadata: [
        "worker": "\(worker.rawValue)", "end": "\(end)", "reason": "\(reason?.rawValue ?? "died")",
        "hash": "\(state.hash(at: worker)?.description ?? "-")",
      ])
    handle(.ended(worker, end))
  }

  func refusal(of key: WorkKey) -> WorkerFailure? {
    state.quarantine.reason(against: key).map { .quarantined(after: $0) }
  }

  /// Whether a page's images or its whole document are in quarantine.
  func keepsAway(_ page: Int, of hash: ContentHash) -> Bool {
    let task = WorkerRequest.Task.page(page)
    return state.quarantine.reason(against: WorkKey(hash: hash, kind: .pdf, password: nil, task: task)) != nil
  }

  var processIDs: Set<Int32> { Set(processes.values.map(\.processID)) }

  var busyProcessIDs: Set<Int32> {
    Set(processes.filter { state.workers[$0.key]?.item != nil }.values.map(\.processID))
  }

  private func logPhase() {
    switch state.phase {
    case .failing(let reason):
      logger.error("no worker can be started; every request is refused", metadata: ["reason": "\(reason)"])
    case .running:
      logger.info(
        "workers are ready",
        metadata: [
          "renderers": "\(rendererVersion ?? "")",
          "walls": .array(status.protections.map(\.rawValue).sorted().map { .string($0) }),
        ])
    case .created, .starting, .draining, .stopping, .stopped: break
    }
  }
}

// MARK: - Time

extension WorkerPool {
  /// Schedules the tick at which time alone changes the state.
  private func setAlarm() {
    guard let time = state.nextWake else { return }
    // An alarm that rings too early costs less than a new one for every request.
    if let alarm, alarm.time <= time { return }
    alarm?.task.cancel()
    let deadline = epoch + time
    let task = Task { [clock] in
      guard (try? await clock.sleep(until: deadline, tolerance: .zero)) != nil else { return }
      ring()
    }
    alarm = (time, task)
  }

  private func ring() {
    alarm = nil
    handle(.tick)
  }
}
