import DocumentModel

/// Work that has to make room.
extension PoolState {
  /// Ends one piece of work for somebody else's: a look that waits while every worker is held by work that can wait.
  ///
  /// Turns are taken in the queue; but work that runs for seconds on all workers, even on the only one, would keep everybody
  /// else waiting for as long, and whoever began it by looking at one page its neighbours. So when somebody's visible work
  /// waits who has none under way, and no worker becomes free in time, one is taken away: from work that nobody looks at,
  /// bulk before near, whoever's it is; else from a client that has several. It goes back into the queue. So that all work ends
  /// and nobody looks on for its sake, what nobody looks at is refused when it has made room too often, and a client that
  /// has several keeps the one that has come farthest.
  mutating func makeWay(at now: Duration) {
    guard let victim = preemptible, now >= victim.sent + limits.patience,
      case .running(let worker) = victim.place
    else { return }
    kill(worker, .preempted)
    if victim.priority != .visible, victim.preemptions >= limits.preemptions {
      return fail(victim.id, .outrun)
    }
    items[victim.id]?.preemptions += 1
    items[victim.id]?.place = .queued
    queue.append(victim.id, of: victim.clients, victim.priority, raster: victim.key.raster)
  }

  /// When ``makeWay(at:)`` will have something to do if nothing else happens.
  var nextPreemption: Duration? { preemptible.map { $0.sent + limits.patience } }

  /// The work that would have to make room now; nil when nobody waits for it.
  private var preemptible: WorkItem? {
    guard phase == .running, !workers.isEmpty, workers.values.allSatisfy({ $0.item != nil }) else {
      return nil
    }
    let running = workers.values.compactMap { $0.item.flatMap { items[$0] } }
    let looking = running.filter { $0.priority == .visible }
    guard queue.hasVisible(notOf: Set(looking.flatMap(\.clients))) else { return nil }
    let movable = running.filter { !$0.waiters.isEmpty }
    for lower in [RenderPriority.bulk, .near] {
      let found = movable.filter { $0.priority == lower }
      if !found.isEmpty { return latest(of: found) }
    }
    let holdings = Dictionary(running.flatMap(\.clients).map { ($0, 1) }, uniquingKeysWith: +)
    return latest(of: movable.filter { item in item.clients.allSatisfy { (holdings[$0] ?? 0) > 1 } })
  }

  /// The one that has come least far.
  private func latest(of items: [WorkItem]) -> WorkItem? {
    items.max { ($0.sent, $0.id) < ($1.sent, $1.id) }
  }
}
