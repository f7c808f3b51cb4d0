import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization

/// One worker process and the conversation with it.
///
/// Its own thread waits for what it says and, in the end, for the process itself, so that a dead worker is
/// noticed by the end of the conversation within a millisecond and never stays behind as a zombie.
final class WorkerProcess: Sendable {
  /// What its thread reports, in order; `ended` is the last.
  enum Report: Sendable {
    case hello(WorkerHello)
    case replied(WorkerAnswer)
    case measured(residentBytes: Int)
    case misbehaved(String)
    case ended(WorkerEnd)
  }

  private let socket: MessageSocket
  private let child: ChildProcess
  /// Whether the process is reaped, after which its number may be another's.
  private let isReaped = Mutex(false)

  /// The process's number.
  var processID: CInt { child.id }

  /// Starts the program with the conversation on descriptor 3, and everything else from and to nowhere.
  ///
  /// Blocks for about a millisecond. The worker ends itself when this process, and with it the conversation, is
  /// gone.
  init(starting program: WorkerProgram) throws(SystemError) {
    let nowhere = try Descriptor.open("/dev/null", flags: O_RDWR)
    let (own, others) = try MessageSocket.pair()
    socket = own
    child = try ChildProcess(
      spawning: program.path, arguments: program.arguments, environment: WorkerProgram.environment,
      descriptors: [nowhere, nowhere, nowhere, others.descriptor])
  }

  /// Starts the thread that listens.
  func listen(_ report: @escaping @Sendable (Report) -> Void) {
    PosixThread.start(name: "worker-\(child.id)") { [self] in
      do throws(WorkerFault) {
        try converse(report)
      } catch {
        report(.misbehaved(error.reason))
      }
      kill()
      report(.ended(reap()))
    }
  }

  /// Gives the worker its next work.
  ///
  /// Never waits: with one piece of work at a time the socket has room, unless the worker does not play by
  /// the rules.
  func send(_ message: WorkerRequest, _ contents: [any ReadableContent]) throws {
    let bytes = try JSONEncoder().encode(message)
    try socket.send([UInt8](bytes), descriptors: contents.map(\.descriptor), waits: false)
  }

  /// Ends the process; nothing happens when it has ended.
  func kill() {
    isReaped.withLock { isReaped in
      if !isReaped { child.kill() }
    }
  }

  /// Reads until the other end is gone.
  private func converse(_ report: (Report) -> Void) throws(WorkerFault) {
    guard let first = try receive() else { return }
    report(.hello(try WorkerHello(checking: first.bytes)))
    while let packet = try receive() {
      report(.replied(try WorkerAnswer(checking: packet.bytes, packet.descriptors)))
      if let bytes = child.residentBytes() { report(.measured(residentBytes: bytes)) }
    }
  }

  private func receive() throws(WorkerFault) -> (bytes: [UInt8], descriptors: [Descriptor])? {
    do {
      return try socket.receive()
    } catch {
      throw WorkerFault("its message could not be read: \(error)")
    }
  }

  private func reap() -> WorkerEnd {
    // Waits without taking the number away, so that `kill` never meets another process under it.
    var facts = siginfo_t()
    while waitid(P_PID, id_t(child.id), &facts, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return isReaped.withLock { isReaped in
      isReaped = true
      return WorkerEnd(code: (try? child.reap()) ?? -1)
    }
  }
}
