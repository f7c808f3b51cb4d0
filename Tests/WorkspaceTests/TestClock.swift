import FoundationEssentials
import Synchronization

final class TestClock: Sendable {
  private let seconds = Mutex(1_790_000_000.0)
  var now: Date { Date(timeIntervalSince1970: seconds.withLock(\.self)) }
  func advance(days: Double) { seconds.withLock { $0 += days * 86_400 } }
}
