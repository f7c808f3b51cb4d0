import DocumentModel

/// Requests that come and go.
extension PoolState {
  mutating func arrive(_ waiter: WaiterID, _ request: WorkRequest, at now: Duration) {
    if let refusal = refusal(of: request.key) {
      return actions.append(.answer([waiter], .failed(refusal)))
    }
    if let item = shared[request.key] { return join(item, waiter, request.priority) }
    guard makeRoom(for: request.priority) else {
      return actions.append(.answer([waiter], .failed(.queueFull)))
    }
    enqueue(waiter, request)
  }

  /// Why a request is not even queued; nil when it may be.
  private func refusal(of key: WorkKey) -> WorkerFailure? {
    switch phase {
    case .draining, .stopping, .stopped: return .poolStops
    case .failing: return .cannotStart
    case .created, .starting, .running: break
    }
    if let reason = quarantine.reason(against: key) { return .quarantined(after: reason) }
    return knownRefusals.refusal(of: key)
  }

  private mutating func join(_ id: WorkItem.ID, _ waiter: WaiterID, _ priority: RenderPriority) {
    itemOfWaiter[waiter] = id
    items[id]?.waiters.append(waiter)
    items[id]?.orphaned = nil
    guard let current = items[id]?.priority, priority > current else { return }
    items[id]?.priority = priority
    queue.raise(id, to: priority)
  }

  private mutating func makeRoom(for priority: RenderPriority) -> Bool {
    if queue.count < limits.queueLength { return true }
    guard let victim = queue.popLast(below: priority) else { return false }
    fail(victim, .queueFull)
    return true
  }

  private mutating func enqueue(_ waiter: WaiterID, _ request: WorkRequest) {
    let id = nextItem()
    items[id] = WorkItem(
      id: id, key: request.key, contents: request.contents, client: request.client,
      priority: request.priority,
      waiters: [waiter])
    itemOfWaiter[waiter] = id
    // Without a hash nothing says that two contents are the same.
    if request.key.hash != nil { shared[request.key] = id }
    queue.append(id, of: request.client, request.priority, raster: request.key.raster)
  }

  /// A waiter left: queued work that nobody wants is dropped, running work gets a grace.
  mutating func abandon(_ waiter: WaiterID, at now: Duration) {
    guard let id = itemOfWaiter.removeValue(forKey: waiter), var item = items[id] else { return }
    actions.append(.answer([waiter], .failed(.abandoned)))
    item.waiters.removeAll { $0 == waiter }
    items[id] = item
    guard item.waiters.isEmpty else { return }
    switch item.place {
    case .running: items[id]?.orphaned = now
    case .queued, .retrying: fail(id, .abandoned)
    }
  }

  /// Ends a piece of work without a result, wherever it is.
  mutating func fail(_ id: WorkItem.ID, _ failure: WorkerFailure, running: Duration? = nil) {
    finish(id, .failed(failure), running: running)
  }

  /// Ends a piece of work and tells everybody who waits for it.
  mutating func finish(_ id: WorkItem.ID, _ outcome: WorkOutcome, running: Duration?) {
    guard let item = items.removeValue(forKey: id) else { return }
    if case .failed(let failure) = outcome { knownRefusals.note(failure, of: item.key, after: running) }
    if shared[item.key] == id { shared[item.key] = nil }
    queue.remove(id)
    retries.removeAll { $0 == id }
    for waiter in item.waiters { itemOfWaiter[waiter] = nil }
    actions.append(.finished(FinishedWork(key: item.key, outcome: outcome, running: running)))
    if !item.waiters.isEmpty { actions.append(.answer(item.waiters, outcome)) }
  }

  /// Ends all chosen work that waits.
  mutating func failWaiting(_ failure: WorkerFailure, where isChosen: (WorkKey) -> Bool = { _ in true }) {
    for item in items.values.sorted(by: { $0.id < $1.id }) where isChosen(item.key) {
      if case .running = item.place { continue }
      fail(item.id, failure)
    }
  }
}
