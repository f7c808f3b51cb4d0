/// Delays the restart of workers that die at their start: each failure doubles the wait.
struct StartBackoff: Sendable {
  private let shortest: Duration
  private let longest: Duration
  private(set) var failures = 0
  private(set) var reason = ""
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

  mutating func succeeded() {
    failures = 0
    notBefore = .zero
  }
}
