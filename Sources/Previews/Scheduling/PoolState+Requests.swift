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
        FinishedWork(key: item.key, outcome: outcome, running: running, isCurrent: item.isCurrent)))
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
