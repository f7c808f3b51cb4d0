/// How long a client keeps a connection waiting for a request's head, and when that is too long.
///
/// Pure: the time is handed in.
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
/// The daemon says nothing of a head that has begun. So the kernel is asked now and then when bytes last came; what
/// came after the last answer is the next head.
struct HeadClock {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Equatable {
    case head(since: Instant)
    case serving
    case idle(since: Instant)
    /// The connection is being closed: no request counts any more.
    case over
  }

  private(set) var phase: Phase
  let limit: Duration

  /// The kernel counts in steps of up to ten milliseconds.
  static let slack = Duration.milliseconds(20)

  init(limit: Duration, acceptedAt now: Instant) {
    self.limit = limit
    phase = .head(since: now)
  }

  /// Whether the client may take its time.
  var isIdle: Bool { if case .idle = phase { true } else { false } }

  /// Whether the client may still be heard; then its request is being served.
  mutating func headArrived() -> Bool {
    guard phase != .over else { return false }
    phase = .serving
    return true
  }

  /// The request is over; the connection may be kept for another.
  mutating func answered(at now: Instant) {
    if phase != .over { phase = .idle(since: now) }
  }

  /// Whether the head has taken too long; then it is over.
  ///
  /// - Parameter silence: how long ago the last byte came; needed while idle only.
  mutating func look(at now: Instant, silence: Duration?) -> Bool {
    if case .idle(let since) = phase, let silence, silence + Self.slack < since.duration(to: now) {
      phase = .head(since: now)
    }
    guard case .head(let since) = phase, since.duration(to: now) >= limit else { return false }
    phase = .over
    return true
  }

  /// Ends a connection that waits for a head, in favour of another.
  ///
  /// False: a request is being served.
  mutating func makeRoom() -> Bool {
    guard phase != .serving else { return false }
    phase = .over
    return true
  }
}
