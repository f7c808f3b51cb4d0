import DocumentModel

/// The places where index and disk are to be brought in line, and when each is due: a pure machine.
///
/// ```
///             noticed, due `settling` later          in line
///   (none) ───────────────────────────────▶ waiting ─────────▶ (none)
///                                             ▲  │
///                                             └──┘ still being written: due again after a pause
/// ```
/// The whole tree is one more place. It is due every `interval`, and when a notice or the last look asks for
/// it. Such a request waits until `backOff` has passed since the last look. So many notices in a row do not
/// keep the disk at it. A look at a large tree takes seconds: the next one is due the later, the longer the last took.
struct PlaceQueue<Instant: InstantProtocol> where Instant.Duration == Duration {
  enum Work: Hashable, Sendable {
    case tree
    case places([Location])
  }

  /// From one look at the tree to the next without a request, if looks are short.
  let interval: Duration
  /// Looks without a request take at most one part in so many of the time.
  private static var rarity: Int { 20 }
  /// The next one comes after so many intervals at the latest.
  private static var latest: Int { 10 }
  /// From a notice to the look: what happens together is seen together.
  var settling: Duration = .milliseconds(300)
  /// From one look at the tree to the next at least.
  var backOff: Duration = .seconds(2)
  /// With more places the tree is looked at instead.
  var most = 1000

  private var places: [Location: Instant] = [:]
  /// When the tree is due, if a look was requested.
  private var tree: Instant?
  private var looked: Instant
  private var begun: Instant
  private var rest: Duration
  private var isBusy = false

  init(interval: Duration, at now: Instant) {
    self.interval = interval
    (looked, begun, rest) = (now, now, interval)
  }

  var due: Instant? {
    isBusy ? nil : min(treeDue, places.values.min() ?? treeDue)
  }

  private var treeDue: Instant {
    let latest = looked.advanced(by: rest)
    return tree.map { min(latest, max($0, looked.advanced(by: backOff))) } ?? latest
  }

  mutating func notice(_ notice: TreeNotice, at now: Instant) {
    let due = now.advanced(by: settling)
    switch notice {
    case .anywhere: want(by: due)
    case .places(let places): put(places, at: due)
    }
  }

  /// The work that is due; nothing else is, until it is ``finish(_:at:again:after:)``.
  mutating func take(at now: Instant) -> Work? {
    guard let due, due <= now else { return nil }
    isBusy = true
    guard treeDue > now else {
      begin(at: now)
      return .tree
    }
    let ready = places.filter { $0.value <= now }.keys.sorted()
    for place in ready { places[place] = nil }
    return .places(ready)
  }

  /// A look at the tree begins.
  mutating func begin(at now: Instant) {
    (isBusy, tree, places, begun) = (true, nil, [:], now)
  }

  /// The work is done.
  ///
  /// - Parameters:
  ///   - work: what was taken.
  ///   - now: when it ended.
  ///   - again: places to be looked at again after `pause`.
  ///   - isTreeWanted: after which pause the tree is to be looked at; nil for not at all.
  mutating func finish(
    _ work: Work, at now: Instant, again: some Sequence<Location>, after pause: Duration,
    treeAfter treePause: Duration?
  ) {
    isBusy = false
    if work == .tree {
      looked = now
      rest = min(max(interval, begun.duration(to: now) * Self.rarity), interval * Self.latest)
    }
    put(again, at: now.advanced(by: pause))
    if let treePause { want(by: now.advanced(by: treePause)) }
  }

  private mutating func put(_ new: some Sequence<Location>, at due: Instant) {
    for place in new { places[place] = min(places[place] ?? due, due) }
    guard places.count > most else { return }
    places = [:]
    want(by: due)
  }

  private mutating func want(by due: Instant) {
    tree = min(tree ?? due, due)
  }
}
