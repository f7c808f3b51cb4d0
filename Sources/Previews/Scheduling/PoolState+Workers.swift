import DocumentModel

/// Workers that start, prove themselves, and are replaced.
extension PoolState {
  /// Starts what is missing; after a failed start only one at a time, and not before the wait is over.
  mutating func startMissingWorkers(at now: Duration) {
    switch phase {
    case .created, .stopping, .stopped: return
    case .starting, .running, .failing, .draining: break
    }
    while workers.count < limits.workers, now >= backoff.notBefore {
      if backoff.failures > 0, workers.values.contains(where: { $0.state == .starting }) { return }
      let id = nextWorker()
      workers[id] = WorkerSlot(id: id, born: now)
      actions.append(.spawn(id))
    }
  }

  mutating func greet(_ worker: WorkerID, at now: Duration) {
    guard workers[worker]?.state == .starting else { return }
    workers[worker]?.state = .idle(since: now)
    switch phase {
    case .starting, .failing: phase = .running
    case .created, .running, .draining, .stopping, .stopped: break
    }
  }

  mutating func startFailed(_ worker: WorkerID, _ reason: String, at now: Duration) {
    guard workers.removeValue(forKey: worker) != nil else { return }
    countFailedStart(reason, at: now)
  }

  func countsAsAlive() -> Bool { workers.values.contains(where: \.isAlive) }

  mutating func countFailedStart(_ reason: String, at now: Duration) {
    backoff.failed(reason, at: now)
    guard backoff.failures >= limits.startAttempts, !countsAsAlive() else { return }
    switch phase {
    case .starting, .running, .failing: phase = .failing(reason)
    case .created, .draining, .stopping, .stopped: break
    }
    failWaiting(.cannotStart)
  }

  mutating func take(_ answer: WorkerAnswer, from worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    guard let id = slot.item, id == answer.id, let item = items[id], answer.fits(item.key.task) else {
      return misbehaved(worker, "it answered what was not asked", at: now)
    }
    workers[worker]?.served += 1
    workers[worker]?.state = .idle(since: now)
    backoff.succeeded()
    // It went well on a fresh worker, so the document was not to blame for the death of the other.
    if let hash = item.key.hash, item.deaths > 0 { quarantine.forgive(hash, kills: item.deaths) }
    finish(id, answer.outcome, running: now - item.sent)
    replaceIfWorn(worker, at: now)
  }

  /// What a worker made of a content that changed meanwhile is nobody's answer, and what it keeps of it is worth nothing.
  mutating func discard(_ worker: WorkerID) {
    guard let slot = workers[worker], let id = slot.item else { return }
    kill(worker, .stale)
    finish(id, .failed(.contentChanged), running: nil)
  }

  mutating func measure(_ worker: WorkerID, _ bytes: Int, at now: Duration) {
    guard bytes > limits.maximumResidentBytes else { return }
    workers[worker]?.isHeavy = true
    replaceIfWorn(worker, at: now)
  }

  /// Kills an idle worker that has served long enough or grown too large.
  mutating func replaceIfWorn(_ worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], slot.isIdle, !slot.isFresh else { return }
    if slot.isHeavy {
      kill(worker, .memory)
    } else if slot.served >= limits.maximumServed || now - slot.born >= limits.maximumAge {
      kill(worker, .aged)
    }
  }

  mutating func kill(_ worker: WorkerID, _ reason: KillReason) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    workers[worker]?.state = .dying
    actions.append(.kill(worker, reason))
  }
}
