import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

/// The conversation with the server: a greeting, then requests and replies until the server is gone.
///
///         hello                request              reply
///     ●────────────▶ waiting ────────────▶ working ────────────▶ waiting …
///                       │        15 s
///                       ├───────────▶ resting (kept pixels given back) ─ request ─▶ working
///                       │ end of conversation
///                       ▼
///                      gone
///
/// One request at a time. When the server goes away in the middle of one, a second thread ends the process.
final class WorkerLoop {
  private let socket: MessageSocket
  private let handler: RequestHandler

  /// A loop on `socket`.
  init(_ socket: MessageSocket, _ handler: RequestHandler) {
    self.socket = socket
    self.handler = handler
  }

  /// Says `hello`.
  ///
  /// Throws when the server is gone.
  func greet(_ hello: WorkerHello) throws {
    try socket.send([UInt8](JSONEncoder().encode(hello)))
  }

  /// Without a request for so long, memory is given back, in milliseconds.
  private static let patience: CInt = 15_000

  /// Whether a request is waiting already.
  var hasWaitingRequest: Bool { hasRequest(within: 0) }

  private func hasRequest(within milliseconds: CInt) -> Bool {
    var channel = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&channel, 1, milliseconds) > 0
  }

  /// Answers requests until the server is gone.
  func run() throws {
    endWithServer()
    while let message = try receive() {
      guard let request = try? JSONDecoder().decode(WorkerRequest.self, from: Data(message.bytes)) else {
        // Nothing of it can be answered, not even its number: the server speaks another language.
        throw SystemError(errno: EPROTO, call: "decode")
      }
      try reply(to: request, message.descriptors)
    }
  }

  /// The next request; memory is given back while it is long in coming.
  private func receive() throws -> (bytes: [UInt8], descriptors: [Descriptor])? {
    if !hasRequest(within: Self.patience) { handler.rest() }
    return try socket.receive(descriptors: MessageSocket.maximumDescriptors)
  }

  /// The last of `descriptors` is the empty memory file for the answer.
  private func reply(to request: WorkerRequest, _ descriptors: [Descriptor]) throws {
    let start = ProcessorTime.microseconds()
    let answer = handler.answer(request, Array(descriptors.dropLast()))
    try descriptors.last?.append(answer.bytes)
    let reply = WorkerReply(
      id: request.id, outcome: answer.outcome, length: answer.bytes.count,
      microseconds: ProcessorTime.microseconds() - start)
    try socket.send([UInt8](JSONEncoder().encode(reply)))
  }

  /// Ends the process when the other end of the channel is closed, whatever the process is doing.
  ///
  /// `PR_SET_PDEATHSIG` would fire when the *thread* that started the worker ends, and a server's threads come
  /// and go.
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
