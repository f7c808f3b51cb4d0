public import DocumentModel
public import Logging

/// Hands every change on to all who listen, in order, without loss or repeats; and where that cannot be, it says so.
///
/// The index numbers events inside its transactions, and the hub reads them from there. So an event is never sent
/// before it is durable, and never out of order. Nothing is kept for a listener but where it is. The listener takes
/// what came next from the last events, which all listeners share. Older events come from the store, a page at a time
/// and one listener after another. So a slow listener, or one that comes back after long, costs no memory, and other
/// listeners no time. An event may be no longer kept, may be unreadable, or may have happened to another index. Then
/// a ``EventReset`` takes its place instead of a silent gap.
///
/// ```
///                         next, where all is told
///          ┌───────┐ ──────────────────────────────────▶ ┌─────────┐
///          │ reads │                                     │  waits  │
///          └───────┘ ◀────────────────────────────────── └─────────┘
///   the last events, or a page of the store        something happened
/// ```
public actor EventHub {
  private enum State {
    case idle
    case reading
  }

  private static let batch = 500
  private static let page = 50
  /// So often events are read before it is given up for now.
  private static let attempts = 3

  private let eventLog: any EventLog
  private let log: Logger
  private let backlog: Int
  private var state = State.idle
  /// Of which index the events are.
  public nonisolated let epoch: EventEpoch
  private(set) var last: Int64
  private var recent: [EventMessage] = []
  private var recentStart: Int64
  private var listeners: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextListener = 0
  /// One listener at a time reads what is not at hand any more: a writer waits for one page at most.
  private let replaying = KeyedLock<Int>()
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [@Sendable (EventMessage) -> Void] = []
  /// Events that cannot be read and were said to be so, as far as they are remembered.
  private var unreadable: Set<Int64> = []
  /// Whether events that could not be read will be read later.
  private var isComingBack = false
  private let pause: @Sendable () async -> Void

  /// A hub that knows of events up to the last one in `eventLog`, and keeps `backlog` of them at hand.
  ///
  /// `pause` waits before events that could not be read are tried again; to be replaced in tests alone.
  public init(
    eventLog: any EventLog, log: Logger, backlog: Int = 1024,
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
  ) async throws(DocumentError) {
    self.eventLog = eventLog
    self.backlog = backlog
    self.log = log
    self.pause = pause
    let start = try await eventLog.eventLogState()
    epoch = start.epoch
    last = start.last
    recentStart = start.last
  }

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
  /// Returns when all events up to now were handed on, so that the writer reads nothing older afterwards.
  public func notify() async {
    guard case .idle = state else {
      // The reading that goes on may have begun before the write; the next one has it.
      return await withCheckedContinuation { waiting.append($0) }
    }
    state = .reading
    await read()
  }

  var listenerCount: Int { listeners.count }

  /// All that happens after `id` (nil for only what is to come), for as long as it is read.
  ///
  /// A listener that cannot go on behind `id` without a gap hears of a reset first, and goes on from now.
  public func listen(after id: EventID?) async throws(DocumentError) -> EventFeed {
    guard let id else { return listen() }
    guard let obstacle = try await eventLog.eventLogState().obstacle(to: id) else {
      return EventFeed(self, after: id.sequence)
    }
    return EventFeed(self, after: last, first: .reset(EventReset(obstacle, id: lastID)))
  }

  /// All that happens from now on, for as long as it is read.
  public func listen() -> EventFeed { EventFeed(self, after: last) }

  /// Gives `body` every event from now on, once and in order, however slowly it takes them.
  ///
  /// Returns when the task is cancelled. `body` does not hear of events that cannot be told any more. `listening` is called
  /// when none is missed from then on.
  nonisolated func follow(listening: () -> Void = {}, _ body: (DocumentEvent) async -> Void) async {
    let feed = await listen()
    listening()
    for await message in feed {
      if case .event(let change) = message { await body(change) }
    }
  }

  /// The events that come next behind this number, waiting for them; none once the task is cancelled.
  func next(after sequence: Int64) async -> [EventMessage] {
    while !Task.isCancelled {
      // Ahead of the hub is who heard of an event elsewhere before it was read here; it does not hear of it again.
      if sequence >= last {
        await wait()
      } else if sequence >= recentStart {
        return Array(recent.drop { $0.sequence <= sequence }.prefix(Self.page))
      } else if let messages = await replay(after: sequence) {
        return messages
      } else {
        await pause()
      }
    }
    return []
  }

  private func wait() async {
    let number = nextListener
    nextListener += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Cancelled before, it would never be woken.
        guard !Task.isCancelled else { return continuation.resume() }
        listeners[number] = continuation
      }
    } onCancel: {
      Task { await wake(number) }
    }
  }

  private func wake(_ number: Int) {
    listeners.removeValue(forKey: number)?.resume()
  }

  /// A page of what happened earlier, up to what cannot be told: from there on everything is to be read anew.
  ///
  /// Nil when the store cannot be read now.
  private func replay(after sequence: Int64) async -> [EventMessage]? {
    let eventLog = eventLog
    let page = try? await replaying.withLock(0) { () async throws(DocumentError) in
      Task.isCancelled ? nil : try await eventLog.eventPage(after: sequence, limit: Self.page)
    }
    guard let page = page ?? nil else { return Task.isCancelled ? [] : nil }
    guard page.start <= sequence else { return [.reset(EventReset(.notKept, id: lastID))] }
    var messages: [EventMessage] = []
    // Watchers have heard of those up to the last one.
    for entry in page.entries where entry.sequence <= last {
      guard case .event(let event) = entry else {
        sayUnreadable(entry.sequence)
        return messages + [.reset(EventReset(.unreadable, id: lastID))]
      }
      messages.append(.event(event))
    }
    return messages.isEmpty ? [.reset(EventReset(.notKept, id: lastID))] : messages
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
        let page = try await eventLog.eventPage(after: last, limit: Self.batch)
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

  /// Comes back for events that could not be read: listeners and caches must not wait for the next change.
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

  /// Unreadable events are passed over, once and for all; listeners read everything anew instead.
  private func message(_ entry: EventPage.Entry) -> EventMessage {
    switch entry {
    case .event(let event): return .event(event)
    case .unreadable(let sequence):
      sayUnreadable(sequence)
      return .reset(EventReset(.unreadable, id: id(sequence)))
    }
  }

  private func sayUnreadable(_ sequence: Int64) {
    // A forgotten one may be logged twice; memory stays bounded.
    if unreadable.count > 1000 { unreadable.removeAll() }
    guard unreadable.insert(sequence).inserted else { return }
    log.error(
      "an event cannot be read and is passed over; clients read everything anew",
      metadata: ["event": "\(sequence)"])
  }

  private func hand(_ message: EventMessage) {
    last = message.sequence
    for watcher in watchers { watcher(message) }
    recent.append(message)
    if recent.count >= 2 * backlog {
      let old = recent.count - backlog
      recentStart = recent[old - 1].sequence
      recent.removeFirst(old)
    }
    let woken = listeners
    listeners = [:]
    for listener in woken.values { listener.resume() }
  }
}
