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
///                      │                  answered, too large │                  ▲     │ answered
///                      │                                      ▼           end    │     ▼
///                      │                              ┌────────────┐─────────────┘  ┌─────────┐
///                      └─────────────────────────────▶│ discarding │                │ replied │
///                                                     └────────────┘                └─────────┘
/// ```
///
/// While nothing can be done the connection is *parked*: suspended in the daemon, without a thread.
///
/// It is parked by the daemon's thread only, and un-parked by exactly one of the events that return true.
///
/// An answer may come before the body or in its middle: refused, too large, disk full. The daemon takes no answer
/// then, so it is written past it (*reply now*), and the rest of the body is read and dropped until it ends or is
/// too much. A client that waits for an invitation to send has no body under way and is answered by the daemon.
struct RequestFlow {
  enum Stage { case held, released, receiving, discarding, complete, replied, over }

  /// What the handler's task does with its answer.
  enum AnswerStep: Equatable { case leave, unpark, replyNow }

  /// How the body comes.
  enum Body {
    case none
    /// So short that reading it is quicker than asking whether somebody wants it.
    case small
    case large
    /// The client waits for an invitation before it sends.
    case expected
  }

  /// What the daemon's thread does next.
  enum Step: Equatable { case proceed, park, reply, replyNow, breakOff }

  /// What the daemon's thread does with bytes of the body.
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
  /// Bytes that speak for the client's pace: none do once its answer is out.
  private(set) var countedBytes = 0
  private var discarded = 0
  private(set) var bodyLimit = Int.max

  /// Unread bytes beyond which the client has to wait.
  static let highWater = 1 << 20
  /// Bytes read only to be dropped, so that the client, still sending, gets to read its answer.
  ///
  /// Closing with bytes unread would make the kernel reset the connection and take the answer away.
  static let discardLimit = 64 << 20

  /// The headers are there.
  ///
  /// A body is held back until somebody reads it, a small one is let in at once.
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

  /// The daemon calls without data: after a resume, or because the body has ended.
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

  /// The daemon offers bytes of the body.
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
  mutating func answer() -> AnswerStep {
    guard !isAnswered, stage != .over else { return .leave }
    isAnswered = true
    if stage == .receiving || stage == .released { stage = .discarding }
    if unpark(when: true) { return .unpark }
    // Before the first bytes the daemon may still be writing its invitation to send them.
    return stage == .discarding && received > 0 && replyNow() ? .replyNow : .leave
  }

  /// The server stops now.
  ///
  /// True: un-park, so that the daemon's thread breaks the connection off.
  mutating func stop() -> Bool {
    isStopped = true
    return unpark(when: true)
  }

  /// The daemon cannot read on and refuses the request by itself: no other answer counts any more.
  ///
  /// False: one is out already.
  mutating func refuse() -> Bool {
    guard stage != .replied, stage != .over, !hasRepliedNow else { return false }
    isAnswered = true
    hasRepliedNow = true
    stage = .replied
    return true
  }

  /// The daemon is done with the request, well or not.
  mutating func end() { stage = .over }

  /// Whether the whole body is there.
  var isBodyComplete: Bool { stage == .complete || stage == .replied }

  /// The answer could not be sent in the middle of the body: it goes out after it.
  mutating func didNotReplyNow() {
    hasRepliedNow = false
    mayReplyNow = false
  }

  /// Whether the daemon still reads the body.
  var isReading: Bool { stage == .receiving || stage == .discarding || stage == .released }

  /// Whether the body stands still until the client sends more of it.
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

  /// Once, and not for a body so small that its end is as near.
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
