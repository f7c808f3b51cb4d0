import DocumentModel

extension PoolState {
  /// Kills one worker when a visible request of another client, or of another document, waits while every worker is busy.
  ///
  /// The queue is fair between clients, but work that runs for seconds on all workers would still delay every other
  /// client. Preemption applies when a client without running visible work waits and no worker becomes free within
  /// ``PoolLimits/patience``. The victim is work that is not visible, bulk before near, of any client. Else it is
  /// work of a client, or on a document, that has several workers. The victim goes back into the queue. Two rules
  /// guarantee progress. Work that is not visible is refused after ``PoolLimits/preemptions``. A client, or a
  /// document, keeps its oldest running work.
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

  /// The time at which ``makeWay(at:)`` would act if no other event comes.
  var nextPreemption: Duration? { preemptible.map { $0.sent + limits.patience } }

  /// The running work to preempt; nil when no request needs it.
  private var preemptible: WorkItem? {
    guard phase == .running, !workers.isEmpty, workers.values.allSatisfy({ $0.item != nil }) else {
      return nil
    }
    let running = workers.values.compactMap { $0.item.flatMap { items[$0] } }
    let looking = running.filter { $0.priority == .visible }
    let movable = running.filter { !$0.waiters.isEmpty }
    guard queue.hasVisible(notOf: Set(looking.flatMap(\.clients))) else { return crowding(movable) }
    for lower in [RenderPriority.bulk, .near] {
      let found = movable.filter { $0.priority == lower }
      if !found.isEmpty { return latest(of: found) }
    }
    let holdings = Dictionary(running.flatMap(\.clients).map { ($0, 1) }, uniquingKeysWith: +)
    return latest(of: movable.filter { item in item.clients.allSatisfy { (holdings[$0] ?? 0) > 1 } })
  }

  /// The latest work on a document that has several workers, when visible work on another document waits.
  private func crowding(_ running: [WorkItem]) -> WorkItem? {
    let documents = Dictionary(grouping: running.filter { $0.key.hash != nil }) { $0.key.hash }
    let crowded = documents.filter { $0.value.count > 1 }
    guard !crowded.isEmpty, queue.hasVisible(where: { crowded[items[$0]?.key.hash] == nil }) else {
      return nil
    }
    return latest(of: crowded.values.flatMap(\.self))
  }

  private func latest(of items: [WorkItem]) -> WorkItem? {
    items.max { ($0.sent, $0.id) < ($1.sent, $1.id) }
  }
}
