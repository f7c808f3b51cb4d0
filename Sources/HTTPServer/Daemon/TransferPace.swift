/// Whether a client sends its body, or takes in its answer, fast enough, judged by a look now and then.
///
/// Pure: the time is handed in.
///
/// A transfer has an allowance of time. It is used up while the server waits for the client, and every byte gives some
/// back, up to what it was: so a pause is forgiven, and a transfer that was fast for long may not dribble for long. Time
/// in which the client waits for the server, because its handler or disk is slow, costs nothing.
struct TransferPace {
  typealias Instant = ContinuousClock.Instant

  enum Standing: Equatable {
    case fine
    /// It has used up a noticeable part of its allowance.
    case lags
    case tooSlow
  }

  /// Waiting time beyond which a transfer lags.
  static let patience = Duration.seconds(2)

  let grace: Duration
  let bytesPerSecond: Int
  private var allowance: Duration
  private var last: (look: Instant, bytes: Int, isClientsTurn: Bool)?

  init(grace: Duration, bytesPerSecond: Int) {
    self.grace = grace
    self.bytesPerSecond = max(1, bytesPerSecond)
    allowance = grace
  }

  /// - Parameters:
  ///   - bytes: those that have come through so far.
  ///   - isClientsTurn: whether the server waits for the client at this moment.
  mutating func look(at now: Instant, bytes: Int, isClientsTurn: Bool) -> Standing {
    defer { last = (now, bytes, isClientsTurn) }
    guard let last, isClientsTurn else { return .fine }
    // A wait that ended in between is not counted at all.
    if last.isClientsTurn { allowance -= last.look.duration(to: now) }
    // No more than fits is worked out: a length may be anything.
    let seconds = min(Double(bytes - last.bytes) / Double(bytesPerSecond), 1e9)
    allowance = min(grace, allowance + .seconds(seconds))
    if allowance <= .zero { return .tooSlow }
    return allowance < grace - Self.patience ? .lags : .fine
  }
}
