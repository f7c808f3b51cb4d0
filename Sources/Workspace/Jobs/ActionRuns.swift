public import DocumentModel
import Synchronization

/// Actions of web apps that go on, each as a job, which the web app itself ends.
///
/// ```
///              completed ──────────────▶ finished
///   begun ──▶  not completed, or a user cancels ──▶ cancelled
///              nothing for 15 minutes ──▶ failed
/// ```
/// Only the holder of a run's name can tell how it ended, and only once.
public final class ActionRuns: Sendable {
  /// How a run ended, in the words of the web app.
  public struct Outcome: Hashable, Sendable {
    /// Whether it did all that it was to do.
    public let completed: Bool
    /// One sentence for users; nil for none.
    public let detail: String?

    /// An outcome from its parts.
    public init(completed: Bool, detail: String? = nil) {
      (self.completed, self.detail) = (completed, detail)
    }
  }

  /// The time after which a run that says nothing has failed.
  public static let lifetime = Duration.seconds(15 * 60)

  private let jobs: Jobs
  private let lifetime: Duration
  private let waiting = Mutex<[String: AsyncStream<Outcome>.Continuation]>([:])

  /// Runs among `jobs`; `lifetime` is for tests.
  public init(_ jobs: Jobs, lifetime: Duration = ActionRuns.lifetime) {
    (self.jobs, self.lifetime) = (jobs, lifetime)
  }

  /// Begins a run of `app`, and returns the name by which its outcome is told.
  public func begin(_ title: String, of app: String) throws(DocumentError) -> (job: Job, name: String) {
    let name = "\(DocumentID())\(DocumentID())"
    let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    waiting.withLock { $0[name] = continuation }
    do throws(DocumentError) {
      let job = try jobs.start(.action, title, summary: { $0 }) { [self] _ in
        defer { forget(name) }
        guard let outcome = try await first(of: outcomes, app), outcome.completed else {
          throw CancellationError()
        }
        return outcome.detail ?? "\(app) has done it"
      }
      return (job, name)
    } catch {
      forget(name)
      throw error
    }
  }

  /// Ends a run.
  ///
  /// Throws `.notFound` for a name that no run has any more.
  public func end(_ name: String, _ outcome: Outcome) throws(DocumentError) {
    guard let continuation = waiting.withLock({ $0.removeValue(forKey: name) }) else {
      throw DocumentError(.notFound, "no action waits for this outcome; it has ended")
    }
    continuation.yield(outcome)
  }

  private func forget(_ name: String) {
    waiting.withLock { _ = $0.removeValue(forKey: name) }
  }

  /// The outcome; nil where the run is cancelled.
  private func first(of outcomes: AsyncStream<Outcome>, _ app: String) async throws -> Outcome? {
    let lifetime = lifetime
    return try await withThrowingTaskGroup(of: Outcome?.self) { group in
      group.addTask { await outcomes.first { _ in true } }
      group.addTask {
        // The web app may never say a word: the run ends then.
        try await Task.sleep(for: lifetime)
        throw DocumentError(.addressExpired, "\(app) did not say how it ended")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
