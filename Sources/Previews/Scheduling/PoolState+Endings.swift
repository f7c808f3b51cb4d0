import DocumentModel

extension PoolState {
  mutating func misbehaved(_ worker: WorkerID, _ reason: String, at now: Duration) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    kill(worker, .misbehaved)
    if slot.state == .starting { return countFailedStart(reason, at: now) }
    if let item = slot.item { lost(item, .rendererCrashed, at: now) }
  }

  mutating func bury(_ worker: WorkerID, _ end: WorkerEnd, at now: Duration) {
    guard let slot = workers.removeValue(forKey: worker) else { return }
    switch slot.state {
    case .dying: return
    case .starting: countFailedStart("it ended at its start: \(end)", at: now)
    case .idle: if slot.isFresh { countFailedStart("it ended before its first work: \(end)", at: now) }
    case .busy(let item): lost(item, end.wasOutOfTime ? .renderTimeout : .rendererCrashed, at: now)
    }
  }

  /// Handles the loss of a worker at work: the work is tried once more, unless it exceeded its time.
  mutating func lost(_ id: WorkItem.ID, _ reason: DocumentError.Code, at now: Duration) {
    guard let item = items[id] else { return }
    let running = now - item.sent
    let isQuarantined = countKill(by: item, reason, at: now)
    if reason == .renderTimeout {
      fail(id, .timeout(limits.time(for: item.key.task)), running: running)
    } else if item.waiters.isEmpty {
      fail(id, .abandoned, running: running)
    } else if item.deaths > 0 || isQuarantined {
      fail(id, .crashed, running: running)
    } else {
      items[id]?.deaths += 1
      items[id]?.place = .retrying
      items[id]?.retryAfter = newestWorker
      retries.append(id)
    }
    guard isQuarantined else { return }
    let quarantine = quarantine
    failWaiting(.quarantined(after: reason)) { quarantine.reason(against: $0) != nil }
  }

  private mutating func countKill(by item: WorkItem, _ reason: DocumentError.Code, at now: Duration) -> Bool {
    guard let culprit = Quarantine.Culprit(item.key, reason) else { return false }
    return quarantine.recordKill(by: culprit, reason, since: item.sent, at: now)
  }

  mutating func checkClock(at now: Duration) {
    for slot in workers.values.sorted(by: { $0.id < $1.id }) {
      switch slot.state {
      case .starting where now >= slot.born + limits.startTime:
        kill(slot.id, .slowStart)
        countFailedStart("it said no hello within \(limits.startTime)", at: now)
      case .busy(let id):
        checkWork(id, of: slot.id, at: now)
        lookIfDue(slot.id, at: now)
      case .idle:
        replaceIfWorn(slot.id, at: now)
        lookIfDue(slot.id, at: now)
      case .starting, .dying: break
      }
    }
  }

  private mutating func checkWork(_ id: WorkItem.ID, of worker: WorkerID, at now: Duration) {
    guard let item = items[id] else { return }
    if now >= item.sent + limits.time(for: item.key.task) {
      kill(worker, .timeout)
      lost(id, .renderTimeout, at: now)
    } else if let orphaned = item.orphaned, now >= orphaned + limits.orphanGrace {
      kill(worker, .abandoned)
      fail(id, .abandoned, running: now - item.sent)
    }
  }

  mutating func drain(until: Duration) {
    switch phase {
    case .created, .starting, .running, .failing: phase = .draining(until: until)
    case .draining(let earlier): phase = .draining(until: min(earlier, until))
    case .stopping, .stopped: break
    }
  }

  /// Stops a draining pool when no work is left or its time is over.
  mutating func endDraining(at now: Duration) {
    if case .draining(let until) = phase, items.isEmpty || now >= until {
      for id in items.keys.sorted() { fail(id, .poolStops) }
      for worker in workers.keys.sorted() { kill(worker, .stopping) }
      phase = .stopping
    }
    guard phase == .stopping, workers.isEmpty else { return }
    phase = .stopped
    actions.append(.stopped)
  }
}
