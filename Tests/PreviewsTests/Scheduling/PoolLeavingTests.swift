import DocumentModel
import Testing

@testable import Previews

/// The fate of shared work when some of its waiters leave.
@Suite struct PoolLeavingTests {
  @Test func `work that was looked at and is left to a job makes way for a look`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .bulk, client: "job")
    pool.leave(1)
    #expect(pool.ask("b", .visible, client: "two") == [])
    #expect(pool.wait(.seconds(1)) == ["kill 1 preempted"])
    #expect(pool.die(1, code: 137) == ["spawn 2"])
    #expect(pool.ready(2) == ["send 2 b.1"])
    #expect(pool.reply(2) == ["answer 3 ok", "send 2 a.1"], "the job loses nothing but its turn")
    #expect(pool.reply(2) == ["answer 2 ok"])
  }

  @Test func `work that waits goes behind work that is more urgent than the remaining clients want it`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .bulk, client: "job")
    pool.ask("b", .near, client: "two")
    #expect(pool.leave(2) == ["answer 2 busy"])
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 b.1"])
    #expect(pool.reply(1) == ["answer 4 ok", "send 1 a.1"])
    #expect(pool.reply(1) == ["answer 3 ok"])
  }

  @Test func `work that was looked at and is left to a job leaves one worker free like any bulk work`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .bulk, client: "job")
    pool.leave(1)
    #expect(pool.ask("b", .bulk, client: "job") == [])
    #expect(pool.ask("c", .visible, client: "two") == ["send 2 c.1"])
  }

  @Test func `a client that left has no look under way`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .bulk, client: "job")
    pool.ask("b", .near, client: "one")
    pool.leave(1)
    #expect(pool.ask("c", .visible, client: "one") == [])
    #expect(pool.wait(.seconds(1)) == ["kill 1 preempted"])
  }

  @Test func `a client that asks less urgently for the page of another look has no look under way either`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .near, client: "two")
    pool.ask("b", .bulk, client: "job")
    #expect(pool.ask("c", .visible, client: "two") == [])
    #expect(pool.wait(.seconds(1)) == ["kill 2 preempted"])
  }

  @Test func `a look stays one as long as a client looks`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .visible, client: "two")
    pool.ask("b", .near, client: "three")
    pool.leave(2)
    pool.leave(4)
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 a.1"])
    #expect(pool.reply(1) == ["answer 3 ok", "send 1 b.1"])
  }

  @Test func `a client that left does not lend its turn to those that stay`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("a", client: "one")
    for page in [1, 3, 2] { pool.ask("b", page: page, client: "two") }
    pool.ask("b", page: 2, client: "one")
    pool.leave(6)
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1).last == "send 1 b.1")
    #expect(pool.reply(1).last == "send 1 b.3")
    #expect(pool.reply(1).last == "send 1 b.2")
    #expect(pool.reply(1) == ["answer 5 ok"])
  }

  @Test func `a look that comes and goes does not cost work its place in its line`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    for page in 1...3 { pool.ask("a", page: page, .near, client: "one") }
    pool.ask("a", page: 2, .visible, client: "two")
    pool.leave(5)
    for page in 1...3 { #expect(pool.reply(1).last == "send 1 a.\(page)") }
  }

  @Test func `a retry whose look is left is tried for the job that stays`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a", .visible, client: "one")
    pool.ask("a", .bulk, client: "job")
    pool.die(1)
    pool.leave(1)
    #expect(pool.ready(2) == ["send 2 a.1"])
    #expect(pool.reply(2) == ["answer 2 ok"])
  }
}
