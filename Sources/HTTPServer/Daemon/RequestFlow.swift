/// The course of one request, as the daemon's thread and the handler's task push it on.
///
/// Pure: every event returns what is to be done, and the exchange does it.
///
/// ```
///      large body   ┌──────┐ reader asks ┌──────────┐ resumed
///   ───────────────▶│ held │────────────▶│ released │────┐
///                   └──────┘             └──────────┘    ▼
///    small body        │ answered                  ┌───────────┐     end       ┌──────────┐
///   ───────────────────┼──────────────────────────▶│ receiving │──────────────▶│ complete │◀── no body
///                      │                           └───────────┘               └──────────┘
///                      │                  answered, too large │     end         ▲     │ answered
///                      │                                      ▼                 │     ▼
///                      │                              ┌────────────┐────────────┘  ┌─────────┐
///                      │                              │ discarding │──────────────▶│ replied │
///                      │                              └────────────┘   too much:   └─────────┘
///                      └────────── reply early, connection closes ──── break off ──────▲
/// ```
///
/// While nothing can be done the connection is *parked*: suspended in the daemon, without a thread. It is parked
/// by the daemon's thread only, and un-parked by exactly one of the events that return true. An answer before the
/// body (held) lets the daemon close the connection; the daemon takes no answer in the middle of a body, so the
/// rest is read and dropped (discarding).
struct RequestFlow {
  enum Stage { case held, released, receiving, discarding, complete, replied, over }

  /// What the daemon's thread does next.
  enum Step: Equatable { case proceed, park, reply, breakOff }

  /// What the daemon's thread does with bytes of the body.
  enum DataStep: Equatable { case keep, discard, park, tooLarge, breakOff }

  private(set) var stage = Stage.complete
  private(set) var isParked = false
  private(set) var isAnswered = false
  private var isStopped = false
  private var buffered = 0
  private var received = 0
  private var discarded = 0
  private(set) var bodyLimit = Int.max

  /// Unread bytes beyond which the client has to wait.
  static let highWater = 1 << 20
  /// Bytes read only to be dropped, so that the client, still sending, gets to read its answer.
  static let discardLimit = 64 << 20

  /// The headers are there.
  ///
  /// A body is held back until somebody reads it, a small one is let in at once.
  mutating func begin(hasBody: Bool, hold: Bool, bodyLimit: Int) -> Step {
    self.bodyLimit = bodyLimit
    guard hasBody else { return .proceed }
    stage = hold ? .held : .receiving
    return hold ? park() : .proceed
  }

  /// The daemon calls without data: after a resume, or because the body has ended.
  mutating func call() -> Step {
    if isStopped { return .breakOff }
    switch stage {
    case .held: return isAnswered ? reply() : park()
    case .released:
      stage = .receiving
      return .proceed
    case .receiving, .discarding, .complete:
      stage = .complete
      return isAnswered ? reply() : park()
    case .replied, .over: return .proceed
    }
  }

  /// The daemon offers bytes of the body.
  mutating func offer(_ count: Int) -> DataStep {
    if isStopped { return .breakOff }
    guard stage == .receiving else { return discard(count) }
    if buffered > 0, buffered + count > Self.highWater {
      isParked = true
      return .park
    }
    received += count
    guard received <= bodyLimit else {
      stage = .discarding
      return .tooLarge
    }
    buffered += count
    return .keep
  }

  /// The reader waits for bytes.
  ///
  /// True: un-park.
  mutating func wait() -> Bool {
    if stage == .held { stage = .released }
    return unpark(when: stage == .released || stage == .receiving)
  }

  /// The reader took everything.
  ///
  /// True: un-park.
  mutating func take() -> Bool {
    buffered = 0
    return unpark(when: stage == .receiving)
  }

  /// The handler answered.
  ///
  /// True: un-park.
  mutating func answer() -> Bool {
    guard !isAnswered, stage != .over else { return false }
    isAnswered = true
    if stage == .receiving || stage == .released { stage = .discarding }
    return unpark(when: true)
  }

  /// The server stops now.
  ///
  /// True: un-park, so that the daemon's thread breaks the connection off.
  mutating func stop() -> Bool {
    isStopped = true
    return unpark(when: true)
  }

  /// The daemon is done with the request, well or not.
  mutating func end() { stage = .over }

  /// Whether the whole body is there.
  var isBodyComplete: Bool { stage == .complete || stage == .replied }

  private mutating func discard(_ count: Int) -> DataStep {
    discarded += count
    return discarded > Self.discardLimit ? .breakOff : .discard
  }

  private mutating func park() -> Step {
    isParked = true
    return .park
  }

  private mutating func reply() -> Step {
    stage = .replied
    return .reply
  }

  private mutating func unpark(when possible: Bool) -> Bool {
    guard possible, isParked else { return false }
    isParked = false
    return true
  }
}
