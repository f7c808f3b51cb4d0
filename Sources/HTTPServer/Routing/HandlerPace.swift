import Synchronization

/// Whether a route's handlers may begin on the thread that serves connections.
///
/// A handler that has its answer without waiting costs half as much when it is not first sent to another thread and
/// its connection not suspended and resumed. But a thread that serves connections must not be held up. So every start
/// is timed up to the handler's first wait. One that took too long may have been unlucky, two of them close together
/// are the route's way: its next handlers begin on Swift's pool, and one in ``memory`` tries again.
///
/// ```
///                  two slow ones within `memory` requests
///   ┌─────────┐──────────────────────────────────────────▶┌─────────┐
///   │ at once │                                           │ on pool │
///   └─────────┘◀──────────────────────────────────────────└─────────┘
///                          `memory` requests later
/// ```
final class HandlerPace: Sendable {
  /// What a handler may take up to its first wait: a hundred times what most take, and too short to be noticed.
  static let patience = Duration.milliseconds(1)
  /// For how many requests a slow one is remembered.
  static let memory = 64

  /// How many requests until all slow ones are forgotten.
  private let debt = Atomic(0)

  /// Whether the next handler may begin at once.
  func mayBeginAtOnce() -> Bool {
    let debt = debt.load(ordering: .relaxed)
    guard debt > 0 else { return true }
    // Who counts at the same time as another and loses need not count.
    _ = self.debt.compareExchange(expected: debt, desired: debt - 1, ordering: .relaxed)
    return debt <= Self.memory
  }

  /// A handler that began at once came to its end or to its first wait after a time.
  func began(taking time: Duration) {
    guard time > Self.patience else { return }
    let isFirst = debt.load(ordering: .relaxed) == 0
    debt.store(isFirst ? Self.memory : 2 * Self.memory, ordering: .relaxed)
  }
}
