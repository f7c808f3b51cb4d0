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

  /// No document is given to a worker that could do with it what it likes.
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

  mutating func take(_ answer: WorkerAnswer, from worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    guard let id = slot.item, id == answer.id, let item = items[id], answer.fits(item.key.task) else {
      return misbehaved(worker, "it answered what was not asked", at: now)
    }
    workers[worker]?.served += 1
    workers[worker]?.state = .idle(since: now)
    workers[worker]?.looked = now
    workers[worker]?.account.end()
    workers[worker]?.answeredBytes += answer.content?.size ?? 0
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

  mutating func measure(_ worker: WorkerID, _ use: WorkerUse, at now: Duration) {
    guard let slot = workers[worker], slot.state != .dying else { return }
    let spare = limits.spareProcessorTime
    let isWithin = workers[worker]?.account.note(use.processorTime, sparing: spare) ?? true
    // Of what was answered the next work may know nothing: that is done first.
    if !isWithin, !slot.account.isDue { return endOverdrawn(slot, at: now) }
    if !isWithin { workers[worker]?.isOverdrawn = true }
    // Work may need much while it is done.
    if slot.item == nil || slot.account.isDue, use.residentBytes > maximumBytes(of: slot, at: now) {
      workers[worker]?.isHeavy = true
    }
    replaceIfWorn(worker, at: now)
  }

  /// What it may occupy: pixels and pictures that it kept are given back when it has had nothing to do for long, and
  /// what it holds beyond that it holds for nothing.
  private func maximumBytes(of slot: WorkerSlot, at now: Duration) -> Int {
    let hasRested = slot.idleSince.map { now >= $0 + limits.restTime } ?? false
    return hasRested ? limits.maximumRestingBytes : limits.maximumResidentBytes
  }

  /// Ends a worker that computes more than it may, at work or at rest.
  private mutating func endOverdrawn(_ slot: WorkerSlot, at now: Duration) {
    kill(slot.id, .processorTime)
    if let item = slot.item { lost(item, .renderTimeout, at: now) }
  }

  /// Kills an idle worker that has served long enough or grown too large.
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

  /// Has a worker weighed that nobody has looked at for long.
  mutating func lookIfDue(_ worker: WorkerID, at now: Duration) {
    guard let slot = workers[worker], let due = nextLook(at: slot), now >= due else { return }
    workers[worker]?.looked = now
    actions.append(.weigh(worker))
  }

  /// When a worker is to be looked at from outside; nil for one that got no document yet, or no longer counts.
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
