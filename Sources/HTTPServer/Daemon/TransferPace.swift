/// Checks at intervals whether a client sends its body, or reads its response, fast enough.
///
/// The type is pure: the time is an argument.
///
/// A transfer has a time allowance. Waiting for the client uses it up, and every byte restores some, up to the
/// initial value. So a pause is forgiven, and a long fast transfer earns no right to a long slow end. Time in which
/// the client waits for a handler or the disk costs nothing. A transfer may also have a total, which no byte restores.
struct TransferPace {
  typealias Instant = ContinuousClock.Instant

  enum Standing: Equatable {
    case fine
    /// It has used up more than ``patience`` of its allowance.
    case lags
    case tooSlow
  }

  /// Waiting time after which a transfer lags.
  static let patience = Duration.seconds(2)

  let grace: Duration
  let bytesPerSecond: Int
  private var allowance: Duration
  /// The waiting time that is left of the total; nil without one.
  private var rest: Duration?
  private var last: (look: Instant, bytes: Int, isClientsTurn: Bool)?

  init(grace: Duration, bytesPerSecond: Int, total: Duration? = nil) {
    self.grace = grace
    rest = total
    self.bytesPerSecond = max(1, bytesPerSecond)
    allowance = grace
  }

  /// - Parameters:
  ///   - bytes: the bytes transferred so far.
  ///   - isClientsTurn: whether the server waits for the client now.
  mutating func look(at now: Instant, bytes: Int, isClientsTurn: Bool) -> Standing {
    defer { last = (now, bytes, isClientsTurn) }
    guard let last, isClientsTurn else { return .fine }
    // A wait that ended in between does not count.
    if last.isClientsTurn {
      let waited = last.look.duration(to: now)
      allowance -= waited
      rest = rest.map { $0 - waited }
    }
    // The bound prevents overflow, since a length may be any number.
    let seconds = min(Double(bytes - last.bytes) / Double(bytesPerSecond), 1e9)
    allowance = min(grace, allowance + .seconds(seconds))
    if allowance <= .zero || rest.map({ $0 <= .zero }) == true { return .tooSlow }
    return allowance < grace - Self.patience ? .lags : .fine
  }
}
