import DocumentModel
import FoundationEssentials
import Testing

@testable import Workspace

@Suite("Changes are heard in order, without loss or repeats")
struct EventHubTests {
  private func collect(_ count: Int, from listening: EventFeed) async -> [DocumentEvent] {
    var events: [DocumentEvent] = []
    for await message in listening {
      guard case .event(let event) = message else { continue }
      events.append(event)
      if events.count == count { break }
    }
    return events
  }

  private func listen(_ hub: EventHub, after sequence: Int64) async throws -> EventFeed {
    try await hub.listen(after: EventID(epoch: hub.epoch, sequence: sequence))
  }

  @Test("a listener hears what happens after it began to listen")
  func live() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add(named: "before.txt")
    let stream = try await test.workspace.events.listen(after: nil)
    let document = try await test.add(named: "after.txt")
    _ = try await test.workspace.documents.trash(document.id)
    let events = await collect(2, from: stream)
    #expect(events.map(\.kind) == [.created, .deleted])
    #expect(events.map(\.document.location.name.description) == ["after.txt", "after.txt"])
  }

  @Test("a listener that comes back hears all that it missed, once")
  func resumes() async throws {
    let test = try await TestWorkspace()
    for number in 0..<5 { _ = try await test.add(named: "\(number).txt") }
    let missed = await collect(3, from: try await listen(test.workspace.events, after: 2))
    #expect(missed.map(\.sequence) == [3, 4, 5])
  }

  @Test("events that cannot be read are read again, before the next change", arguments: [1, 20])
  func unreadable(_ failures: Int) async throws {
    let test = try await TestWorkspace()
    let document = try await test.add()
    // A hub of its own: it does not wait for real time.
    let hub = try await EventHub(eventLog: test.eventLog, log: test.log, pause: {})
    let stream = try await hub.listen(after: nil)
    _ = try await test.workspace.documents.trash(document.id)
    test.eventLog.fail(failures)
    await hub.notify()
    #expect(await collect(1, from: stream).map(\.kind) == [.deleted])
  }

  @Test("events of many simultaneous writers arrive once each and in order")
  func order() async throws {
    let test = try await TestWorkspace()
    let stream = try await test.workspace.events.listen(after: nil)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<60 { group.addTask { _ = try? await test.add(named: "\(number).txt") } }
    }
    let sequences = await collect(60, from: stream).map(\.sequence)
    #expect(sequences == sequences.sorted())
    #expect(Set(sequences).count == 60)
  }

  @Test("a client that comes back during writes hears every event once and in order")
  func catchingUp() async throws {
    let test = try await TestWorkspace()
    for number in 0..<20 { _ = try await test.add(named: "\(number).txt") }
    let heard: [[Int64]] = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for number in 20..<40 {
        group.addTask {
          _ = try await test.add(named: "\(number).txt")
          return []
        }
      }
      for start in 0..<20 {
        group.addTask {
          let stream = try await listen(test.workspace.events, after: Int64(start))
          return await collect(40 - start, from: stream).map(\.sequence)
        }
      }
      return try await group.reduce(into: [[Int64]]()) { if !$1.isEmpty { $0.append($1) } }
    }
    #expect(heard.count == 20)
    for sequences in heard { #expect(sequences == Array((sequences.first ?? 0)...40)) }
  }

  @Test("a client that hangs up while it catches up is forgotten, and the rest miss nothing")
  func hangingUp() async throws {
    let test = try await TestWorkspace()
    for number in 0..<20 { _ = try await test.add(named: "\(number).txt") }
    let hub = test.workspace.events
    let steady = try await hub.listen(after: nil)
    await withTaskGroup(of: Void.self) { group in
      for number in 20..<40 { group.addTask { _ = try? await test.add(named: "\(number).txt") } }
      for start in 0..<100 {
        group.addTask {
          let fickle = Task {
            let listening = try await listen(hub, after: Int64(start % 20))
            for await _ in listening { if start % 3 == 0 { break } }
          }
          if start % 2 == 0 { await Task.yield() }
          fickle.cancel()
          _ = try? await fickle.value
        }
      }
    }
    #expect(await collect(20, from: steady).map(\.sequence) == Array(21...40))
    let end = ContinuousClock.now + .seconds(60)
    while await hub.listenerCount > 0, ContinuousClock.now < end { await Task.yield() }
    #expect(await hub.listenerCount == 0)
  }

  @Test("a waiting client that is cancelled hears no more, and is forgotten")
  func cancelled() async throws {
    let test = try await TestWorkspace()
    let hub = test.workspace.events
    let waiting = Task { await collect(1, from: await hub.listen()) }
    while await hub.listenerCount == 0 { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value.isEmpty)
    #expect(await hub.listenerCount == 0)
  }

  @Test("a client that takes nothing costs nothing: old events are read a page at a time when taken")
  func paced() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add()
    for _ in 0..<300 {
      _ = try await test.index.move(document.id, to: document.location, at: document.modified)
    }
    let hub = try await EventHub(eventLog: test.eventLog, log: test.log, backlog: 10)
    let before = test.eventLog.pages
    let feeds = try await [listen(hub, after: 0), listen(hub, after: 0), listen(hub, after: 0)]
    #expect(test.eventLog.pages == before)
    var taking = feeds[0].makeAsyncIterator()
    for number in 1...60 { #expect(await taking.next()?.sequence == Int64(number)) }
    #expect(test.eventLog.pages == before + 2)
  }

  @Test("a client that knows an event before the hub has read it does not hear of it again")
  func ahead() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add(named: "a.txt")
    // Written past the hub, as by a writer that has not told the hub yet.
    _ = try await test.workspace.trashIndex.trash(first.id, at: Date())
    let stream = try await listen(test.workspace.events, after: 2)
    let hub = test.workspace.events
    var lost = try await listen(hub, after: 1000).makeAsyncIterator()
    #expect(await lost.next() == .reset(EventReset(.ahead, id: EventID(epoch: hub.epoch, sequence: 1))))
    _ = try await test.add(named: "b.txt")
    #expect(await collect(1, from: stream).map(\.sequence) == [3])
    #expect(await lost.next()?.sequence == 2)
    #expect(await lost.next()?.sequence == 3)
  }
}
