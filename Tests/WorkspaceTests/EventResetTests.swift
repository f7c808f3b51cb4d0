import DocumentModel
import FoundationEssentials
import Logging
import Synchronization
import Testing

@testable import Workspace

@Suite("A listener that missed too much gets a reset, not a silent gap", .timeLimit(.minutes(1)))
struct EventResetTests {
  private func messages(_ count: Int, of listening: EventFeed) async -> [EventMessage] {
    var heard: [EventMessage] = []
    for await message in listening {
      heard.append(message)
      if heard.count == count { break }
    }
    return heard
  }

  /// The reset with which a feed begins; nil where it begins with an event.
  private func reset(of listening: EventFeed) async -> EventReset? {
    if case .reset(let reset)? = await messages(1, of: listening).first { reset } else { nil }
  }

  private func workspace(_ documents: Int = 0) async throws -> TestWorkspace {
    let test = try await TestWorkspace()
    for number in 0..<documents { _ = try await test.add(named: "\(number).txt") }
    return test
  }

  /// So many events of which the hub has not been told yet.
  private func happen(_ count: Int, to test: TestWorkspace) async throws {
    let document = try #require(try await test.workspace.documents(DocumentQuery()).documents.first)
    for _ in 0..<count {
      _ = try await test.index.move(document.id, to: document.location, at: document.modified)
    }
  }

  @Test("an id of another index begins with a reset, and goes on from now")
  func unknownEpoch() async throws {
    let test = try await workspace(3)
    let hub = test.workspace.events
    for id in [EventID(epoch: EventEpoch(), sequence: 1), EventID(epoch: nil, sequence: 2)] {
      let listening = try await hub.listen(after: id)
      let last = try await test.eventLog.lastEvent()
      let document = try await test.add(named: "later.txt")
      let heard = await messages(2, of: listening)
      #expect(
        heard.first == .reset(EventReset(.unknownEpoch, id: EventID(epoch: hub.epoch, sequence: last))))
      #expect(heard.last?.document == document.id)
    }
  }

  @Test("a client without a position hears everything from the first event on, whatever the epoch")
  func fromTheFirst() async throws {
    let test = try await workspace(3)
    let listening = try await test.workspace.events.listen(after: EventID(epoch: nil, sequence: 0))
    let heard = await messages(3, of: listening)
    #expect(heard.map(\.sequence) == [1, 2, 3] && heard.allSatisfy { $0.document != nil })
  }

  @Test("events that are no longer kept are a reset; those that are, are told")
  func notKept() async throws {
    let test = try await workspace(6)
    test.eventLog.forget(through: 3)
    // One that has none of them at hand.
    let hub = try await EventHub(eventLog: test.eventLog, log: test.log)
    let late = try await hub.listen(after: EventID(epoch: hub.epoch, sequence: 2))
    #expect(await reset(of: late) == EventReset(.notKept, id: EventID(epoch: hub.epoch, sequence: 6)))
    let early = try await hub.listen(after: EventID(epoch: hub.epoch, sequence: 3))
    #expect(await messages(3, of: early).map(\.sequence) == [4, 5, 6])
    let nothing = try await hub.listen(after: EventID(epoch: nil, sequence: 0))
    #expect(await reset(of: nothing)?.reason == .notKept)
  }

  @Test("events that were let go of before the hub read them are a reset for all, also for watchers")
  func outpaced() async throws {
    let test = try await workspace(1)
    let hub = test.workspace.events
    let watched = Mutex<[EventMessage]>([])
    await hub.watch { message in watched.withLock { $0.append(message) } }
    let listening = try await hub.listen(after: nil)
    try await happen(5, to: test)
    test.eventLog.forget(through: 4)
    await hub.notify()
    let heard = await messages(3, of: listening)
    #expect(heard.first == .reset(EventReset(.notKept, id: EventID(epoch: hub.epoch, sequence: 4))))
    #expect(heard.map(\.sequence) == [4, 5, 6])
    #expect(watched.withLock(\.self) == heard)
    // All of it is gone before it was read.
    try await happen(2, to: test)
    test.eventLog.forget(through: 8)
    await hub.notify()
    await hub.notify()
    #expect(watched.withLock { $0.dropFirst(3).map(\.sequence) } == [8])
  }

  @Test("an event that cannot be read is passed over: listeners hear of it, and of the next one")
  func poisonedLive() async throws {
    let test = try await workspace(1)
    let (hub, listening) = (test.workspace.events, try await test.workspace.events.listen(after: nil))
    try await happen(3, to: test)
    test.eventLog.poison(3)
    await hub.notify()
    let heard = await messages(3, of: listening)
    #expect(heard.map(\.sequence) == [2, 3, 4])
    #expect(heard[1] == .reset(EventReset(.unreadable, id: EventID(epoch: hub.epoch, sequence: 3))))
  }

  @Test("a client that comes back over an unreadable event begins anew, and one behind it already does not")
  func poisonedBefore() async throws {
    let test = try await workspace(6)
    test.eventLog.poison(3, 4)
    let hub = try await EventHub(eventLog: test.eventLog, log: test.log)
    let over = try await hub.listen(after: EventID(epoch: hub.epoch, sequence: 1))
    let heard = await messages(2, of: over)
    #expect(heard.first?.sequence == 2)
    #expect(heard.last == .reset(EventReset(.unreadable, id: EventID(epoch: hub.epoch, sequence: 6))))
    let behind = try await hub.listen(after: EventID(epoch: hub.epoch, sequence: 4))
    #expect(await messages(2, of: behind).map(\.sequence) == [5, 6])
  }

  @Test("is said once, however often it is met")
  func saidOnce() async throws {
    let test = try await workspace(4)
    let said = Mutex(0)
    let log = Logger(label: "test") { _ in CountingLog { said.withLock { $0 += 1 } } }
    test.eventLog.poison(2)
    let hub = try await EventHub(eventLog: test.eventLog, log: log)
    for _ in 0..<5 {
      _ = await messages(2, of: try await hub.listen(after: EventID(epoch: hub.epoch, sequence: 0)))
    }
    #expect(said.withLock(\.self) == 1)
  }

  @Test("a gap behind what was told already is a reset there")
  func gapLater() async throws {
    let test = try await workspace(1)
    try await happen(600, to: test)
    let hub = try await EventHub(eventLog: test.eventLog, log: test.log)
    test.eventLog.poison(550)
    let listening = try await hub.listen(after: EventID(epoch: hub.epoch, sequence: 0))
    let heard = await messages(550, of: listening)
    #expect(heard.prefix(549).map(\.sequence) == Array(1...549))
    #expect(heard.last == .reset(EventReset(.unreadable, id: EventID(epoch: hub.epoch, sequence: 601))))
  }

  @Test("a follower goes on behind what it could not hear")
  func following() async throws {
    let test = try await workspace(1)
    let hub = test.workspace.events
    let (ready, done) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let heard = Mutex<[Int64]>([])
    let following = Task {
      await hub.follow(listening: { ready.continuation.finish() }) { event in
        heard.withLock { $0.append(event.sequence) }
        if event.sequence == 4 { done.continuation.finish() }
      }
    }
    for await _ in ready.stream {}
    try await happen(3, to: test)
    test.eventLog.poison(3)
    await hub.notify()
    for await _ in done.stream {}
    #expect(heard.withLock(\.self) == [2, 4])
    following.cancel()
    await following.value
  }
}

extension EventMessage {
  /// The document that it tells of.
  fileprivate var document: DocumentID? {
    if case .event(let event) = self { event.document.id } else { nil }
  }
}

/// Counts what is said in earnest.
private struct CountingLog: LogHandler {
  let count: @Sendable () -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.error

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  init(_ count: @escaping @Sendable () -> Void) { self.count = count }

  func log(event: LogEvent) { count() }
}
