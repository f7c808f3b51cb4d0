import DocumentModel

extension PoolState {
  /// Starts missing workers; after a failed start one at a time, and not before the back-off ends.
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

  /// Kills a worker that lacks a mandatory protection; it never gets a document.
  mutating func refuse(_ worker: WorkerID, lacking missing: [WorkerHello.Protection], at now: Duration) {
    guard workers[worker]?.state == .starting else { return }
    kill(worker, .unprotected)
    let names = missing.map(\.rawValue).joined(separator: ", ")
    countFailedStart("it is not closed in as it must be; what is missing: \(names)", at: now)
  }

  mutating func startFailed(
    _ worker: WorkerID, _ reason: String, _ refusal: WorkerFailure, at now: Duration
  ) {
    guard workers.removeValue(forKey: worker) != nil else { return }
    countFailedStart(reason, refusal, at: now)
  }

  func countsAsAlive() -> Bool { workers.values.contains(where: \.isAlive) }

  mutating func countFailedStart(
    _ reason: String, _ refusal: WorkerFailure = .cannotStart, at now: Duration
  ) {
    backoff.failed(reason, at: now)
    startRefusal = refusal
    guard backoff.failures >= limits.startAttempts, !countsAsAlive() else { return }
    switch phase {
    case .starting, .running, .failing: phase = .failing(reason)
    case .created, .draining, .stopping, .stopped: break
    }
    failWaiting(startRefusal)
  }

  mutating func take(_ answer: WorkerResponse, from worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    guard let id = slot.item, id == answer.id, let item = items[id], answer.fits(item.key.task) else {
      return misbehaved(worker, "its answer does not fit the request", at: now)
    }
    workers[worker]?.served += 1
    workers[worker]?.state = .idle(since: now)
    workers[worker]?.looked = now
    workers[worker]?.account.end()
    workers[worker]?.answeredBytes += answer.content?.size ?? 0
    backoff.succeeded()
    // The work succeeded on a fresh worker, so the document did not cause the earlier death.
    if let hash = item.key.document, item.deaths > 0 { quarantine.forgive(hash, kills: item.deaths) }
    finish(id, answer.outcome, running: now - item.sent)
    replaceIfWorn(worker, at: now)
  }

  /// Kills a worker whose content changed during the work: its answer and its caches are of unknown bytes.
  mutating func discard(_ worker: WorkerID) {
    guard let slot = workers[worker], let id = slot.item else { return }
    kill(worker, .stale)
    finish(id, .failed(.contentChanged), running: nil)
  }

  mutating func measure(_ worker: WorkerID, _ use: WorkerUse, at now: Duration) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    let spare = limits.spareProcessorTime
    let isWithin = workers[worker]?.account.note(use.processorTime, sparing: spare) ?? true
    // An overdraft of answered work does not concern the next work, which may finish first.
    if !isWithin, !slot.account.isDue { return endOverdrawn(slot, at: now) }
    if !isWithin { workers[worker]?.isOverdrawn = true }
    // A worker may need much memory while it works.
    if slot.item == nil || slot.account.isDue, use.residentBytes > maximumBytes(of: slot, at: now) {
      workers[worker]?.isHeavy = true
    }
    replaceIfWorn(worker, at: now)
  }

  /// The memory limit of a worker, in bytes; it is lower after ``PoolLimits/restTime``, when a worker has released
  /// its caches.
  private func maximumBytes(of slot: WorkerSlot, at now: Duration) -> Int {
    let hasRested = slot.idleSince.map { now >= $0 + limits.restTime } ?? false
    return hasRested ? limits.maximumRestingBytes : limits.maximumResidentBytes
  }

  /// Ends a worker that exceeds its processor time, busy or idle.
  private mutating func endOverdrawn(_ slot: WorkerSlot, at now: Duration) {
    kill(slot.id, .processorTime)
    if let item = slot.item { lost(item, .renderTimeout, at: now) }
  }

  /// Kills an idle worker that exceeds its age, memory or processor time.
  mutating func replaceIfWorn(_ worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], slot.isIdle, !slot.isFresh else { return }
    if slot.isOverdrawn {
      kill(worker, .processorTime)
    } else if slot.isHeavy {
      kill(worker, .memory)
    } else if isWorn(slot, at: now) {
      kill(worker, .aged)
    }
  }

  private func isWorn(_ slot: WorkerSlot, at now: Duration) -> Bool {
    slot.served >= limits.maximumServed || now - slot.born >= limits.maximumAge
      || slot.answeredBytes >= limits.maximumAnsweredBytes
      || slot.account.used >= limits.maximumProcessorTime / 2
  }

  mutating func lookIfDue(_ worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], let due = nextLook(at: slot), now >= due else { return }
    workers[worker]?.looked = now
    actions.append(.weigh(worker))
  }

  /// The time of a worker's next measurement; nil for one that has had no document, or is starting or dying.
  func nextLook(at slot: WorkerSlot) -> Duration? {
    switch slot.state {
    case .starting, .dying: nil
    case .busy: slot.looked + limits.lookTime
    case .idle: slot.isFresh ? nil : slot.looked + limits.restTime
    }
  }

  mutating func kill(_ worker: WorkerID, _ reason: KillReason) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    workers[worker]?.state = .dying
    actions.append(.kill(worker, reason))
  }
}
