import DocumentModel
import Testing

@testable import Previews

@Suite struct PoolRequestTests {
  @Test func `a request goes to an idle worker and its answer to the waiter`() {
    let pool = PoolDriver()
    #expect(pool.ask("a") == ["send 1 a.1"])
    #expect(pool.reply(1) == ["answer 1 ok"])
  }

  @Test func `requests wait until the first worker is ready`() {
    let pool = PoolDriver(started: false)
    #expect(pool.send(.start) == ["spawn 1", "spawn 2"])
    #expect(pool.ask("a") == [])
    #expect(pool.ready(2) == ["send 2 a.1"])
  }

  @Test func `a visible page goes before a near one, and that before bulk`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("bulk", .bulk)
    pool.ask("near", .near)
    pool.ask("visible", .visible)
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 visible.1"])
    #expect(pool.reply(1) == ["answer 4 ok", "send 1 near.1"])
    #expect(pool.reply(1) == ["answer 3 ok", "send 1 bulk.1"])
  }

  @Test func `equally urgent requests of one client are served in the order in which they came`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    for page in 1...3 { pool.ask("a", page: page) }
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1).last == "send 1 a.2")
    #expect(pool.reply(1).last == "send 1 a.3")
  }

  @Test func `clients take turns, however much one of them asks for`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    for page in 1...100 { pool.ask("a", page: page, client: "greedy") }
    pool.ask("b", client: "modest")
    #expect(pool.reply(1).last == "send 1 a.1")
    #expect(pool.reply(1).last == "send 1 b.1")
    #expect(pool.reply(1).last == "send 1 a.2")
  }

  @Test func `work that no client waits for leaves one worker free`() {
    let pool = PoolDriver(workers: 3)
    #expect(pool.ask("a", .bulk) == ["send 1 a.1"])
    #expect(pool.ask("b", .bulk) == ["send 2 b.1"])
    #expect(pool.ask("c", .bulk) == [])
    #expect(pool.ask("d", .visible) == ["send 3 d.1"])
    #expect(pool.reply(2) == ["answer 2 ok", "send 2 c.1"])
  }

  @Test func `a single worker does bulk work too`() {
    let pool = PoolDriver(workers: 1)
    #expect(pool.ask("a", .bulk) == ["send 1 a.1"])
  }

  @Test func `identical requests share one render, queued or running`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.ask("a")
    pool.ask("b")
    pool.ask("b")
    #expect(pool.reply(1) == ["answer 1,2 ok", "send 1 b.1"])
    pool.ask("b")
    #expect(pool.reply(1) == ["answer 3,4,5 ok"])
  }

  @Test(arguments: [
    WorkKey.sample("a", page: 2), .sample("b"), .sample("a", password: "x"), .sample("a", task: .inspect),
    WorkKey(hash: sampleHash("a"), kind: .image, password: nil, task: WorkKey.sample("a").task),
  ])
  func `requests that differ in anything do not share`(other: WorkKey) {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.ask(other)
    #expect(pool.reply(1).first == "answer 1 ok")
    #expect(pool.reply(1).first == "answer 2 ok")
  }

  @Test func `contents without a hash never share`() {
    let pool = PoolDriver(workers: 1)
    let sniff = WorkKey(hash: nil, kind: .pdf, password: nil, task: .sniff)
    pool.ask(sniff)
    pool.ask(sniff)
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 -"])
    #expect(pool.reply(1) == ["answer 2 ok"])
  }

  @Test func `an urgent request makes the same waiting one urgent`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("near", .near)
    pool.ask("bulk", .bulk)
    pool.ask("bulk", .visible)
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 bulk.1"])
  }

  @Test func `bulk work that a client begins to look at no longer counts as bulk`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", .bulk)
    pool.ask("b", .bulk)
    #expect(pool.ask("a", .visible) == ["send 2 b.1"])
  }

  @Test func `a full queue refuses what is not more urgent`() {
    let pool = PoolDriver(workers: 1) { $0.queueLength = 2 }
    pool.ask("x")
    pool.ask("a")
    pool.ask("b")
    #expect(pool.ask("c") == ["answer 4 busy"])
    #expect(pool.ask("a") == [], "an identical request needs no room")
  }

  @Test func `a full queue gives up the least urgent for something more urgent`() {
    let pool = PoolDriver(workers: 1) { $0.queueLength = 3 }
    pool.ask("x")
    pool.ask("a", .near)
    pool.ask("b", .bulk, client: "one")
    pool.ask("c", .bulk, client: "one")
    #expect(pool.ask("d", .visible) == ["answer 4 busy"])
    #expect(pool.ask("e", .visible) == ["answer 3 busy"])
    #expect(pool.ask("f", .visible) == ["answer 2 busy"])
    #expect(pool.ask("g", .visible) == ["answer 8 busy"])
  }

  @Test func `a refusal of the worker reaches the waiter as it is`() {
    let pool = PoolDriver()
    pool.ask("a")
    let failure = WorkerFailure(code: .passwordRequired, detail: "It is encrypted.")
    #expect(pool.reply(1, failing: failure) == ["answer 1 password-required"])
  }

  @Test func `a waiting request that is cancelled is dropped`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("a")
    #expect(pool.leave(2) == ["answer 2 busy"])
    #expect(pool.reply(1) == ["answer 1 ok"])
  }

  @Test func `work stays as long as one of its waiters does`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("x")
    pool.ask("a")
    pool.ask("a")
    pool.leave(2)
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 a.1"])
    #expect(pool.reply(1) == ["answer 3 ok"])
  }

  @Test func `running work that no client wants may finish within the grace, and is kept`() {
    let pool = PoolDriver(workers: 1) { $0.orphanGrace = .seconds(2) }
    pool.ask("a")
    pool.leave(1)
    #expect(pool.wait(.seconds(1)) == [])
    #expect(pool.reply(1) == [])
    guard case .finished(let work) = pool.actions.last, case .done = work.outcome else {
      Issue.record("the result was thrown away")
      return
    }
  }

  @Test func `running work that no client wants is killed after the grace, and the document is not blamed`() {
    let pool = PoolDriver(workers: 1) { $0.orphanGrace = .seconds(2) }
    pool.ask("a")
    pool.leave(1)
    #expect(pool.state.nextWake == .seconds(2))
    #expect(pool.wait(.seconds(2)) == ["kill 1 abandoned"])
    #expect(pool.die(1, code: 137) == ["spawn 2"])
    #expect(pool.state.quarantine.quarantined.isEmpty)
    pool.ask("a")
    #expect(pool.ready(2) == ["send 2 a.1"])
  }

  @Test func `a client that joins unwanted work gives it its full time back`() {
    let pool = PoolDriver(workers: 1) { $0.orphanGrace = .seconds(2) }
    pool.ask("a")
    pool.leave(1)
    pool.wait(.seconds(1))
    pool.ask("a")
    #expect(pool.wait(.seconds(5)) == [])
    #expect(pool.reply(1) == ["answer 2 ok"])
  }

  @Test func `a waiter who leaves after the answer changes nothing`() {
    let pool = PoolDriver()
    pool.ask("a")
    pool.reply(1)
    #expect(pool.leave(1) == [])
    #expect(pool.leave(99) == [])
  }

  @Test func `a document goes to the worker that has it parsed`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a")
    pool.ask("b")
    pool.reply(1)
    pool.reply(2)
    #expect(pool.ask("b", page: 2) == ["send 2 b.2"])
    #expect(pool.ask("a", page: 2) == ["send 1 a.2"])
  }

  @Test func `a document whose worker is busy goes to another`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a")
    #expect(pool.ask("a", page: 2) == ["send 2 a.2"])
  }

  @Test func `a new document goes to the worker that has the fewest`() {
    let pool = PoolDriver(workers: 2)
    for name in ["a", "b"] {
      pool.ask(name)
      pool.reply(name == "a" ? 1 : 2)
    }
    pool.ask("c")
    pool.reply(1)
    #expect(pool.ask("d") == ["send 2 d.1"])
  }

  private func tile(_ column: Int, scale: Double = 2, page: Int = 1) -> WorkerRequest.Task {
    let region = PageRectangle(x: Double(column) * 100, y: 0, width: 100, height: 100)
    return .render(RenderRequest(page: page, region: region, size: .scale(scale)))
  }

  @Test func `a tile waits for the worker that draws its page at its scale`() {
    let pool = PoolDriver(workers: 2)
    #expect(pool.ask("a", task: tile(0)) == ["send 1 a.1"])
    #expect(pool.ask("a", task: tile(1)) == [])
    #expect(pool.ask("a", task: tile(1, scale: 4)) == ["send 2 a.1"], "another scale is other pixels")
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 a.1"])
  }

  @Test func `a tile goes to the idle worker that has its pixels, not to the other that has the document`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a")
    pool.ask("a", task: tile(0))
    pool.reply(1)
    pool.reply(2)
    #expect(pool.ask("a", task: tile(1)) == ["send 2 a.1"])
  }

  @Test func `others pass tiles that wait for their worker`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", task: tile(0))
    pool.ask("a", task: tile(1))
    #expect(pool.ask("b") == ["send 2 b.1"])
  }

  @Test func `when many tiles wait, a second worker draws the page too`() {
    let pool = PoolDriver(workers: 2) { $0.tilesPerWorker = 3 }
    pool.ask("a", task: tile(0))
    for column in 1...3 { #expect(pool.ask("a", task: tile(column)) == []) }
    #expect(pool.ask("a", task: tile(4)) == ["send 2 a.1"])
    #expect(pool.ask("a", task: tile(5)) == [])
  }

  @Test func `tiles whose worker died go to another`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", task: tile(0))
    pool.ask("a", task: tile(1))
    #expect(pool.die(1).contains("send 2 a.1"))
  }

  @Test func `tiles of one scale are one raster, however their sides were rounded`() {
    let page = PageRectangle(x: 512, y: 0, width: 83.28, height: 256)
    let edge = WorkKey.sample(
      "a", task: .render(RenderRequest(page: 1, region: page, size: .exact(width: 167, height: 512))))
    let inner = WorkKey.sample("a", task: tile(1))
    #expect(edge.raster != nil && edge.raster == inner.raster)
    #expect(WorkKey.sample("a").raster == nil)
  }

  @Test func `a worker is taken to forget all but its recent documents`() {
    var slot = WorkerSlot(id: WorkerID(rawValue: 1), born: .zero)
    for name in ["a", "b", "a", "c"] { slot.remember(sampleHash(name), limit: 2) }
    #expect(slot.recent == [sampleHash("a"), sampleHash("c")])
  }
}
