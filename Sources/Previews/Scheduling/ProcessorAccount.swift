/// The processor time that a worker was granted and what it has used, as it is seen from outside.
///
/// ```
///            begin(grant)           end()              note(used)
///   settled ─────────────▶ at work ──────▶ answered ─────────────▶ settled
///      ▲  │                 ▲    │             │                      (anew, from what is used by now)
///      └──┘ note            └────┘ note        └ begin(grant): the next work, granted beside the last
/// ```
///
/// A worker's own word counts for nothing here: it was perhaps taken over by what it opened. Each piece of work brings its
/// grant, and with its answer what is left of that goes: a worker saves nothing up, and computes next to nothing when it
/// has nothing to do.
struct ProcessorAccount: Hashable, Sendable {
  /// What it has used, when it was looked at last.
  private(set) var used: Duration = .zero
  /// What it had used when an answer was settled last.
  private var settled: Duration = .zero
  /// What it was granted since.
  private var granted: Duration = .zero
  /// What of that is for work that is under way.
  private var current: Duration = .zero
  /// An answer came, and what it took is not known yet.
  private(set) var isDue = false

  /// Work begins that may take so much.
  mutating func begin(_ grant: Duration) {
    granted += grant
    current = grant
  }

  /// The work is answered; what it took is seen next.
  mutating func end() {
    current = .zero
    isDue = true
  }

  /// Takes note of what was used in all; false when that is more than was granted and `spare` beside it.
  mutating func note(_ processorTime: Duration, sparing spare: Duration) -> Bool {
    used = max(used, processorTime)
    let isWithin = used - settled <= granted + spare
    if isDue {
      settled = used
      granted = current
      isDue = false
    }
    return isWithin
  }
}
