import DocumentModel

extension PoolState {
  mutating func arrive(_ waiter: WaiterID, _ request: WorkRequest, at now: Duration) {
    if let refusal = refusal(of: request.key) {
      return actions.append(.answer([waiter], .failed(refusal)))
    }
    if let item = shared[request.key] { return join(item, waiter, request) }
    guard makeRoom(for: request) else {
      return actions.append(.answer([waiter], .failed(.queueFull)))
    }
    enqueue(waiter, request)
  }

  /// The reason to refuse a request before it is queued; nil when it may be queued.
  private func refusal(of key: WorkKey) -> WorkerFailure? {
    switch phase {
    case .draining, .stopping, .stopped: return .poolStops
    case .failing: return startRefusal
    case .created, .starting, .running: break
    }
    if let reason = quarantine.reason(against: key) { return .quarantined(after: reason) }
    return knownRefusals.refusal(of: key)
  }

  private mutating func join(_ id: WorkItem.ID, _ waiter: WaiterID, _ request: WorkRequest) {
    guard var item = items[id] else { return }
    itemOfWaiter[waiter] = id
    item.waiters.append(Waiter(id: waiter, client: request.client, priority: request.priority))
    item.orphaned = nil
    items[id] = item
    queue.join(id, as: request.client, request.priority)
  }

  private mutating func makeRoom(for request: WorkRequest) -> Bool {
    if queue.count < limits.queueLength { return true }
    guard let victim = queue.popLast(for: request.client, request.priority) else { return false }
    fail(victim, .queueFull)
    return true
  }

  private mutating func enqueue(_ waiter: WaiterID, _ request: WorkRequest) {
    let id = nextItem()
    items[id] = WorkItem(
      id: id, key: request.key, contents: request.contents,
      waiters: [Waiter(id: waiter, client: request.client, priority: request.priority)])
    itemOfWaiter[waiter] = id
    // Without a hash, equal contents cannot be recognised.
    if request.key.hash != nil { shared[request.key] = id }
    queue.append(id, of: [request.client], request.priority, raster: request.key.raster)
  }

  /// Handles a waiter that left; the work takes the priority of the remaining waiters.
  ///
  /// Queued work without waiters is dropped; running work gets ``PoolLimits/orphanGrace``.
  mutating func abandon(_ waiter: WaiterID, at now: Duration) {
    guard let id = itemOfWaiter.removeValue(forKey: waiter), var item = items[id] else { return }
    actions.append(.answer([waiter], .failed(.abandoned)))
    item.waiters.removeAll { $0.id == waiter }
    items[id] = item
    guard item.waiters.isEmpty else { return queue.keep(id, for: item.clients, item.priority) }
    switch item.place {
    case .running: items[id]?.orphaned = now
    case .queued, .retrying: fail(id, .abandoned)
    }
  }

  /// Ends a piece of work without a result, in any state.
  mutating func fail(_ id: WorkItem.ID, _ failure: WorkerFailure, running: Duration? = nil) {
    finish(id, .failed(failure), running: running)
  }

  mutating func finish(_ id: WorkItem.ID, _ outcome: WorkOutcome, running: Duration?) {
    guard let item = items.removeValue(forKey: id) else { return }
    if case .failed(let failure) = outcome { knownRefusals.note(failure, of: item.key, after: running) }
    if shared[item.key] == id { shared[item.key] = nil }
    queue.remove(id)
    retries.removeAll { $0 == id }
    let waiters = item.waiters.map(\.id)
    for waiter in waiters { itemOfWaiter[waiter] = nil }
    actions.append(
      .finished(
        FinishedWork(
          key: item.key, outcome: outcome, running: running, isCurrent: item.isCurrent,
          priority: item.priority)))
    if !waiters.isEmpty { actions.append(.answer(waiters, outcome)) }
  }

  /// Handles a deleted content: running work on it answers its waiters but does not reach the cache.
  ///
  /// The content also leaves the quarantine, so it is tried again if it comes back.
  mutating func forget(_ hash: ContentHash) {
    for (id, item) in items where item.key.document == hash {
      items[id]?.isCurrent = false
      if shared[item.key] == id { shared[item.key] = nil }
    }
    release(hash)
  }

  mutating func release(_ hash: ContentHash) {
    quarantine.release(hash)
    knownRefusals.release(hash)
  }

  /// Ends all chosen work that is not running.
  mutating func failWaiting(_ failure: WorkerFailure, where isChosen: (WorkKey) -> Bool = { _ in true }) {
    for item in items.values.sorted(by: { $0.id < $1.id }) where isChosen(item.key) {
      if case .running = item.place { continue }
      fail(item.id, failure)
    }
  }
}

// MARK: - Dispatch

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
