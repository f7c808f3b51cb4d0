import ServiceLifecycle

/// Work that is done again and again, with pauses between, until the service group shuts down.
///
/// ```
///   start ── rest ──► a round ── the pause that it asks for ─┐
///                        ▲                                   │
///                        └───────────────────────────────────┘
/// ```
/// One round ends before the next begins. With the shutdown, or when the task is cancelled, a pause ends early. A
/// round that has begun is cancelled, as a task is, and none begins any more.
///
/// ```swift
/// await PeriodicTask(resting: .seconds(60)).run { _ in
///   await sweep()
///   return .seconds(3600)
/// }
/// ```
public struct PeriodicTask: Sendable {
  /// Waits so long, or returns early when the task is cancelled.
  public typealias Pause = @Sendable (Duration) async -> Void

  /// The pause where no test replaces it: a sleep throws only when it is cancelled, and then the pause ends early.
  public static let sleep: Pause = { try? await Task.sleep(for: $0) }

  private let rest: Duration
  let pause: Pause

  /// - Parameters:
  ///   - rest: from the start to the first round; the users of a server come first.
  ///   - pause: to be replaced in tests alone.
  public init(resting rest: Duration = .zero, pause: @escaping Pause = sleep) {
    self.rest = rest
    self.pause = pause
  }

  /// Repeats the work until the service group shuts down or the task is cancelled.
  ///
  /// - Parameter round: is given its number, from 1, and returns how long to wait before the next one.
  public func run(_ round: @escaping @Sendable (_ number: Int) async -> Duration) async {
    await cancelWhenGracefulShutdown { [rest, pause] in
      if rest > .zero { await pause(rest) }
      var number = 1
      while !Task.isCancelled {
        let next = await round(number)
        guard !Task.isCancelled else { return }
        await pause(next)
        number += 1
      }
    }
  }
}
