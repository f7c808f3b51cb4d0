import Synchronization

/// Reports the progress of a long command at intervals.
final class ProgressLine: Sendable {
  private static let interval = Duration.seconds(2)

  private let last = Mutex(ContinuousClock.now)
  private let say: @Sendable (String) -> Void

  init(_ say: @escaping @Sendable (String) -> Void) {
    self.say = say
  }

  func show(_ line: @autoclosure () -> String) {
    let isDue = last.withLock { last in
      guard last.duration(to: .now) >= Self.interval else { return false }
      last = .now
      return true
    }
    if isDue { say(line()) }
  }
}
