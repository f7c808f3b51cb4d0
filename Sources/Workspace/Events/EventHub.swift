public import DocumentModel
public import Logging

/// Hands every change on to all who listen, in order, without loss or repeats; and where that cannot be, it says so.
///
/// The metadata store numbers events inside its transactions; the hub reads them from there, so an event is never
/// sent before it is durable, and never out of order. A listener that falls too far behind is let go; it comes back
/// with the last id it saw. What it missed and cannot be told, because it is no longer kept, cannot be read, or happened
/// to another index, is a ``EventReset`` in place of a silent gap.
public actor EventHub {
  private enum State {
    case idle
    case reading
  }

  private struct Listener {
    let continuation: AsyncStream<EventMessage>.Continuation
    /// The last event given to this listener.
    var last: Int64
  }

  private static let batch = 500
  /// So often events are read before it is given up for now.
  private static let attempts = 3

  private let metadata: any MetadataStore
  private let log: Logger
  /// Events kept for a listener that is slow.
  private let backlog: Int
  private var listeners: [Int: Listener] = [:]
  private var nextListener = 0
  private var state = State.idle
  /// Of which index the events are.
  public nonisolated let epoch: EventEpoch
  /// The number of the last event that was read.
  private(set) var last: Int64
  /// Those who wrote while the store was read.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [@Sendable (EventMessage) -> Void] = []
  /// Events that cannot be read and were said to be so, as far as they are remembered.
  private var unreadable: Set<Int64> = []
  /// Whether events that could not be read will be read later.
  private var isComingBack = false
  private let pause: @Sendable () async -> Void

  /// A hub that knows of events up to the last one in `metadata`, and keeps `backlog` of them for who is slow.
  ///
  /// `pause` waits before events that could not be read are tried again; to be replaced in tests alone.
  public init(
    metadata: any MetadataStore, log: Logger, backlog: Int = 1024,
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
  ) async throws(DocumentError) {
    self.metadata = metadata
    self.backlog = backlog
    self.log = log
    self.pause = pause
    let start = try await metadata.eventLog()
    epoch = start.epoch
    last = start.last
  }

  /// The last event that was read, as who listens names it.
  var lastID: EventID { id(last) }

  private func id(_ sequence: Int64) -> EventID { EventID(epoch: epoch, sequence: sequence) }

  /// Calls `body` for every later message before any listener hears of it.
  ///
  /// For caches that must forget; `body` must not block.
  public func watch(_ body: @escaping @Sendable (EventMessage) -> Void) {
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

  /// All that happens after `id` (nil for only what is to come), for as long as the stream is read.
  ///
  /// Who cannot go on behind `id` without a gap gets a reset, and goes on from now.
  ///
  /// A listener that hangs up is forgotten once, wherever it is: the stream is handed out only after the listener was
  /// registered, so its end cannot come before; what is never handed out is never registered.
  public func listen(after id: EventID?) async throws(DocumentError) -> EventListening {
    let (stream, continuation) = AsyncStream.makeStream(
      of: EventMessage.self, bufferingPolicy: .bufferingOldest(backlog))
    let number = nextListener
    nextListener += 1
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    var obstacle: EventReset.Reason?
    if let id {
      obstacle = try await metadata.eventLog().obstacle(to: id)
      if obstacle == nil { obstacle = try await catchUp(number, continuation, from: id.sequence) }
      if obstacle == nil { return EventListening(reset: nil, messages: stream) }
    }
    // From here on nothing waits: whoever begins now misses nothing that comes.
    listeners[number] = Listener(continuation: continuation, last: last)
    return EventListening(reset: obstacle.map { EventReset($0, id: lastID) }, messages: stream)
  }

  /// Gives the missed events first, and registers the listener; or does neither, and says why that cannot be.
  ///
  /// Live events wait in the stream's order because the listener is registered only once nothing is missing;
  /// `last` is read again after every await. Ahead of the hub is who heard of an event elsewhere before it was read here;
  /// it does not hear of it again.
  private func catchUp(
    _ number: Int, _ continuation: AsyncStream<EventMessage>.Continuation, from sequence: Int64
  ) async throws(DocumentError) -> EventReset.Reason? {
    var reached = sequence
    while reached < last {
      let page = try await metadata.eventPage(after: reached, limit: Self.batch)
      guard page.isWhole(after: reached) else {
        guard reached > sequence else { return page.start > reached ? .notKept : saidUnreadable(in: page) }
        // After what it got already no reset may come that is told before: the listener comes back for that.
        continuation.finish()
        return nil
      }
      guard let end = page.entries.last?.sequence else { break }
      for event in page.events {
        guard case .enqueued = continuation.yield(.event(event)) else {
          // Too much at once for the buffer: the listener takes what it got and comes back for more.
          continuation.finish()
          return nil
        }
      }
      reached = end
    }
    listeners[number] = Listener(continuation: continuation, last: max(reached, last))
    return nil
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
    var failures = 0
    while true {
      do {
        let page = try await metadata.eventPage(after: last, limit: Self.batch)
        // So much was written in one step that its beginning is not kept.
        if page.start > last { hand(.reset(EventReset(.notKept, id: id(page.start)))) }
        for entry in page.entries { hand(message(entry)) }
        if page.entries.count < Self.batch { return }
      } catch {
        failures += 1
        guard failures < Self.attempts else {
          log.error("events cannot be read", metadata: ["error": "\(error)"])
          return readLater()
        }
      }
    }
  }

  /// Comes back for what could not be read: who listens, and who keeps answers, must not wait for the next change.
  private func readLater() {
    guard !isComingBack else { return }
    isComingBack = true
    Task { [pause] in
      await pause()
      await readAgain()
    }
  }

  private func readAgain() async {
    isComingBack = false
    await notify()
  }

  /// What cannot be read is passed over, once and for all; who listens reads everything anew instead.
  private func message(_ entry: EventPage.Entry) -> EventMessage {
    switch entry {
    case .event(let event): return .event(event)
    case .unreadable(let sequence):
      sayUnreadable(sequence)
      return .reset(EventReset(.unreadable, id: id(sequence)))
    }
  }

  private func saidUnreadable(in page: EventPage) -> EventReset.Reason {
    for case .unreadable(let sequence) in page.entries { sayUnreadable(sequence) }
    return .unreadable
  }

  private func sayUnreadable(_ sequence: Int64) {
    // What is forgotten may be said twice; memory stays bounded.
    if unreadable.count > 1000 { unreadable.removeAll() }
    guard unreadable.insert(sequence).inserted else { return }
    log.error(
      "an event cannot be read and is passed over; clients read everything anew",
      metadata: ["event": "\(sequence)"])
  }

  private func hand(_ message: EventMessage) {
    last = message.sequence
    for watcher in watchers { watcher(message) }
    for (number, listener) in listeners where message.sequence > listener.last {
      if case .enqueued = listener.continuation.yield(message) {
        listeners[number]?.last = message.sequence
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
