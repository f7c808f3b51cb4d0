/// Decides when the next pass over the tree is due: a pure machine, told what happened and when.
///
/// ```
///                 noticed                       due: the first notice + `settling`, and not before
///   quiet ────────────────────▶ noticed         the last pass cost at most a part of the time since
///     │  ▲                          │
///     │  └──────── passed ──────────┤
///     │                             ▼
///     └── `interval` is over ───▶ passing ── files are still being written: again after `quiet`
/// ```
/// A pass over a small workspace costs a few milliseconds and comes at once; one over a hundred thousand files costs
/// seconds, and many notices in a row must not keep the machine, or its disk, at it. What a pass costs is measured elsewhere
/// (``PassCost``).
struct PassSchedule<Instant: InstantProtocol> where Instant.Duration == Duration {
  /// From one pass to the next when nothing is noticed.
  let interval: Duration
  /// From a notice to the pass: what happens together is seen together.
  var settling: Duration = .milliseconds(300)
  /// A pass that was noticed for costs at most one part in so many of the time.
  var share = 20

  private var ended: Instant
  private var cost: Duration = .zero
  private var noticed: Instant?
  private var again: Instant?

  /// As after a pass that ended at `now`.
  init(interval: Duration, at now: Instant) {
    self.interval = interval
    ended = now
  }

  /// When the next pass is due.
  var due: Instant {
    let latest = ended.advanced(by: interval)
    let wanted = [noticed?.advanced(by: settling), again].compactMap(\.self).min() ?? latest
    return min(latest, max(wanted, ended.advanced(by: cost * share)))
  }

  /// Something may have happened.
  mutating func notice(at now: Instant) {
    noticed = noticed ?? now
  }

  /// A pass begins: what is noticed from now on is for the next.
  mutating func begin() {
    (noticed, again) = (nil, nil)
  }

  /// A pass ended.
  ///
  /// - Parameters:
  ///   - now: when.
  ///   - cost: what it took of the machine and its disk.
  ///   - quiet: how long to wait for files that were still being written; nil when none were.
  mutating func end(at now: Instant, cost: Duration, quiet: Duration?) {
    (ended, self.cost) = (now, cost)
    again = quiet.map { now.advanced(by: $0) }
  }
}
