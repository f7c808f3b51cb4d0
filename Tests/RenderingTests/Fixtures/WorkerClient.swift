import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Rendering

/// A real `sheaf-render` process and the server's end of its channel.
final class WorkerClient {
  let socket: MessageSocket
  let hello: WorkerHello
  private let process: ChildProcess
  private var isReaped = false
  private var lastID: UInt64 = 0

  /// Starts a worker and waits for its hello.
  init() throws {
    (socket, process) = try Self.start()
    let message = try #require(try socket.receive())
    hello = try JSONDecoder().decode(WorkerHello.self, from: Data(message.bytes))
  }

  deinit {
    guard !isReaped else { return }
    process.kill()
    _ = try? process.reap()
  }

  /// The path of the program, which is built beside the tests.
  static let path: String = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/sheaf-render"
  }()

  /// The worker's end is closed here on return; otherwise its death would go unnoticed.
  private static func start() throws -> (MessageSocket, ChildProcess) {
    let (ours, theirs) = try MessageSocket.pair()
    let null = try Descriptor.open("/dev/null", flags: O_RDWR)
    let process = try ChildProcess(
      spawning: path, environment: ["SWIFT_BACKTRACE": "enable=no"],
      descriptors: [null, null, null, theirs.descriptor])
    return (ours, process)
  }

  /// Sends a request and waits for the answer and its bytes; nil when the worker died.
  func ask(
    _ task: WorkerRequest.Task, _ bytes: [UInt8], over further: [[UInt8]] = [], kind: RendererKind = .pdf,
    hash: ContentHash? = nil, password: String? = nil
  ) throws -> (reply: WorkerReply, bytes: [UInt8])? {
    lastID += 1
    let request = WorkerRequest(id: lastID, hash: hash, kind: kind, password: password, task: task)
    let contents = try [Contents.descriptor(bytes)] + further.map(Contents.descriptor)
    let file = try send(request, contents)
    guard let message = try socket.receive() else { return nil }
    #expect(message.descriptors.isEmpty)
    let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(message.bytes))
    let answer = try MemoryFile(sealing: file)
    #expect(answer.size == reply.length)
    return (reply, try file.read(answer.size))
  }

  private func send(_ request: WorkerRequest, _ contents: [Descriptor]) throws -> Descriptor {
    let file = try MemoryFile.create(name: "answer")
    try socket.send(
      [UInt8](JSONEncoder().encode(request)), descriptors: (contents + [file]).map(\.rawValue))
    return file
  }

  enum Ending {
    case answered(WorkerReply.Outcome)
    case died
    case overdue
  }

  /// Sends a request and waits at most `seconds`.
  func ask(
    _ task: WorkerRequest.Task, _ bytes: [UInt8], kind: RendererKind, hash: ContentHash? = nil,
    within seconds: CInt
  ) throws -> Ending {
    lastID += 1
    let request = WorkerRequest(id: lastID, hash: hash, kind: kind, task: task)
    _ = try send(request, [Contents.descriptor(bytes)])
    var channel = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&channel, 1, seconds * 1_000) > 0 else { return .overdue }
    guard let message = try socket.receive() else { return .died }
    return .answered(try JSONDecoder().decode(WorkerReply.self, from: Data(message.bytes)).outcome)
  }

  /// The kernel's data about the process (`/proc/PID/status`).
  var status: [String: String] {
    guard let status = try? Descriptor.open("/proc/\(process.id)/status", flags: O_RDONLY).read(4_096) else {
      return [:]
    }
    let pairs = String(decoding: status, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingPrefix { $0.isWhitespace } }
      return (String(parts[0]), String(parts.dropFirst().first ?? ""))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The peak resident memory of the process, in bytes.
  var peakBytes: Int? {
    status["VmHWM"].flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// Sends a request whose answer is JSON.
  func ask<Value: Decodable>(
    _ task: WorkerRequest.Task, _ bytes: [UInt8], kind: RendererKind = .pdf, as type: Value.Type
  ) throws -> Value {
    let answer = try #require(try ask(task, bytes, kind: kind))
    return try JSONDecoder().decode(type, from: Data(answer.bytes))
  }

  func kill() {
    process.kill()
  }

  /// Closes this end and waits until the process ends by itself; returns its exit code.
  func hangUp() throws -> CInt {
    socket.shutDown()
    isReaped = true
    return try process.reap()
  }
}
