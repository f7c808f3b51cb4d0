import Synchronization

/// Decides whether a route's handlers may begin on the connection's thread.
///
/// A handler that does not wait costs half as much there, because no thread switch and no suspension are needed. But
/// a connection's thread must not be held up. So the time to each handler's first wait is measured. One slow start
/// is forgiven; after two within ``memory`` requests the handlers begin on Swift's pool, and one in ``memory`` tries
/// again.
///
/// ```
///                  two slow ones within `memory` requests
///   ┌─────────┐──────────────────────────────────────────▶┌─────────┐
///   │ at once │                                           │ on pool │
///   └─────────┘◀──────────────────────────────────────────└─────────┘
///                          `memory` requests later
/// ```
final class HandlerPace: Sendable {
  /// The longest acceptable time to the first wait: a hundred times the usual.
  static let patience = Duration.milliseconds(1)
  /// The number of requests for which a slow start is remembered.
  static let memory = 64

  /// The number of requests until all slow starts are forgotten.
  private let debt = Atomic(0)

  func mayBeginAtOnce() -> Bool {
    let debt = debt.load(ordering: .relaxed)
    guard debt > 0 else { return true }
    // A lost race with another thread may skip one count.
    _ = self.debt.compareExchange(expected: debt, desired: debt - 1, ordering: .relaxed)
    return debt <= Self.memory
  }

  func began(taking time: Duration) {
    guard time > Self.patience else { return }
    let isFirst = debt.load(ordering: .relaxed) == 0
    debt.store(isFirst ? Self.memory : 2 * Self.memory, ordering: .relaxed)
  }
}
