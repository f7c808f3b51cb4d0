import Synchronization

final class Moments: Sendable {
  private let offset = Mutex(Duration.zero)
  private let start = ContinuousClock.now
  var now: ContinuousClock.Instant { start.advanced(by: offset.withLock(\.self)) }
  func advance(by duration: Duration) { offset.withLock { $0 += duration } }
}
