import DocumentModel

enum PoolEvent: Sendable {
  case start
  /// A caller requests work.
  case arrived(WaiterID, WorkRequest)
  /// A caller no longer waits for its answer.
  case abandoned(WaiterID)
  /// A worker has said hello.
  case ready(WorkerID)
  /// A worker has said hello and lacks a mandatory protection.
  case unprotected(WorkerID, missing: [WorkerHello.Protection])
  /// No process could be started; requests are refused with that failure until one can.
  case startFailed(WorkerID, String, WorkerFailure = .cannotStart)
  case replied(WorkerID, WorkerResponse)
  /// A worker answered, but its content was written to after it was opened.
  case contentChanged(WorkerID)
  /// A worker's memory and processor time, after an answer or a measurement.
  case measured(WorkerID, WorkerUse)
  /// A worker broke the protocol.
  case misbehaved(WorkerID, String)
  /// A worker's process is gone and reaped.
  case ended(WorkerID, WorkerEnd)
  case tick
  /// The quarantine of a content was lifted.
  case released(ContentHash)
  /// A content was deleted.
  case forgotten(ContentHash)
  /// No more requests are accepted; running ones may finish until then.
  case drain(until: Duration)
}

/// How a worker's process ended.
struct WorkerEnd: Hashable, Sendable, CustomStringConvertible {
  /// The exit code, or 128 + the signal's number, as in a shell.
  let code: Int32

  /// Whether the kernel ended it for its processor time (`SIGXCPU`, `setrlimit(2)`).
  var wasOutOfTime: Bool { code == 128 + 24 }

  var description: String { code > 128 ? "signal \(code - 128)" : "exit code \(code)" }
}

/// An output of ``PoolState``, which the pool carries out.
enum PoolAction: Sendable {
  /// Start a process; ``PoolEvent/ready(_:)``, ``PoolEvent/startFailed(_:_:)`` or ``PoolEvent/ended(_:_:)`` follows.
  case spawn(WorkerID)
  case send(WorkerID, WorkItem)
  /// Measure a worker's memory and processor time; ``PoolEvent/measured(_:_:)`` follows.
  case weigh(WorkerID)
  /// End a worker's process; ``PoolEvent/ended(_:_:)`` follows.
  case kill(WorkerID, KillReason)
  /// Answer callers; each is answered exactly once.
  case answer([WaiterID], WorkOutcome)
  /// A piece of work ended; reported before its callers are answered.
  case finished(FinishedWork)
  case stopped
}

enum KillReason: String, Hashable, Sendable, CaseIterable {
  case timeout
  /// No caller waits for its work, and the work does not end.
  case abandoned
  case misbehaved
  /// It lacks a mandatory protection.
  case unprotected
  /// It did not say hello in time.
  case slowStart = "slow-start"
  /// It has reached its age, request or answer limit.
  case aged
  /// It exceeds its memory limit.
  case memory
  /// It exceeds its processor time.
  case processorTime = "processor-time"
  case stale
  /// Its work kept visible requests of other clients waiting.
  case preempted
  case stopping
}

/// A worker's use of the machine, as the kernel counts it.
struct WorkerUse: Hashable, Sendable {
  /// Resident memory, in bytes.
  let residentBytes: Int
  /// Processor time of all its threads since its start.
  let processorTime: Duration

  init(residentBytes: Int, processorTime: Duration = .zero) {
    self.residentBytes = residentBytes
    self.processorTime = processorTime
  }
}
