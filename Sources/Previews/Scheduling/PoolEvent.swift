import DocumentModel

/// What happens to a pool.
enum PoolEvent: Sendable {
  /// The pool shall start its workers.
  case start
  /// A caller asks for something.
  case arrived(WaiterID, WorkRequest)
  /// A caller no longer wants its answer.
  case abandoned(WaiterID)
  /// A worker has said hello.
  case ready(WorkerID)
  /// A worker has said hello and is not closed in as it must be.
  case unprotected(WorkerID, missing: [WorkerHello.Protection])
  /// No process could be started; whoever asks for something meanwhile is refused so.
  case startFailed(WorkerID, String, WorkerFailure = .cannotStart)
  /// A worker answered.
  case replied(WorkerID, WorkerAnswer)
  /// A worker answered, but the content that it was given has been written to since it was opened.
  case contentChanged(WorkerID)
  /// What a worker takes of the machine, after an answer or when it was to be weighed.
  case measured(WorkerID, WorkerUse)
  /// A worker sent what no honest one sends.
  case misbehaved(WorkerID, String)
  /// A worker's process is gone and reaped.
  case ended(WorkerID, WorkerEnd)
  /// Time has passed.
  case tick
  /// Somebody wants a document tried again.
  case released(ContentHash)
  /// A content is gone.
  case forgotten(ContentHash)
  /// No more requests; what runs may go on until then.
  case drain(until: Duration)
}

/// How a worker's process ended.
struct WorkerEnd: Hashable, Sendable, CustomStringConvertible {
  /// The exit code, or 128 + the signal's number, as a shell says it.
  let code: Int32

  /// The kernel ended it because its processor time was used up (`SIGXCPU`, `setrlimit(2)`).
  var wasOutOfTime: Bool { code == 128 + 24 }

  var description: String { code > 128 ? "signal \(code - 128)" : "exit code \(code)" }
}

/// What a pool wants done.
enum PoolAction: Sendable {
  /// Start a process; ``PoolEvent/ready(_:)``, ``PoolEvent/startFailed(_:_:)`` or ``PoolEvent/ended(_:_:)`` follows.
  case spawn(WorkerID)
  /// Give a worker its next work.
  case send(WorkerID, WorkItem)
  /// Tell what a worker takes of the machine; ``PoolEvent/measured(_:_:)`` follows.
  case weigh(WorkerID)
  /// End a worker's process; ``PoolEvent/ended(_:_:)`` follows.
  case kill(WorkerID, KillReason)
  /// Tell callers how it went; each is told exactly once.
  case answer([WaiterID], WorkOutcome)
  /// A piece of work is over; said before anybody is answered.
  case finished(FinishedWork)
  /// All processes are gone.
  case stopped
}

/// Why a worker is killed.
enum KillReason: String, Hashable, Sendable, CaseIterable {
  /// Its work took longer than allowed.
  case timeout
  /// Nobody wants its work any more and it does not end.
  case abandoned
  /// It broke the protocol.
  case misbehaved
  /// It lacks walls that no worker may lack.
  case unprotected
  /// It did not say hello in time.
  case slowStart = "slow-start"
  /// It has served long enough.
  case aged
  /// It has grown too large.
  case memory
  /// It computed more than it was granted.
  case processorTime = "processor-time"
  /// It may have opened a content under the hash of another one.
  case stale
  /// Its work keeps all others waiting.
  case preempted
  /// The pool stops.
  case stopping
}
