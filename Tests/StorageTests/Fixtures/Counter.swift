import Synchronization

final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock(\.self) }

  func add() {
    value.withLock { $0 += 1 }
  }
}
