import DocumentModel
public import Logging
public import ServiceLifecycle
import Synchronization

/// Keeps the index in line with the files in `Documents`.
///
/// Other programs put files there, change them, or take them away; a crash leaves them between two steps.
///
/// ```
///   hints of the kernel ──▶ PlaceQueue ──▶ a place: what is new in its file
///   an interval         ──▶            ──▶ the tree: TreePass
/// ```
public final class Reconciler: Service {
  /// The result of one pass.
  public typealias Report = TreeReport
  typealias Limits = TreePass.Limits

  let passes: TreePass
  let waiting: Mutex<WaitingPlaces>
  private let firstPass = Latch<Void>()

  /// A reconciler that passes every `interval` after its first pass, and looks wherever something is noticed.
  ///
  /// - Parameters:
  ///   - tree: kept in line with the disk.
  ///   - interval: from one pass to the next when nothing is noticed.
  ///   - quiet: how long a file must not have been written to before it is taken up.
  ///   - patience: how long many documents that went missing at once stay in the list.
  ///   - takesUp: whether files that were no documents become some; nil for whether files are shared.
  ///   - log: where it says what it found.
  ///   - now: tells the time; to be replaced in tests alone.
  public convenience init(
    _ tree: Tree, interval: Duration = .seconds(30), quiet: Duration = .zero,
    patience: Duration = .seconds(60), takesUp: Bool? = nil, log: Logger,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.init(
      tree, interval: interval, quiet: quiet, patience: patience, takesUp: takesUp, limits: Limits(),
      log: log, now: now)
  }

  init(
    _ tree: Tree, interval: Duration = .seconds(30), quiet: Duration = .zero,
    patience: Duration = .seconds(60), takesUp: Bool? = nil, limits: Limits, log: Logger,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    passes = TreePass(
      tree.places, quiet: quiet, patience: patience, takesUp: takesUp, limits: limits, log: log,
      now: now)
    waiting = Mutex(WaitingPlaces(interval: interval, at: now()))
  }

  /// Makes the first pass, and returns when it is done or after `patience`; then it goes on beside.
  ///
  /// A small workspace is in order before the first request; a large one does not keep the server from starting.
  public func begin(patience: Duration) async {
    passes.resume()
    let (signal, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await passAndReport()
      firstPass.open(())
      continuation.yield()
    }
    Task {
      try? await Task.sleep(for: patience)
      continuation.yield()
    }
    for await _ in signal { break }
  }

  /// Returns when the first pass is done, which ``begin(patience:)`` makes; to be awaited by one task at most.
  public func firstPassEnds() async { await firstPass.wait() }

  /// One pass over all files and all entries, as ``TreePass/pass(_:)``.
  public func pass() async throws -> Report { try await passes.pass() }
}

// MARK: - Running

/// When index and disk are brought in line: soon after something was noticed, and everywhere at the latest after the interval.
extension Reconciler {
  /// Works off the queue until the service group shuts down.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withTaskGroup(of: Void.self) { group in
        // A sleep that is cancelled ends the listening.
        group.addTask { await self.listen { (try? await Task.sleep(for: $0)) != nil } }
        group.addTask { await self.workOff() }
      }
    }
    await passes.places.longFiles.cancel()
  }

  private func workOff() async {
    while !Task.isCancelled {
      switch waiting.withLock({ $0.next(at: passes.now()) }) {
      case .work(let work): await makeCurrent(work)
      case .nap(let nap):
        await withTaskCancellationHandler {
          await nap.value
        } onCancel: {
          nap.cancel()
        }
      }
    }
  }

  func passAndReport() async {
    waiting.withLock { $0.queue.begin(at: passes.now()) }
    await makeCurrent(.tree)
  }

  private func makeCurrent(_ work: PlaceQueue<ContinuousClock.Instant>.Work) async {
    var outcome = TreePass.Outcome()
    do {
      outcome = try await passes.places.jobs.run(
        .reconcile, "Comparing files and index", summary: { $0.report.summary }
      ) { [passes] progress in
        switch work {
        case .tree: try await passes.passOverTree(progress)
        case .places(let places): try await passes.pass(over: places)
        }
      }
      if outcome.report.hasNews {
        passes.log.notice("index brought in line with the files", metadata: outcome.report.metadata)
      }
      passes.unsay(Self.failure)
    } catch {
      passes.sayOnce(Self.failure, "files and index could not be compared", because: error)
    }
    waiting.withLock { [outcome] in
      $0.queue.finish(
        work, at: passes.now(), again: outcome.again, after: passes.writers.quiet,
        treeAfter: outcome.treeAfter)
    }
  }

  private static let failure = "pass"

  /// Listens to hints, and begins again when they end: there may be too many folders now, or too little memory, and not
  /// for ever.
  ///
  /// - Parameter rest: waits for so long; false to end, as when the task is cancelled.
  func listen(_ rest: (Duration) async -> Bool) async {
    repeat {
      if let notices = passes.places.directory.notices() {
        for await notice in notices { await hear(notice) }
      }
      guard !Task.isCancelled else { return }
      passes.sayOnce(
        "deafness", at: .notice,
        "the machine does not tell of changes in Documents; they are seen by looking at it now and then")
    } while await rest(Self.deafPause)
  }

  /// From the end of the hints to the next try to get some.
  static let deafPause = Duration.seconds(300)

  /// Queues the places that are not in line: most of what happens in the tree this server does itself.
  private func hear(_ notice: TreeNotice) async {
    guard case .places(let places) = notice else {
      return waiting.withLock { $0.queue.notice(notice, at: passes.now()) }
    }
    for place in places where await !passes.isInOrder(place) {
      waiting.withLock { $0.queue.notice(.places([place]), at: passes.now()) }
    }
  }

}

struct WaitingPlaces {
  enum Next {
    case work(PlaceQueue<ContinuousClock.Instant>.Work)
    case nap(Task<Void, Never>)
  }

  /// A change of it ends the sleep.
  var queue: PlaceQueue<ContinuousClock.Instant> {
    didSet { nap?.cancel() }
  }
  private var nap: Task<Void, Never>?

  init(interval: Duration, at now: ContinuousClock.Instant) {
    queue = PlaceQueue(interval: interval, at: now)
  }

  mutating func next(at now: ContinuousClock.Instant) -> Next {
    if let work = queue.take(at: now) { return .work(work) }
    let pause = queue.due.map { now.duration(to: $0) } ?? queue.interval
    let nap = Task { _ = try? await Task.sleep(for: pause) }
    self.nap = nap
    return .nap(nap)
  }
}
