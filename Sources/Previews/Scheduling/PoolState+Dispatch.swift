import DocumentModel

extension PoolState {
  /// Sends work to idle workers until there is no more of either.
  mutating func dispatch(at now: Duration) {
    guard canWork else { return }
    for worker in idle where worker.isFresh {
      guard let id = retry(for: worker.id) else { continue }
      retries.removeAll { $0 == id }
      send(id, to: worker.id, at: now)
    }
    while !idle.isEmpty, let id = popReady(at: now) {
      guard let item = items[id], let worker = choose(for: item.key) else { continue }
      send(id, to: worker, at: now)
    }
  }

  /// The latest work that may be retried on a fresh worker; earlier work may go to older workers.
  private func retry(for worker: WorkerID) -> WorkItem.ID? {
    let candidates = retries.compactMap { items[$0] }.filter { $0.retryAfter < worker }
    return candidates.max { $0.retryAfter < $1.retryAfter }?.id
  }

  private var canWork: Bool {
    switch phase {
    case .running, .draining: true
    case .created, .starting, .failing, .stopping, .stopped: false
    }
  }

  private var idle: [WorkerSlot] { workers.values.filter(\.isIdle).sorted { $0.id < $1.id } }

  /// Bulk work leaves one worker free.
  private var mayStartBulk: Bool {
    let bulk = workers.values.count { slot in
      slot.item.flatMap { items[$0]?.priority } == .bulk
    }
    return bulk < max(1, limits.workers - 1)
  }

  private mutating func popReady(at now: Duration) -> WorkItem.ID? {
    let items = items
    let held = rastersBeingDrawn.filter { queue.count(of: $0) <= limits.tilesPerWorker }
    let isReady = { (id: WorkItem.ID) in
      guard !held.isEmpty, let raster = items[id]?.key.raster else { return true }
      return !held.contains(raster)
    }
    let slow = documentsDrawnSlowly(at: now)
    // A document whose work takes long gets another worker after all other documents.
    if !slow.isEmpty {
      let isOther = { (id: WorkItem.ID) in items[id].map { !slow.contains($0.key.hash) } ?? true }
      if let other = queue.popFirst(atLeast: .visible, where: { isReady($0) && isOther($0) }) { return other }
    }
    return queue.popFirst(atLeast: mayStartBulk ? .bulk : .near, where: isReady)
  }

  private func documentsDrawnSlowly(at now: Duration) -> Set<ContentHash?> {
    let running = workers.values.compactMap { $0.item.flatMap { items[$0] } }
    return Set(running.filter { $0.key.hash != nil && now >= $0.sent + limits.patience }.map(\.key.hash))
  }

  /// The rasters that workers draw, or cut tiles from, now.
  ///
  /// Another tile of such a raster waits for its worker, because another worker would have to draw the whole page
  /// first. A second drawing pays when many tiles wait.
  private var rastersBeingDrawn: Set<Raster> {
    Set(workers.values.compactMap { slot in slot.item.flatMap { items[$0]?.key.raster } })
  }

  /// The idle worker that has the raster; else one that has the document parsed; else the one with the fewest
  /// documents, longest idle.
  private func choose(for key: WorkKey) -> WorkerID? {
    let idle = self.idle
    if let raster = key.raster, let has = idle.first(where: { $0.rasters.contains(raster) }) { return has.id }
    if let hash = key.hash, let knows = idle.first(where: { $0.recent.contains(hash) }) { return knows.id }
    return idle.min { left, right in
      (left.recent.count, left.idleSince ?? .zero, left.id)
        < (right.recent.count, right.idleSince ?? .zero, right.id)
    }?.id
  }

  private mutating func send(_ id: WorkItem.ID, to worker: WorkerID, at now: Duration) {
    items[id]?.place = .running(worker)
    items[id]?.sent = now
    workers[worker]?.state = .busy(id)
    workers[worker]?.looked = now
    guard let item = items[id] else { return }
    workers[worker]?.account.begin(limits.processorTime(for: item.key.task))
    if let hash = item.key.hash, item.key.task != .sniff {
      workers[worker]?.remember(hash, limit: limits.parsedDocuments)
    }
    if let raster = item.key.raster { workers[worker]?.remember(raster, limit: limits.keptRasters) }
    actions.append(.send(worker, item))
  }

  var nextWake: Duration? {
    var times = workers.values.compactMap(deadline)
    if case .draining(let until) = phase { times.append(until) }
    if let preemption = nextPreemption { times.append(preemption) }
    if workers.count < limits.workers, backoff.failures > 0, canStart { times.append(backoff.notBefore) }
    return times.min()
  }

  private var canStart: Bool {
    switch phase {
    case .created, .stopping, .stopped: false
    // After a failure workers start one by one, and a starting worker has a deadline of its own.
    case .starting, .running, .failing, .draining: !workers.values.contains { $0.state == .starting }
    }
  }

  private func deadline(of slot: WorkerSlot) -> Duration? {
    switch slot.state {
    case .starting: return slot.born + limits.startTime
    case .idle:
      guard !slot.isFresh else { return nil }
      let old = slot.born + limits.maximumAge
      return nextLook(at: slot).map { min(old, $0) } ?? old
    case .dying: return nil
    case .busy(let id):
      guard let item = items[id] else { return nil }
      let end = min(item.sent + limits.time(for: item.key.task), slot.looked + limits.lookTime)
      return item.orphaned.map { min(end, $0 + limits.orphanGrace) } ?? end
    }
  }
}

extension PoolState {
  func hash(at worker: WorkerID) -> ContentHash? {
    workers[worker]?.item.flatMap { items[$0]?.key.hash }
  }
}
