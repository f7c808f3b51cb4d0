import DocumentModel
import Testing

@testable import Previews

/// The delay that one client's requests may cause another.
@Suite struct PoolFairnessTests {
  // MARK: - Shared work

  @Test func `work that another asked for does not wait behind all that the other asked for before`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    for page in 1...100 { pool.ask("a", page: page, client: "greedy") }
    pool.ask("a", page: 100, client: "modest")
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1).last == "send 1 a.100")
    #expect(pool.reply(1) == ["answer 101,102 ok", "send 1 a.2"])
  }

  @Test
  func `shared work is done once, at the turn that comes first, and takes no second place in the queue`() {
    let pool = PoolDriver(workers: 1) { $0.queueLength = 3 }
    pool.ask("x")
    pool.ask("a", page: 1, client: "one")
    for client in ["two", "three", "four"] { pool.ask("a", page: 1, client: client) }
    #expect(pool.state.queue.count == 1)
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1) == ["answer 2,3,4,5 ok"])
    #expect(pool.state.queue.count == 0)
  }

  @Test func `work that becomes more urgent waits in the line of the client that needs it`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    for page in 1...3 { pool.ask("a", page: page, client: "greedy") }
    pool.ask("b", .bulk, client: "greedy")
    pool.ask("b", .visible, client: "modest")
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1).last == "send 1 b.1")
  }

  @Test func `a less urgent request for work that is urgent to another client changes nothing`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    for page in 1...3 { pool.ask("a", page: page, client: "greedy") }
    pool.ask("a", page: 3, .near, client: "modest")
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1).last == "send 1 a.2")
    #expect(pool.reply(1).last == "send 1 a.3")
  }

  // MARK: - A full queue

  @Test func `one client that fills the queue gives a place to another`() {
    let pool = PoolDriver(workers: 1) { $0.queueLength = 4 }
    pool.ask("x")
    for page in 1...4 { pool.ask("a", page: page, client: "greedy") }
    #expect(pool.ask("b", client: "modest") == ["answer 5 busy"], "its latest")
    #expect(pool.ask("a", page: 9, client: "greedy") == ["answer 7 busy"], "it gets none back")
    #expect(pool.ask("b", page: 2, client: "modest") == ["answer 4 busy"])
    #expect(pool.ask("b", page: 3, client: "modest") == ["answer 9 busy"], "both have as much now")
  }

  @Test func `work that only one client waits for goes before work that several wait for`() {
    let pool = PoolDriver(workers: 1) { $0.queueLength = 3 }
    pool.ask("x")
    for page in 1...3 { pool.ask("a", page: page, client: "greedy") }
    pool.ask("a", page: 3, client: "friend")
    #expect(pool.ask("b", client: "modest") == ["answer 3 busy"])
  }

  @Test func `near work takes the place of visible work only of a client that fills half of the queue`() {
    let pool = PoolDriver(workers: 1) { $0.queueLength = 4 }
    pool.ask("x")
    for page in 1...2 { pool.ask("a", page: page, client: "one") }
    for page in 1...2 { pool.ask("b", page: page, client: "two") }
    #expect(pool.ask("c", .near, client: "three") == ["answer 6 busy"])

    let flooded = PoolDriver(workers: 1) { $0.queueLength = 4 }
    flooded.ask("x")
    for page in 1...4 { flooded.ask("a", page: page, client: "one") }
    #expect(flooded.ask("c", .bulk, client: "three") == ["answer 6 busy"], "no client waits for bulk work")
    #expect(flooded.ask("c", .near, client: "three") == ["answer 5 busy"])
  }

  // MARK: - Preemption

  @Test(arguments: [1, 2])
  func `one's own near pages do not hold all workers when one looks at another page`(workers: Int) {
    let pool = PoolDriver(workers: workers)
    for page in 1...workers { pool.ask("a", page: page, .near, client: "one") }
    #expect(pool.ask("a", page: 9, .visible, client: "one") == [])
    #expect(pool.wait(.milliseconds(999)) == [])
    #expect(pool.wait(.milliseconds(1)) == ["kill \(workers) preempted"])
    #expect(pool.die(workers, code: 137) == ["spawn \(workers + 1)"])
    #expect(pool.ready(workers + 1) == ["send \(workers + 1) a.9"])
    #expect(
      pool.reply(workers + 1) == ["answer \(workers + 1) ok", "send \(workers + 1) a.\(workers)"],
      "the work that made way goes on afterwards")
  }

  @Test func `a document does not hold all workers when the same client looks at another one`() {
    let pool = PoolDriver(workers: 2)
    for page in 1...3 { pool.ask("slow", page: page, client: "one") }
    #expect(pool.wait(.seconds(2)) == [], "its own pages may")
    #expect(pool.ask("b", client: "one") == ["kill 2 preempted"])
    #expect(pool.die(2, code: 137) == ["spawn 3"])
    #expect(pool.ready(3) == ["send 3 b.1"], "before what waits longer for the slow one")
    #expect(pool.reply(3) == ["answer 4 ok", "send 3 slow.3"])
  }

  @Test func `bulk work makes way on the only worker, and before near work`() {
    let single = PoolDriver(workers: 1)
    single.ask("a", .bulk)
    single.ask("b", .visible)
    #expect(single.wait(.seconds(1)) == ["kill 1 preempted"])

    let pool = PoolDriver(workers: 2)
    pool.ask("a", .bulk, client: "one")
    pool.ask("b", .near, client: "two")
    pool.ask("c", .visible, client: "two")
    #expect(pool.wait(.seconds(1)) == ["kill 1 preempted"])
  }

  @Test func `work that made way often enough is refused, so that all work ends and no look waits for it`() {
    let pool = PoolDriver(workers: 1) { $0.preemptions = 2 }
    pool.ask("a", .near)
    for worker in 1...2 {
      pool.ask("look", page: worker)
      #expect(pool.wait(.seconds(1)) == ["kill \(worker) preempted"])
      pool.die(worker, code: 137)
      pool.ready(worker + 1)
      #expect(pool.reply(worker + 1).last == "send \(worker + 1) a.1")
    }
    pool.ask("look", page: 3)
    #expect(pool.wait(.seconds(1)) == ["kill 3 preempted", "answer 1 busy"])
    pool.die(3, code: 137)
    #expect(pool.ready(4) == ["send 4 look.3"])
    #expect(pool.ask("a", .near).isEmpty, "and may be asked for again")
    #expect(pool.reply(4) == ["answer 4 ok", "send 4 a.1"])
  }

  @Test func `a client with a look under way does not take a worker from work near it`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", page: 1, .visible, client: "one")
    pool.ask("a", page: 2, .near, client: "one")
    pool.ask("a", page: 3, .visible, client: "one")
    #expect(pool.wait(.seconds(5)) == [])
  }

  // MARK: - Forgotten contents

  @Test func `a result of a forgotten content reaches its clients, and is marked as not to be kept`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    #expect(pool.send(.forgotten(sampleHash("a"))) == [])
    #expect(pool.reply(1) == ["answer 1 ok"])
    #expect(isCurrent(pool) == false)
  }

  @Test func `a content that came back is asked for anew, and kept`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.send(.forgotten(sampleHash("a")))
    pool.ask("a")
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 a.1"])
    #expect(pool.reply(1) == ["answer 2 ok"])
    #expect(isCurrent(pool) == true)
  }

  /// Whether the work that ended last was current.
  private func isCurrent(_ pool: PoolDriver) -> Bool? {
    pool.actions.reversed().lazy.compactMap { action in
      if case .finished(let work) = action { work.isCurrent } else { nil }
    }.first
  }
}
