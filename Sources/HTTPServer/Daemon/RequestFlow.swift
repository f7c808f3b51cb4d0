/// The state machine of one request, driven by the daemon's thread and the handler's task.
///
/// The type is pure: every event returns an action, which the exchange carries out.
///
/// ```
///      large body   ┌──────┐ reader asks ┌──────────┐ resumed
///   ───────────────▶│ held │────────────▶│ released │────┐
///                   └──────┘             └──────────┘    ▼
///    small body        │ answered                  ┌───────────┐     end       ┌──────────┐
///   ───────────────────┼──────────────────────────▶│ receiving │──────────────▶│ complete │◀── no body
///                      │                           └───────────┘               └──────────┘
///                      │                  answered, too large │                  ▲     │ answered
///                      │                                      ▼           end    │     ▼
///                      │                              ┌────────────┐─────────────┘  ┌─────────┐
///                      └─────────────────────────────▶│ discarding │                │ replied │
///                                                     └────────────┘                └─────────┘
/// ```
///
/// A waiting connection is *parked*: suspended in the daemon, without a thread. Only the daemon's thread parks it,
/// and exactly one of the events that return true un-parks it.
///
/// A response may come before or during the body: refused, too large, disk full. The daemon accepts none then, so it
/// is written to the socket directly (*reply now*). The rest of the body is read and dropped until it ends or
/// exceeds a limit. A client that expects `100 Continue` has no body under way, so the daemon sends its response.
struct RequestFlow {
  enum Stage { case held, released, receiving, discarding, complete, replied, over }

  enum ResponseStep: Equatable { case leave, unpark, replyNow }

  enum Body {
    case none
    /// So short that reading it is cheaper than parking.
    case small
    case large
    /// The client waits for `100 Continue`.
    case expected
  }

  enum Step: Equatable { case proceed, park, reply, replyNow, breakOff }

  enum DataStep: Equatable { case keep, discard, park, tooLarge, replyNow, breakOff }

  private(set) var stage = Stage.complete
  private(set) var isParked = false
  private(set) var isAnswered = false
  private var isStopped = false
  private var body = Body.none
  private var mayReplyNow = true
  private(set) var hasRepliedNow = false
  private var buffered = 0
  private var received = 0
  /// Bytes that count for the client's pace; bytes after the response do not.
  private(set) var countedBytes = 0
  private var discarded = 0
  private(set) var bodyLimit = Int.max

  /// Unread bytes beyond which the client has to wait.
  static let highWater = 1 << 20
  /// Bytes that are read and dropped after a response, so that a client that still sends can read the response.
  ///
  /// Closing with unread bytes would make the kernel reset the connection and discard the response.
  static let discardLimit = 64 << 20

  /// Called with the headers; a small body is read at once, a larger one when the handler reads.
  mutating func begin(_ body: Body, bodyLimit: Int) -> Step {
    self.bodyLimit = bodyLimit
    self.body = body
    switch body {
    case .none: return .proceed
    case .small:
      stage = .receiving
      return .proceed
    case .large, .expected:
      stage = .held
      return park()
    }
  }

  /// Called without data: after a resume, or at the body's end.
  mutating func call() -> Step {
    if isStopped { return .breakOff }
    switch stage {
    case .held: return isAnswered ? replyBeforeBody() : park()
    case .released:
      stage = .receiving
      return .proceed
    case .receiving, .discarding, .complete:
      stage = .complete
      if hasRepliedNow { return .breakOff }
      return isAnswered ? reply() : park()
    case .replied, .over: return .proceed
    }
  }

  mutating func offer(_ count: Int) -> DataStep {
    if isStopped { return .breakOff }
    defer { if !isParked, !hasRepliedNow { countedBytes += count } }
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

  /// The reader waits for bytes; true to un-park.
  mutating func wait() -> Bool {
    if stage == .held { stage = .released }
    return unpark(when: stage == .released || stage == .receiving)
  }

  /// The reader took all bytes; true to un-park.
  mutating func take() -> Bool {
    buffered = 0
    return unpark(when: stage == .receiving)
  }

  mutating func answer() -> ResponseStep {
    guard !isAnswered, stage != .over else { return .leave }
    isAnswered = true
    if stage == .receiving || stage == .released { stage = .discarding }
    if unpark(when: true) { return .unpark }
    // Before the first bytes the daemon may still be writing `100 Continue`.
    return stage == .discarding && received > 0 && replyNow() ? .replyNow : .leave
  }

  /// Notes the server's stop; true to un-park, so that the daemon's thread closes the connection.
  mutating func stop() -> Bool {
    isStopped = true
    return unpark(when: true)
  }

  /// Notes that the daemon refuses the request by itself; false when a response is out already.
  mutating func refuse() -> Bool {
    guard stage != .replied, stage != .over, !hasRepliedNow else { return false }
    isAnswered = true
    hasRepliedNow = true
    stage = .replied
    return true
  }

  mutating func end() { stage = .over }

  var isBodyComplete: Bool { stage == .complete || stage == .replied }

  /// The response could not be sent during the body and goes out after it.
  mutating func didNotReplyNow() {
    hasRepliedNow = false
    mayReplyNow = false
  }

  /// Whether the daemon still reads the body.
  var isReading: Bool { stage == .receiving || stage == .discarding || stage == .released }

  /// Whether the server waits for more of the client's body.
  var isClientsTurn: Bool { isReading && !isParked }

  private mutating func discard(_ count: Int) -> DataStep {
    discarded += count
    if discarded > Self.discardLimit { return .breakOff }
    return isAnswered && replyNow() ? .replyNow : .discard
  }

  private mutating func replyBeforeBody() -> Step {
    guard body == .large else { return reply() }
    stage = .discarding
    return replyNow() ? .replyNow : .proceed
  }

  /// Whether to reply now: once, and not for a small body, whose end is near.
  private mutating func replyNow() -> Bool {
    guard mayReplyNow, body != .small else { return false }
    mayReplyNow = false
    hasRepliedNow = true
    return true
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
