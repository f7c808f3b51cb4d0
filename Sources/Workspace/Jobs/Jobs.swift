public import DocumentModel
public import FoundationEssentials
import Synchronization

/// Long work that goes on, and that was done lately.
///
/// Safe from any thread.
///
/// ```swift
/// try await jobs.run(.reconcile, "Comparing files and index", summary: { "\($0) files" }) { progress in
///   for (number, file) in files.enumerated() {
///     try await look(at: file)
///     progress.advance(to: number + 1, of: files.count)
///   }
/// }
/// ```
public final class Jobs: Sendable {
  private struct Entry {
    var job: Job
    /// Stops the work; nil until there is some.
    var cancel: (@Sendable () -> Void)?
    /// The time of its last notice, or of its beginning: a job that is over at once is not worth a notice.
    var lastNotice: ContinuousClock.Instant
    var isHeard = false
    /// The work, while it waits to be resumed.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var last = 0
  }

  static let keptCount = 100
  static let noticePause = Duration.milliseconds(200)

  private let notices: Broadcast<Notice>
  private let now: @Sendable () -> Date
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// A list without jobs.
  public init(
    notices: Broadcast<Notice>, now: @escaping @Sendable () -> Date = { Date() },
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.notices = notices
    self.now = now
    self.clock = clock
  }

  /// All jobs, the newest first.
  public var all: [Job] {
    state.withLock { $0.entries.values.map(\.job) }.sorted { $0.id > $1.id }
  }

  /// The job with this number.
  ///
  /// Throws `.notFound` when there is none, or it has been over for long.
  public func job(_ id: Int) throws(DocumentError) -> Job {
    guard let entry = state.withLock({ $0.entries[id] }) else {
      throw DocumentError(.notFound, "there is no job \(id)")
    }
    return entry.job
  }

  /// The job as it is when it has ended, or when so long has passed.
  ///
  /// Throws `.notFound` when there is none.
  public func ended(_ id: Int, within time: Duration) async throws -> Job {
    let changes = notices.listen()
    let known = try job(id)
    guard !known.state.isOver, time > .zero else { return known }
    await withTaskGroup { group in
      group.addTask { for await _ in changes where (try? self.job(id).state.isOver) != false { return } }
      // The client waits no longer than it said.
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
    return (try? job(id)) ?? known
  }

  /// Asks a job to stop; one that is over stays as it ended.
  ///
  /// Throws `.notFound` when there is none.
  public func cancel(_ id: Int) throws(DocumentError) -> Job {
    let job = try job(id)
    guard change(id, { $0.become(.cancelling, at: now()) }) else { return job }
    wake(id)
    // Work that is not there yet finds out by itself: see `conduct`.
    state.withLock { $0.entries[id]?.cancel }?()
    return try self.job(id)
  }

  /// Lets a job rest until it is resumed or cancelled; one that is over, or rests, stays as it is.
  ///
  /// Throws `.notFound` when there is none, `.notSuspendable` for work that cannot rest.
  public func suspend(_ id: Int) throws(DocumentError) -> Job {
    let job = try job(id)
    guard job.state.isOver || job.transfer != nil else {
      throw DocumentError(.notSuspendable, "job \(id) cannot be suspended")
    }
    _ = change(id) { $0.state == .running && $0.become(.suspended, at: now()) }
    return try self.job(id)
  }

  /// Lets a job that rests go on; any other stays as it is.
  ///
  /// Throws `.notFound` when there is none.
  public func resume(_ id: Int) throws(DocumentError) -> Job {
    _ = try job(id)
    _ = change(id) { $0.state == .suspended && $0.become(.running, at: now()) }
    wake(id)
    return try job(id)
  }

  /// Returns at once unless the job rests, else when it goes on.
  ///
  /// Throws `CancellationError` when it is cancelled.
  func waitWhileSuspended(_ id: Int) async throws {
    while isSuspended(id) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isWaiting = state.withLock { state in
            guard state.entries[id]?.job.state == .suspended, !Task.isCancelled else { return false }
            state.entries[id]?.waiter = continuation
            return true
          }
          if !isWaiting { continuation.resume() }
        }
      } onCancel: {
        wake(id)
      }
      try Task.checkCancellation()
    }
    // The canceller wakes the work before it cancels its task.
    if isCancelling(id) { throw CancellationError() }
  }

  func note(_ id: Int, _ batch: BatchID) {
    state.withLock { $0.entries[id]?.job.batch = batch }
  }

  private func isSuspended(_ id: Int) -> Bool {
    state.withLock { $0.entries[id]?.job.state == .suspended }
  }

  private func wake(_ id: Int) {
    state.withLock { $0.entries[id]?.waiter.take() }?.resume()
  }

  func note(_ id: Int, _ body: (inout Job.Transfer) -> Void) {
    state.withLock { state in
      guard var transfer = state.entries[id]?.job.transfer else { return }
      body(&transfer)
      state.entries[id]?.job.transfer = transfer
    }
  }

  /// Does `work` as a job; its end is the job's.
  ///
  /// - Parameters:
  ///   - kind: what kind of work it is.
  ///   - title: what people read.
  ///   - summary: one sentence on how it ended; nil takes the job off the list, because nothing happened that users
  ///     would look for.
  ///   - work: the work; cancelled when the job is.
  public func run<Value: Sendable>(
    _ kind: Job.Kind, _ title: String, summary: @escaping @Sendable (Value) -> String?,
    _ work: @escaping @Sendable (JobProgress) async throws -> Value
  ) async throws -> Value {
    try await conduct(begin(kind, title), summary: summary, work)
  }

  /// Begins `work` as a job and returns at once; otherwise as ``run(_:_:summary:_:)``.
  public func start<Value: Sendable>(
    _ kind: Job.Kind, _ title: String, summary: @escaping @Sendable (Value) -> String?,
    _ work: @escaping @Sendable (JobProgress) async throws -> Value
  ) throws(DocumentError) -> Job {
    let id = begin(kind, title)
    let job = try job(id)
    Task { _ = try? await conduct(id, summary: summary, work) }
    return job
  }

  /// Does the work of a job that began, until both have ended.
  ///
  /// The canceller and the maker of the work look at the same state, one after the other. Either the canceller finds
  /// the work to stop, or the maker finds that it is to stop.
  func conduct<Value: Sendable>(
    _ id: Int, summary: @escaping @Sendable (Value) -> String?,
    _ work: @escaping @Sendable (JobProgress) async throws -> Value
  ) async throws -> Value {
    let task = Task {
      // Nothing of it is done where it was cancelled before it began.
      guard !isCancelling(id) else { throw CancellationError() }
      return try await work(JobProgress(jobs: self, id: id))
    }
    state.withLock { $0.entries[id]?.cancel = { task.cancel() } }
    if isCancelling(id) { task.cancel() }
    do {
      let value = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      finish(id, summary(value))
      return value
    } catch {
      fail(id, error, isCancelled: task.isCancelled || error is CancellationError)
      throw error
    }
  }

  func advance(_ id: Int, to done: Int, of total: Int?) {
    let at = clock()
    let job = state.withLock { state -> Job? in
      guard var entry = state.entries[id] else { return nil }
      entry.job.advance(to: done, of: total)
      let isDue = entry.lastNotice.duration(to: at) >= Self.noticePause
      if isDue { (entry.lastNotice, entry.isHeard) = (at, true) }
      state.entries[id] = entry
      return isDue ? entry.job : nil
    }
    if let job { notices.post(.job(job)) }
  }

  private func isCancelling(_ id: Int) -> Bool {
    state.withLock { $0.entries[id]?.job.state == .cancelling }
  }

  /// The number of a job that begins; work with a `transfer` can be suspended (``JobProgress/waitWhileSuspended()``), also
  /// from the first moment.
  func begin(
    _ kind: Job.Kind, _ title: String, transfer: Job.Transfer? = nil, isSuspended: Bool = false
  ) -> Int {
    let job = state.withLock { state in
      state.last += 1
      let job = Job(
        id: state.last, kind: kind, title: title, transfer: transfer, isSuspended: isSuspended,
        started: now())
      state.entries[job.id] = Entry(job: job, lastNotice: clock())
      return job
    }
    return job.id
  }

  private func finish(_ id: Int, _ summary: String?) {
    // Listeners that heard of its progress hear of its end, too.
    if summary != nil || state.withLock({ $0.entries[id]?.isHeard }) == true {
      _ = change(id) { $0.become(.finished, at: now(), detail: summary) }
    }
    if summary == nil { state.withLock { $0.entries[id] = nil } }
  }

  private func fail(_ id: Int, _ error: any Error, isCancelled: Bool) {
    let refusal = error as? DocumentError
    let detail = refusal?.detail ?? "it failed; the log says why"
    _ = change(id) {
      isCancelled
        ? $0.become(.cancelled, at: now())
        : $0.become(.failed, at: now(), detail: detail, code: refusal?.code)
    }
  }

  private func change(_ id: Int, _ body: (inout Job) -> Bool) -> Bool {
    let job = state.withLock { state -> Job? in
      guard var job = state.entries[id]?.job, body(&job) else { return nil }
      state.entries[id]?.job = job
      let over = state.entries.values.map(\.job).filter(\.state.isOver).map(\.id).sorted()
      for id in over.dropLast(Self.keptCount) { state.entries[id] = nil }
      return job
    }
    if let job { notices.post(.job(job)) }
    return job != nil
  }
}

/// Through which work says how far it has come.
public struct JobProgress: Sendable {
  let jobs: Jobs
  let id: Int

  /// Notes how many pieces are done, and how many there are where that is known.
  public func advance(to done: Int, of total: Int? = nil) { jobs.advance(id, to: done, of: total) }

  /// Notes where it was led to, and which document it made.
  func note(_ body: (inout Job.Transfer) -> Void) { jobs.note(id, body) }

  /// Notes the batch by which it changed documents.
  func note(_ batch: BatchID) { jobs.note(id, batch) }

  /// Waits while the job is suspended; throws `CancellationError` when it is cancelled.
  public func waitWhileSuspended() async throws { try await jobs.waitWhileSuspended(id) }
}
