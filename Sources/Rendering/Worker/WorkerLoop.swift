import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

/// The worker's side of the protocol: a greeting, then requests and replies until the server is gone.
///
///         hello                request              reply
///     ●────────────▶ waiting ────────────▶ working ────────────▶ waiting …
///                       │        15 s
///                       ├───────────▶ resting (kept pixels given back) ─ request ─▶ working
///                       │ end of conversation
///                       ▼
///                      gone
///
/// One request at a time. A second thread ends the process when the server goes away during a request.
final class WorkerLoop {
  private let socket: MessageSocket
  private let handler: RequestHandler

  init(_ socket: MessageSocket, _ handler: RequestHandler) {
    self.socket = socket
    self.handler = handler
  }

  /// Sends `hello`; throws when the server is gone.
  func greet(_ hello: WorkerHello) throws {
    try socket.send([UInt8](JSONEncoder().encode(hello)))
  }

  /// Idle time after which memory is released, in milliseconds.
  private static let patience: CInt = 15_000

  var hasWaitingRequest: Bool { hasRequest(within: 0) }

  private func hasRequest(within milliseconds: CInt) -> Bool {
    var channel = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&channel, 1, milliseconds) > 0
  }

  func run() throws {
    endWithServer()
    while let message = try receive() {
      guard let request = try? JSONDecoder().decode(WorkerRequest.self, from: Data(message.bytes)) else {
        // Without a readable id no answer is possible: the server speaks another protocol.
        throw SystemError(errno: EPROTO, call: "decode")
      }
      try reply(to: request, message.descriptors)
    }
  }

  /// The next request; releases memory after a long wait.
  private func receive() throws -> (bytes: [UInt8], descriptors: [Descriptor])? {
    if !hasRequest(within: Self.patience) { handler.rest() }
    return try socket.receive(descriptors: MessageSocket.maximumDescriptors)
  }

  /// Answers a request; the last of `descriptors` is the empty memory file for the answer.
  private func reply(to request: WorkerRequest, _ descriptors: [Descriptor]) throws {
    let start = ProcessorTime.microseconds()
    let answer = handler.answer(request, Array(descriptors.dropLast()))
    try descriptors.last?.append(answer.bytes)
    let reply = WorkerReply(
      id: request.id, outcome: answer.outcome, length: answer.bytes.count,
      microseconds: ProcessorTime.microseconds() - start)
    try socket.send([UInt8](JSONEncoder().encode(reply)))
  }

  /// Ends the process when the server's end of the channel closes, even during work.
  ///
  /// `PR_SET_PDEATHSIG` would fire when the *thread* that started the worker ends, and a server's threads come and go.
  private func endWithServer() {
    let socket = socket
    PosixThread.start(name: "server-gone") {
      let hangUp: Int16 = 0x2000  // POLLRDHUP, hidden without _GNU_SOURCE
      var channel = pollfd(fd: socket.descriptor.rawValue, events: hangUp, revents: 0)
      while poll(&channel, 1, -1) < 1 {}
      _exit(0)
    }
  }
}

enum ProcessorTime {
  /// The processor time of all threads, in microseconds.
  ///
  /// `getrusage` is used because under `RLIMIT_CPU` the process clock moves with the kernel's ticks only.
  static func microseconds() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + $1.tv_sec * 1_000_000 + $1.tv_usec }
  }
}
