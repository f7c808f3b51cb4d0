/// Decides when all folders are gone through again: a pure machine, told what happened and when.
///
/// ```
///                 a folder came, went or was renamed            due: going through them took at most one part in
///   in order ──────────────────────────────────────▶ wanted     `share` of the time since the last time
///      ▲                                               │
///      └───────────────── followed ◀── due ────────────┘
/// ```
/// A few folders are gone through in less than a millisecond, a hundred thousand in seconds. Whoever makes and
/// removes folders without an end must not keep the machine at it.
struct FollowingPace<Instant: InstantProtocol> where Instant.Duration == Duration {
  var share = 20

  private var ended: Instant?
  private var cost: Duration = .zero
  private(set) var isWanted = false

  mutating func want() {
    isWanted = true
  }

  /// How long until it is due at `now`; nil when nothing has changed.
  func pause(at now: Instant) -> Duration? {
    guard isWanted else { return nil }
    guard let ended else { return .zero }
    return max(.zero, now.duration(to: ended.advanced(by: cost * share)))
  }

  /// All folders were gone through: what changes from now on is for the next time.
  mutating func followed(from began: Instant, to now: Instant) {
    isWanted = false
    ended = now
    cost = began.duration(to: now)
  }
}
