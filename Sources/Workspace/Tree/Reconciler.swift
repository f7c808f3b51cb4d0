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

  /// A reconciler that passes every `interval` after its first pass, and looks wherever something is noticed.
  ///
  /// - Parameters:
  ///   - workspace: what it keeps in line.
  ///   - interval: from one pass to the next when nothing is noticed.
  ///   - quiet: how long a file must not have been written to before it is taken up.
  ///   - patience: how long many documents that went missing at once stay in the list.
  ///   - takesUp: whether files that were no documents become some; nil for whether files are shared.
  ///   - log: where it says what it found.
  ///   - now: tells the time; to be replaced in tests alone.
  public convenience init(
    _ workspace: DocumentWorkspace, interval: Duration = .seconds(30), quiet: Duration = .zero,
    patience: Duration = .seconds(60), takesUp: Bool? = nil, log: Logger,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.init(
      workspace, interval: interval, quiet: quiet, patience: patience, takesUp: takesUp, limits: Limits(),
      log: log, now: now)
  }

  init(
    _ workspace: DocumentWorkspace, interval: Duration = .seconds(30), quiet: Duration = .zero,
    patience: Duration = .seconds(60), takesUp: Bool? = nil, limits: Limits, log: Logger,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    passes = TreePass(
      workspace.tree.places, quiet: quiet, patience: patience, takesUp: takesUp, limits: limits, log: log,
      now: now)
    waiting = Mutex(WaitingPlaces(interval: interval, at: now()))
  }

  /// Makes the first pass, and returns when it is done or after `patience`; then it goes on beside.
  ///
  /// A small workspace is in order before anybody asks; a large one does not keep the server from starting.
  public func begin(patience: Duration) async {
    passes.resume()
    let (signal, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await passAndReport()
      continuation.yield()
    }
    Task {
      try? await Task.sleep(for: patience)
      continuation.yield()
    }
    for await _ in signal { break }
  }

  /// One pass over all files and all entries, as ``TreePass/pass(_:)``.
  public func pass() async throws -> Report { try await passes.pass() }
}
