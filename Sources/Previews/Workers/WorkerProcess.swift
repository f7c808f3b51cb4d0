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
  private let process: OwnedProcess
  /// The memory file of the running work's answer; nil when the answer has come.
  private let answerFile = Mutex<Descriptor?>(nil)

  var processID: CInt { process.id }

  /// Its memory and processor time; nil when the process is gone.
  ///
  /// A `/proc` that hides other processes gives no memory size; the processor time is available in any case.
  var use: WorkerUse? {
    process.use { child in
      child.processorTime().map { WorkerUse(residentBytes: child.residentBytes() ?? 0, processorTime: $0) }
    }
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
    let child = try ChildProcess(
      spawning: program.path, arguments: program.arguments, environment: WorkerProgram.environment,
      descriptors: [nowhere, nowhere, nowhere, others.descriptor])
    do {
      try child.limitProcessorTime(seconds: Int(processorTime.components.seconds))
    } catch {
      child.kill()
      _ = try? child.reap()
      throw error
    }
    process = OwnedProcess(child)
  }

  /// Starts the thread that reads the socket.
  func listen(_ report: @escaping @Sendable (Report) -> Void) {
    PosixThread.start(name: "worker-\(process.id)") { [self] in
      do throws(WorkerFault) {
        try converse(report)
      } catch {
        report(.misbehaved(error.reason))
      }
      kill()
      report(.ended(WorkerEnd(code: process.waitForEnd())))
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

  func kill() { process.kill() }

  /// Reads packets until the socket closes.
  private func converse(_ report: (Report) -> Void) throws(WorkerFault) {
    guard let first = try receive() else { return }
    report(.hello(try WorkerHello(checking: first.bytes)))
    while let packet = try receive() {
      guard packet.descriptors.isEmpty else {
        throw WorkerFault("it sent \(packet.descriptors.count) descriptors")
      }
      report(.replied(try WorkerResponse(checking: packet.bytes, in: takeAnswerFile())))
      if let use { report(.measured(use)) }
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
}
