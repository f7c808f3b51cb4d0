public import DocumentModel
public import Logging

/// Hands every change on to all who listen, in order, without loss or repeats.
///
/// The metadata store numbers events inside its transactions; the hub reads them from there, so an event is never
/// sent before it is durable, and never out of order. A listener that falls too far behind is let go; it comes back
/// with the last number it saw.
public actor EventHub {
  private enum State {
    case idle
    case reading
  }

  private struct Listener {
    let continuation: AsyncStream<DocumentEvent>.Continuation
    /// The last event given to this listener.
    var last: Int64
  }

  /// Events kept for a listener that is slow.
  private static let maximumBacklog = 1024
  private static let batch = 500

  private let metadata: any MetadataStore
  private let log: Logger
  private var listeners: [Int: Listener] = [:]
  private var nextListener = 0
  private var state = State.idle
  /// The last event that was read.
  private var last: Int64
  /// Those who wrote while the store was read.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [@Sendable (DocumentEvent) -> Void] = []

  /// A hub that knows of events up to the last one in `metadata`.
  public init(metadata: any MetadataStore, log: Logger) async throws(DocumentError) {
    self.metadata = metadata
    self.log = log
    last = try await metadata.lastEvent()
  }

  /// Calls `body` for every later event before any listener hears of it.
  ///
  /// For caches that must forget; `body` must not block.
  public func watch(_ body: @escaping @Sendable (DocumentEvent) -> Void) {
    watchers.append(body)
  }

  /// Tells the hub that something was written.
  ///
  /// Returns when all events up to now were handed on, so that whoever wrote reads nothing older afterwards.
  public func notify() async {
    guard case .idle = state else {
      // The reading that goes on may have begun before the write; the next one has it.
      return await withCheckedContinuation { waiting.append($0) }
    }
    state = .reading
    await read()
  }

  /// How many listen now.
  var listenerCount: Int { listeners.count }

  /// All events after `sequence` (nil for only those to come), for as long as the stream is read.
  ///
  /// A `sequence` that was never given out is taken for nil: it is of an index that is gone.
  ///
  /// A listener that hangs up is forgotten once, wherever it is: the stream is handed out only after the listener was
  /// registered, so its end cannot come before; what is never handed out is never registered.
  public func listen(after sequence: Int64?) async throws(DocumentError) -> AsyncStream<DocumentEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DocumentEvent.self, bufferingPolicy: .bufferingOldest(Self.maximumBacklog))
    let number = nextListener
    nextListener += 1
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    guard let sequence, sequence < last else {
      // Ahead of the hub is who heard of an event elsewhere before it was read here; it must not hear of it again.
      let ahead = if let sequence, sequence > last { try await metadata.lastEvent() } else { last }
      let heard = sequence.map { $0 <= ahead ? $0 : last } ?? last
      // The hub may have read on during the await.
      guard heard >= last else { return try await catchUp(number, continuation, from: heard, then: stream) }
      listeners[number] = Listener(continuation: continuation, last: heard)
      return stream
    }
    return try await catchUp(number, continuation, from: sequence, then: stream)
  }

  /// Gives the missed events first.
  ///
  /// Live events wait in the stream's order because the listener is registered only once nothing is missing;
  /// `last` is read again after every await.
  private func catchUp(
    _ number: Int, _ continuation: AsyncStream<DocumentEvent>.Continuation, from sequence: Int64,
    then stream: AsyncStream<DocumentEvent>
  ) async throws(DocumentError) -> AsyncStream<DocumentEvent> {
    var reached = sequence
    while reached < last {
      let missed = try await metadata.events(after: reached, limit: Self.batch)
      guard let end = missed.last?.sequence else { break }
      for event in missed {
        guard case .enqueued = continuation.yield(event) else {
          // Too much at once for the buffer: the listener takes what it got and comes back for more.
          continuation.finish()
          return stream
        }
      }
      reached = end
    }
    listeners[number] = Listener(continuation: continuation, last: max(reached, last))
    return stream
  }

  private func read() async {
    var served: [CheckedContinuation<Void, Never>] = []
    repeat {
      served = waiting
      waiting = []
      await readToEnd()
      for writer in served { writer.resume() }
      // More may have come to wait while the store was read.
    } while !waiting.isEmpty
    state = .idle
  }

  private func readToEnd() async {
    while true {
      do {
        let found = try await metadata.events(after: last, limit: Self.batch)
        for event in found { hand(event) }
        if found.count < Self.batch { return }
      } catch {
        return log.error("events cannot be read", metadata: ["error": "\(error)"])
      }
    }
  }

  private func hand(_ event: DocumentEvent) {
    last = event.sequence
    for watcher in watchers { watcher(event) }
    for (number, listener) in listeners where event.sequence > listener.last {
      if case .enqueued = listener.continuation.yield(event) {
        listeners[number]?.last = event.sequence
      } else {
        listener.continuation.finish()
        listeners[number] = nil
      }
    }
  }

  private func forget(_ number: Int) {
    listeners[number] = nil
  }
}
