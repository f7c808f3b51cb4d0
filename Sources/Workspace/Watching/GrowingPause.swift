/// How long to wait before something that ended by itself begins again: a pure machine, told how long it lasted.
///
/// ```
///   ended ──▶ `first` ──▶ twice as long ──▶ … ──▶ `most`
///     ▲                                             │
///     └────── lasted longer than `most` ◀───────────┘
/// ```
struct GrowingPause {
  /// The pause after it ended for the first time, and when it had lasted.
  var first: Duration = .seconds(1)
  /// Never longer than this.
  var most: Duration = .seconds(600)

  private var last: Duration?

  init() {}

  /// The pause after it ended again, having lasted for so long.
  mutating func next(after lasted: Duration) -> Duration {
    guard let before = last, lasted <= most else {
      last = first
      return first
    }
    let pause = min(most, before * 2)
    last = pause
    return pause
  }
}
