import Synchronization

/// What sends a stream's bytes; told when there is something to do.
protocol StreamSink: AnyObject, Sendable {
  /// There are bytes, or the end, after a read that found nothing.
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
/// A writer waits while more than ``capacity`` bytes are unsent. Writers may be several tasks.
///
/// A body whose length is told before it begins ends when it is whole: a server that drains waits for it as for a file,
/// and one that is broken off can be told from a whole one. One of unknown length ends where it is.
public final class ByteStream: Sendable {
  /// How many unsent bytes make a writer wait.
  public static let capacity = 256 * 1024

  private let state: Mutex<StreamState>
  private let producer: (@Sendable (ByteStream) async throws -> Void)?
  /// What may be sent between two writes without a meaning; empty when nothing may.
  private let filler: [UInt8]
  /// How many bytes all writes together will be; nil when nobody knows before.
  let length: UInt64?

  /// A stream that somebody writes to and finishes.
  public init() {
    state = Mutex(StreamState(capacity: Self.capacity))
    (producer, filler, length) = (nil, [], nil)
  }

  /// A stream that a closure writes to, in a task that starts when the body is wanted.
  ///
  /// - Parameter length: how many bytes it will write, neither more nor fewer; nil when that is not known.
  public init(
    length: UInt64? = nil, producer: @escaping @Sendable (ByteStream) async throws -> Void
  ) {
    state = Mutex(StreamState(capacity: Self.capacity))
    (self.producer, filler, self.length) = (producer, [], length)
  }

  /// As above, of a kind that has a way to say nothing, and of which `capacity` unsent bytes make a writer wait.
  init(filler: [UInt8], capacity: Int, producer: @escaping @Sendable (ByteStream) async throws -> Void) {
    state = Mutex(StreamState(capacity: capacity))
    (self.producer, self.filler, length) = (producer, filler, nil)
  }

  /// Whether writing still makes sense: false once the client left, the server stops or the stream ended.
  public var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// Sends bytes, waiting while the client is slow.
  ///
  /// - Throws: ``HTTPError/disconnected`` when nobody listens any more; `CancellationError`.
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

  /// Ends the body after what was written.
  ///
  /// Finishing twice does nothing.
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
  /// Starts the producer; called once, when the body is wanted.
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

  /// Takes what fits.
  ///
  /// When there is nothing, `park` runs under the lock, so that no wake-up is lost.
  func read(into buffer: UnsafeMutableRawBufferPointer, park: () -> Bool) -> StreamRead {
    let (result, waiters) = state.withLock { state in
      let result = state.read(into: buffer, park: park)
      return (result, state.hasRoom ? state.takeWaiters() : [])
    }
    waiters.forEach { $0.resume(returning: true) }
    return result
  }

  /// Finds out whether anybody still listens, if that can be done without saying something: the network tells.
  func ask() {
    guard !filler.isEmpty else { return }
    let sink = state.withLock { state in
      _ = state.append(filler)
      return state.takeSleeper()
    }
    sink?.wake()
  }

  /// The producer threw, or was stopped.
  ///
  /// An end that was reached or ordered before stays one.
  private func breakOff() {
    if state.withLock({ $0.phase == .open }) { close() }
  }

  /// Breaks the stream off: the client left, or the server stops.
  ///
  /// Cancels the producer.
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

  /// Ends the body in good order although the producer would go on: the server is draining.
  ///
  /// One of a known length would be cut off by that, and goes on.
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

/// What a read of a stream found.
enum StreamRead: Equatable {
  case bytes(Int)
  /// Nothing yet; the sink will be woken.
  case parked
  case end
  case broken
}
