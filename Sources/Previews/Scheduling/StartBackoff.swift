/// Delays the restart of workers that die at their start: each failure doubles the wait.
struct StartBackoff: Sendable {
  private let shortest: Duration
  private let longest: Duration
  /// Consecutive failed starts.
  private(set) var failures = 0
  /// The reason of the last failure.
  private(set) var reason = ""
  /// The earliest time of the next start.
  private(set) var notBefore: Duration = .zero

  init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = longest
  }

  mutating func failed(_ reason: String, at now: Duration) {
    failures += 1
    self.reason = reason
    // 20 doublings exceed any sensible bound, and the shift stays in range.
    let wait = shortest * (1 << min(failures - 1, 20))
    notBefore = now + min(wait, longest)
  }

  /// A worker has answered.
  mutating func succeeded() {
    failures = 0
    notBefore = .zero
  }
}
