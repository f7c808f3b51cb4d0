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
    case measured(WorkerUse)
    case misbehaved(String)
    case ended(WorkerEnd)
  }

  private let socket: MessageSocket
  private let child: ChildProcess
  /// Whether the process is reaped, after which its number may be another's.
  private let isReaped = Mutex(false)
  /// Where the answer to the work that it was given last is written; nil when that has come.
  private let answerFile = Mutex<Descriptor?>(nil)

  /// The process's number.
  var processID: CInt { child.id }

  /// What it takes of the machine; nil when it is gone.
  var use: WorkerUse? { isReaped.withLock { $0 ? nil : measured } }

  /// Only for who knows that the process is not reaped.
  ///
  /// A `/proc` that hides other processes says nothing of its memory; its processor time the kernel tells in any case.
  private var measured: WorkerUse? {
    guard let time = child.processorTime() else { return nil }
    return WorkerUse(residentBytes: child.residentBytes() ?? 0, processorTime: time)
  }

  /// Starts the program with the conversation on descriptor 3, and everything else from and to nowhere.
  ///
  /// `processorTime` is what the kernel lets it use in all its life, set here, from outside: a limit that a worker sets
  /// for itself is none when it was taken over. Without privileges such a limit can only be lowered, by this process as
  /// well, so it cannot be the limit of one request; that is held by the pool's clock (``ProcessorAccount``).
  ///
  /// Blocks for about a millisecond. The worker ends itself when this process, and with it the conversation, is
  /// gone.
  init(starting program: WorkerProgram, processorTime: Duration) throws(SystemError) {
    let nowhere = try Descriptor.open("/dev/null", flags: O_RDWR)
    let (own, others) = try MessageSocket.pair()
    socket = own
    child = try ChildProcess(
      spawning: program.path, arguments: program.arguments, environment: WorkerProgram.environment,
      descriptors: [nowhere, nowhere, nowhere, others.descriptor])
    do {
      try child.limitProcessorTime(seconds: Int(processorTime.components.seconds))
    } catch {
      child.kill()
      _ = try? child.reap()
      throw error
    }
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
  /// With it goes an empty memory file for the answer. The worker can make none itself, so what it may hold in such
  /// files is what it was given here: the answers that were taken, which the pool counts, and one more.
  ///
  /// Never waits: with one piece of work at a time the socket has room, unless the worker does not play by
  /// the rules.
  func send(_ message: WorkerRequest, _ contents: [any ReadableContent]) throws {
    let bytes = try JSONEncoder().encode(message)
    let file = try MemoryFile.create(name: "answer")
    answerFile.withLock { $0 = file }
    try socket.send([UInt8](bytes), descriptors: contents.map(\.descriptor) + [file.rawValue], waits: false)
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
      guard packet.descriptors.isEmpty else {
        throw WorkerFault("it sent \(packet.descriptors.count) descriptors")
      }
      report(.replied(try WorkerAnswer(checking: packet.bytes, in: takeAnswerFile())))
      if let measured { report(.measured(measured)) }
    }
  }

  private func takeAnswerFile() throws(WorkerFault) -> Descriptor {
    let taken = answerFile.withLock { file -> Descriptor? in
      defer { file = nil }
      return file
    }
    guard let taken else { throw WorkerFault("it answered what was not asked") }
    return taken
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
