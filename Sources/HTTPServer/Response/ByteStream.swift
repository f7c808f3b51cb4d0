import Synchronization

/// The consumer of a stream, which sends its bytes.
protocol StreamSink: AnyObject, Sendable {
  /// Called for bytes, or the end, after a read that found nothing.
  func wake()
}

/// A response body that is produced while it is sent, with back-pressure.
///
/// ```
///            write                    read: bytes
///          ┌───────┐                ┌────────────┐
///          ▼       │                ▼            │
///   ┌───────────────────┐  finish  ┌───────────────┐  drained   ┌────────┐
///   │       open        │────────▶ │   finished    │──────────▶ │ closed │
///   └───────────────────┘          └───────────────┘            └────────┘
///             │ client gone, server stops, producer threw             ▲
///             └───────────────────────────────────────────────────────┘
/// ```
///
/// A writer waits while more than ``capacity`` bytes are unsent. Several tasks may write.
///
/// A body of known length is complete or recognisably aborted, so a draining server waits for its end as for a
/// file's. A body of unknown length ends at any point.
public final class ByteStream: Sendable {
  /// The number of unsent bytes above which a writer waits.
  public static let capacity = 256 * 1024

  private let state: Mutex<StreamState>
  private let producer: (@Sendable (ByteStream) async throws -> Void)?
  /// Bytes without meaning that may be sent between two writes; empty when there are none.
  private let filler: [UInt8]
  /// Bytes of the whole body; nil when unknown.
  let length: UInt64?

  /// A stream whose owner writes to it and finishes it.
  public init() {
    state = Mutex(StreamState(capacity: Self.capacity))
    (producer, filler, length) = (nil, [], nil)
  }

  /// A stream written by a closure, in a task that starts when the body is needed.
  ///
  /// - Parameter length: the exact number of bytes that it will write; nil when unknown.
  public init(
    length: UInt64? = nil, producer: @escaping @Sendable (ByteStream) async throws -> Void
  ) {
    state = Mutex(StreamState(capacity: Self.capacity))
    (self.producer, filler, self.length) = (producer, [], length)
  }

  /// A stream with filler bytes and its own capacity.
  init(filler: [UInt8], capacity: Int, producer: @escaping @Sendable (ByteStream) async throws -> Void) {
    state = Mutex(StreamState(capacity: capacity))
    (self.producer, self.filler, length) = (producer, filler, nil)
  }

  /// Whether writing is possible; false after the client left, the server stopped or the stream ended.
  public var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// Sends bytes, waiting while the client is slow.
  ///
  /// - Throws: ``HTTPError/disconnected`` when the stream is closed; `CancellationError`.
  public func write(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    let (sink, outcome) = state.withLock { state in (state.takeSleeper(), state.append(bytes)) }
    sink?.wake()
    switch outcome {
    case .closed: throw HTTPError.disconnected
    case .room: return
    case .full: try await waitForRoom()
    }
  }

  /// Sends text as UTF-8; see ``write(_:)-([UInt8])``.
  public func write(_ text: String) async throws { try await write([UInt8](text.utf8)) }

  /// Ends the body after all written bytes; a second call has no effect.
  public func finish() {
    let sink = state.withLock { state in
      state.finish()
      return state.takeSleeper()
    }
    sink?.wake()
  }

  private func waitForRoom() async throws {
    let open = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let now = state.withLock { $0.wait(continuation, cancelled: Task.isCancelled) }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      state.withLock { $0.takeWaiters() }.forEach { $0.resume(returning: true) }
    }
    try Task.checkCancellation()
    guard open else { throw HTTPError.disconnected }
  }
}

extension ByteStream {
  /// Starts the producer; called once, when the body is needed.
  func start(sink: any StreamSink) {
    state.withLock { $0.sink = sink }
    guard let producer else { return }
    let task = Task.detached { [self] in
      do {
        try await producer(self)
        finish()
      } catch {
        breakOff()
      }
    }
    let closed = state.withLock { state in
      if state.phase != .closed { state.task = task }
      return state.phase == .closed
    }
    if closed { task.cancel() }
  }

  /// Moves bytes into `buffer`; without any, `park` runs under the lock, so that no wake-up is lost.
  func read(into buffer: UnsafeMutableRawBufferPointer, park: () -> Bool) -> StreamRead {
    let (result, waiters) = state.withLock { state in
      let result = state.read(into: buffer, park: park)
      return (result, state.hasRoom ? state.takeWaiters() : [])
    }
    waiters.forEach { $0.resume(returning: true) }
    return result
  }

  /// Sends filler bytes, if there are any, so that the network reports a client that is gone.
  func ask() {
    guard !filler.isEmpty else { return }
    let sink = state.withLock { state in
      _ = state.append(filler)
      return state.takeSleeper()
    }
    sink?.wake()
  }

  /// Aborts an open stream whose producer failed; a finished stream stays finished.
  private func breakOff() {
    if state.withLock({ $0.phase == .open }) { close() }
  }

  /// Aborts the stream and cancels the producer: the client left, or the server stops.
  func close() {
    let (task, sink, waiters) = state.withLock { state in
      state.phase = .closed
      defer { state.task = nil }
      return (state.task, state.takeSleeper(), state.takeWaiters())
    }
    task?.cancel()
    waiters.forEach { $0.resume(returning: false) }
    sink?.wake()
  }

  /// Ends the body in order while the producer would continue: the server is draining.
  ///
  /// A stream of known length continues.
  func end() {
    guard length == nil else { return }
    let (task, sink, waiters) = state.withLock { state in
      state.finish()
      defer { state.task = nil }
      return (state.task, state.takeSleeper(), state.takeWaiters())
    }
    task?.cancel()
    waiters.forEach { $0.resume(returning: false) }
    sink?.wake()
  }
}

enum StreamRead: Equatable {
  case bytes(Int)
  /// No bytes yet; the sink will be woken.
  case parked
  case end
  case broken
}
