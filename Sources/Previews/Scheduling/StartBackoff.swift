/// Keeps workers that die at their start from being started in a storm: each failure doubles the wait.
struct StartBackoff: Sendable {
  private let shortest: Duration
  private let longest: Duration
  /// Starts that failed in a row.
  private(set) var failures = 0
  /// What the last one failed with.
  private(set) var reason = ""
  /// No start before this.
  private(set) var notBefore: Duration = .zero

  init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = longest
  }

  mutating func failed(_ reason: String, at now: Duration) {
    failures += 1
    self.reason = reason
    // 20 doublings of any sensible wait are beyond any sensible bound.
    let wait = shortest * (1 << min(failures - 1, 20))
    notBefore = now + min(wait, longest)
  }

  /// A worker has proved itself by an answer.
  mutating func succeeded() {
    failures = 0
    notBefore = .zero
  }
}
