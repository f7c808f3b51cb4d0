/// Whether a body comes fast enough, judged by a look now and then.
///
/// Pure: the time is handed in.
///
/// A body has an allowance of time. It is used up while the server waits for the client, and every byte gives some
/// back, up to what it was: so a pause is forgiven, and a body that came fast for long may not dribble for long. Time
/// in which the server did not read, because its handler or disk is slow, costs nothing.
struct BodyPace {
  typealias Instant = ContinuousClock.Instant

  enum Standing: Equatable {
    case fine
    /// It has used up a noticeable part of its allowance.
    case lags
    case tooSlow
  }

  /// Waiting time beyond which a body lags.
  static let patience = Duration.seconds(2)

  let grace: Duration
  let bytesPerSecond: Int
  private var allowance: Duration
  private var last: (look: Instant, received: Int, isClientsTurn: Bool)?

  init(grace: Duration, bytesPerSecond: Int) {
    self.grace = grace
    self.bytesPerSecond = max(1, bytesPerSecond)
    allowance = grace
  }

  /// - Parameters:
  ///   - received: bytes of the body so far that count for it.
  ///   - isClientsTurn: whether the server reads at this moment.
  mutating func look(at now: Instant, received: Int, isClientsTurn: Bool) -> Standing {
    defer { last = (now, received, isClientsTurn) }
    guard let last, isClientsTurn else { return .fine }
    // A wait that ended in between is not counted at all.
    if last.isClientsTurn { allowance -= last.look.duration(to: now) }
    // No more than fits is worked out: a length may be anything.
    let seconds = min(Double(received - last.received) / Double(bytesPerSecond), 1e9)
    allowance = min(grace, allowance + .seconds(seconds))
    if allowance <= .zero { return .tooSlow }
    return allowance < grace - Self.patience ? .lags : .fine
  }
}
