import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization

/// One worker process and its message socket.
///
/// A thread reads the socket and then waits for the process. So a dead worker is noticed within a millisecond and
/// leaves no zombie.
final class WorkerProcess: Sendable {
  /// The reports of its thread, in order; `ended` is the last.
  enum Report: Sendable {
    case hello(WorkerHello)
    case replied(WorkerResponse)
    case measured(WorkerUse)
    case misbehaved(String)
    case ended(WorkerEnd)
  }

  private let socket: MessageSocket
  private let child: ChildProcess
  /// Whether the process is reaped; its number may then belong to another process.
  private let isReaped = Mutex(false)
  /// The memory file of the running work's answer; nil when the answer has come.
  private let answerFile = Mutex<Descriptor?>(nil)

  var processID: CInt { child.id }

  /// Its memory and processor time; nil when the process is gone.
  var use: WorkerUse? { isReaped.withLock { $0 ? nil : measured } }

  /// Requires that the process is not reaped.
  ///
  /// A `/proc` that hides other processes gives no memory size; the processor time is available in any case.
  private var measured: WorkerUse? {
    guard let time = child.processorTime() else { return nil }
    return WorkerUse(residentBytes: child.residentBytes() ?? 0, processorTime: time)
  }

  /// Starts the program with the message socket on descriptor 3 and all standard streams on `/dev/null`.
  ///
  /// `processorTime` is the kernel's limit for the worker's whole life. It is set from outside, because a worker
  /// that was taken over could change its own. Such a limit can only be lowered without privileges, so it cannot
  /// limit one request; ``ProcessorAccount`` does.
  ///
  /// Blocks for about a millisecond. The worker ends itself when its socket closes, and so when this process ends.
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

  /// Starts the thread that reads the socket.
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

  /// Sends the worker its next work.
  ///
  /// An empty memory file for the answer goes with it. The worker cannot create such files, so the pool can count
  /// the memory that a worker may hold in them.
  ///
  /// Never blocks: the socket has room for one piece of work, unless the worker breaks the protocol.
  func send(_ message: WorkerRequest, _ contents: [any ReadableContent]) throws {
    let bytes = try JSONEncoder().encode(message)
    let file = try MemoryFile.create(name: "answer")
    answerFile.withLock { $0 = file }
    try socket.send([UInt8](bytes), descriptors: contents.map(\.descriptor) + [file.rawValue], waits: false)
  }

  func kill() {
    isReaped.withLock { isReaped in
      if !isReaped { child.kill() }
    }
  }

  /// Reads packets until the socket closes.
  private func converse(_ report: (Report) -> Void) throws(WorkerFault) {
    guard let first = try receive() else { return }
    report(.hello(try WorkerHello(checking: first.bytes)))
    while let packet = try receive() {
      guard packet.descriptors.isEmpty else {
        throw WorkerFault("it sent \(packet.descriptors.count) descriptors")
      }
      report(.replied(try WorkerResponse(checking: packet.bytes, in: takeAnswerFile())))
      if let measured { report(.measured(measured)) }
    }
  }

  private func takeAnswerFile() throws(WorkerFault) -> Descriptor {
    let taken = answerFile.withLock { file -> Descriptor? in
      defer { file = nil }
      return file
    }
    guard let taken else { throw WorkerFault("it answered without a request") }
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
    // `WNOWAIT` keeps the number reserved, so that `kill` never meets another process under it.
    var facts = siginfo_t()
    while waitid(P_PID, id_t(child.id), &facts, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return isReaped.withLock { isReaped in
      isReaped = true
      return WorkerEnd(code: (try? child.reap()) ?? -1)
    }
  }
}
