import DocumentModel

/// Work that has to make room.
extension PoolState {
  /// Ends one piece of work for somebody else's: a look that waits while every worker is held by work that can wait.
  ///
  /// Turns are taken in the queue; but work that runs for seconds on all workers would keep everybody else waiting for as
  /// long. So when somebody's visible work waits who has no worker, and no worker becomes free in time, one is taken
  /// away: from work that nobody looks at, else from a client that has several. It goes back into the queue, once.
  mutating func makeWay(at now: Duration) {
    guard let victim = preemptible, now >= victim.sent + limits.patience,
      case .running(let worker) = victim.place
    else { return }
    kill(worker, .preempted)
    items[victim.id]?.wasPreempted = true
    items[victim.id]?.place = .queued
    queue.append(victim.id, of: victim.client, victim.priority, raster: victim.key.raster)
  }

  /// When ``makeWay(at:)`` will have something to do if nothing else happens.
  var nextPreemption: Duration? { preemptible.map { $0.sent + limits.patience } }

  /// The work that would have to make room now; nil when nobody waits for it.
  private var preemptible: WorkItem? {
    guard phase == .running, workers.count >= 2, workers.values.allSatisfy({ $0.item != nil }) else {
      return nil
    }
    let running = workers.values.compactMap { $0.item.flatMap { items[$0] } }
    let holders = Dictionary(grouping: running, by: \.client)
    guard queue.hasVisible(notOf: Set(holders.filter { $0.value.contains { $0.priority > .bulk } }.keys))
    else {
      return nil
    }
    let candidates = running.filter { !$0.wasPreempted && !$0.waiters.isEmpty }
    let idle = candidates.filter { $0.priority == .bulk }
    let shared = candidates.filter { (holders[$0.client]?.count ?? 0) > 1 }
    // The one that has come least far.
    return (idle.isEmpty ? shared : idle).max { ($0.sent, $0.id) < ($1.sent, $1.id) }
  }
}
