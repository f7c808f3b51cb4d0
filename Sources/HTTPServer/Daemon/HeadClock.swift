/// The time limit of a request's head.
///
/// The type is pure: the time is an argument.
///
/// ```
///   accepted ┌──────┐  head complete   ┌─────────┐  answered  ┌──────┐
///  ─────────▶│ head │─────────────────▶│ serving │───────────▶│ idle │
///            └──────┘                  └─────────┘            └──────┘
///              ▲ │ too long  ┌──────┐       ▲    head complete  │ │
///              │ └──────────▶│ over │◀──┐   └───────────────────┘ │
///              │             └──────┘   └─ room is needed         │
///              └───────────────────────── first byte seen ────────┘
/// ```
///
/// The daemon does not report the start of a head. So the kernel is asked for the time of the last byte; bytes after
/// the last response belong to the next head.
struct HeadClock {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Equatable {
    case head(since: Instant)
    case serving
    case idle(since: Instant)
    /// The connection is being closed; no further request is served.
    case over
  }

  private(set) var phase: Phase
  let limit: Duration

  /// The kernel's clock has steps of up to ten milliseconds.
  static let slack = Duration.milliseconds(20)

  init(limit: Duration, acceptedAt now: Instant) {
    self.limit = limit
    phase = .head(since: now)
  }

  var isIdle: Bool { if case .idle = phase { true } else { false } }

  /// Notes a complete head; false when the connection is being closed.
  mutating func headArrived() -> Bool {
    guard phase != .over else { return false }
    phase = .serving
    return true
  }

  mutating func answered(at now: Instant) {
    if phase != .over { phase = .idle(since: now) }
  }

  /// Whether the head has exceeded its limit; the clock is over then.
  ///
  /// - Parameter silence: the time since the last byte; needed while idle only.
  mutating func look(at now: Instant, silence: Duration?) -> Bool {
    if case .idle(let since) = phase, let silence, silence + Self.slack < since.duration(to: now) {
      phase = .head(since: now)
    }
    guard case .head(let since) = phase, since.duration(to: now) >= limit else { return false }
    phase = .over
    return true
  }

  /// Ends a connection that waits for a head, in favour of another; false while a request is served.
  mutating func makeRoom() -> Bool {
    guard phase != .serving else { return false }
    phase = .over
    return true
  }
}
