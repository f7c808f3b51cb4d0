import Synchronization

/// Says now and then how far a long command has got.
final class ProgressLine: Sendable {
  private static let interval = Duration.seconds(2)

  private let last = Mutex(ContinuousClock.now)
  private let say: @Sendable (String) -> Void

  /// - Parameter say: told a line, every two seconds at most.
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
