/// The processor time that a worker was granted and has used, as the kernel counts it.
///
/// ```
///            begin(grant)           end()              note(used)
///   settled ─────────────▶ at work ──────▶ answered ─────────────▶ settled
///      ▲  │                 ▲    │             │                      (anew, from what is used by now)
///      └──┘ note            └────┘ note        └ begin(grant): the next work, granted beside the last
/// ```
///
/// The worker's own figures are not used, because a document may have taken the worker over. Each piece of work
/// brings a grant, and the answer ends the unused part of it. So a worker saves nothing up, and computes next to
/// nothing while it is idle.
struct ProcessorAccount: Hashable, Sendable {
  /// Processor time used at the last measurement.
  private(set) var used: Duration = .zero
  /// Processor time used at the last settlement.
  private var settled: Duration = .zero
  private var granted: Duration = .zero
  /// The part of `granted` that belongs to running work.
  private var current: Duration = .zero
  /// Whether an answer came whose processor time is not measured yet.
  private(set) var isDue = false

  mutating func begin(_ grant: Duration) {
    granted += grant
    current = grant
  }

  /// Notes the answer; the next measurement settles its processor time.
  mutating func end() {
    current = .zero
    isDue = true
  }

  /// Notes the total used; false when it exceeds the grants plus `spare`.
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
