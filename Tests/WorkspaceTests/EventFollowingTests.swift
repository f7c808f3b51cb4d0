import DocumentModel
import Synchronization
import Testing

@testable import Workspace

@Suite("A follower of the changes misses none", .timeLimit(.minutes(1)))
struct EventFollowingTests {
  private final class Ear: Sendable {
    private let heard = Mutex<[Int64]>([])
    let gate = AsyncStream<Void>.makeStream()

    var sequences: [Int64] { heard.withLock { $0 } }

    func hear(_ event: DocumentEvent) { heard.withLock { $0.append(event.sequence) } }
  }

  @Test("also when they come faster than they are taken, and in order")
  func outrun() async throws {
    let test = try await TestWorkspace()
    let hub = try await EventHub(eventLog: test.eventLog, log: test.log, backlog: 3)
    let (ear, ready, done) = (Ear(), AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let following = Task {
      await hub.follow(listening: { ready.continuation.finish() }) { event in
        // The first event is held until all other events have happened.
        if ear.sequences.isEmpty { for await _ in ear.gate.stream {} }
        ear.hear(event)
        if event.sequence == 20 { done.continuation.finish() }
      }
    }
    for await _ in ready.stream {}
    for number in 0..<20 {
      _ = try await test.add(named: "\(number).txt")
      await hub.notify()
    }
    ear.gate.continuation.finish()
    for await _ in done.stream {}
    #expect(ear.sequences == Array(1...20))
    following.cancel()
    await following.value
  }
}
