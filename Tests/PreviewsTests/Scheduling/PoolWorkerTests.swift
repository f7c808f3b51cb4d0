import DocumentModel
import Testing

@testable import Previews

@Suite struct PoolWorkerTests {
  // MARK: - Deaths

  @Test func `a request whose worker died is tried again on a fresh worker`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("other")
    pool.reply(1)
    pool.ask("a")
    #expect(pool.die(2) == ["spawn 3"], "worker 1 is idle but not fresh")
    #expect(pool.ready(3) == ["send 3 a.1"])
    #expect(pool.reply(3) == ["answer 2 ok"])
  }

  @Test func `a worker that was there at the death is not fresh, as it may be dead as well`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a")
    #expect(pool.die(1) == ["spawn 3"])
    #expect(pool.die(2) == [], "it died before its first work, so the next start waits a little")
    #expect(pool.ready(3) == ["send 3 a.1"])
  }

  @Test func `a retry goes before everything that waits`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.ask("b")
    pool.die(1)
    #expect(pool.ready(2) == ["send 2 a.1"])
  }

  @Test func `a second death is final`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.die(1)
    pool.ready(2)
    #expect(pool.die(2) == ["answer 1 renderer-crashed", "spawn 3"])
  }

  @Test func `a death does not touch other requests`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a")
    pool.ask("b")
    pool.die(1)
    #expect(pool.reply(2) == ["answer 2 ok"])
  }

  @Test func `work that no client wants is not tried again`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.leave(1)
    #expect(pool.die(1) == ["spawn 2"])
    #expect(pool.ready(2) == [])
  }

  @Test func `a retry that is cancelled is dropped`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.die(1)
    #expect(pool.leave(1) == ["answer 1 busy"])
    #expect(pool.ready(2) == [])
  }

  @Test func `two deaths at once get two fresh workers`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a")
    pool.ask("b")
    #expect(pool.die(1) == ["spawn 3"])
    #expect(pool.die(2) == ["spawn 4"])
    #expect(pool.ready(4) == ["send 4 b.1"], "3 is too old for b, but not for a")
    #expect(pool.ready(3) == ["send 3 a.1"])
  }

  // MARK: - Time

  @Test func `work beyond its limit is killed and refused for good`() {
    let pool = PoolDriver(workers: 1) { $0.renderTime = .seconds(20) }
    pool.ask("a")
    #expect(pool.state.nextWake == .seconds(20))
    #expect(pool.wait(.seconds(19)) == [])
    #expect(pool.wait(.seconds(1)) == ["kill 1 timeout", "answer 1 render-timeout"])
    #expect(pool.die(1, code: 137) == ["spawn 2"])
    #expect(pool.ready(2) == [])
  }

  @Test(arguments: [
    (WorkerRequest.Task.sniff, Duration.seconds(5)), (.inspect, .seconds(10)), (.text(page: 1), .seconds(10)),
    (.render(RenderRequest(page: 1, size: .scale(1))), .seconds(20)),
  ])
  func `every task has a limit of its own`(task: WorkerRequest.Task, limit: Duration) {
    let pool = PoolDriver()
    pool.ask("a", task: task)
    #expect(pool.state.nextWake == limit)
  }

  @Test func `the limit counts from the start of the work, not from its arrival`() {
    let pool = PoolDriver(workers: 1) { $0.renderTime = .seconds(20) }
    pool.ask("a")
    pool.ask("b")
    pool.now = .seconds(15)
    pool.reply(1)
    #expect(pool.state.nextWake == .seconds(35))
  }

  @Test func `an answer that comes after the kill is ignored`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.wait(.seconds(20))
    #expect(pool.reply(1) == [])
  }

  @Test func `a worker that ran out of processor time is a timeout, not a crash`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    #expect(pool.die(1, code: 128 + 24) == ["answer 1 render-timeout", "spawn 2"])
  }

  // MARK: - Quarantine

  @Test func `a document that killed two workers is refused at once`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.die(1)
    pool.ready(2)
    pool.die(2)
    #expect(pool.ask("a", page: 7) == ["answer 2 quarantined"])
    #expect(pool.ask("b") == [], "other requests are served as before")
    #expect(pool.ready(3) == ["send 3 b.1"])
  }

  @Test func `work that waits for a quarantined document is refused with it`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.ask("a", page: 2)
    pool.ask("b")
    pool.die(1)
    pool.ready(2)
    #expect(pool.die(2) == ["answer 1 renderer-crashed", "answer 2 quarantined", "spawn 3"])
    #expect(pool.ready(3) == ["send 3 b.1"])
  }

  @Test func `a timeout counts as a kill`() {
    let pool = PoolDriver(workers: 1)
    for worker in 1...2 {
      pool.ask("a")
      pool.wait(.seconds(20))
      pool.die(worker, code: 137)
      pool.ready(worker + 1)
    }
    #expect(pool.ask("a") == ["answer 3 quarantined"])
  }

  @Test func `time alone does not end a quarantine`() {
    let pool = PoolDriver(workers: 1) { $0.killMemory = .seconds(600) }
    pool.ask("a")
    pool.die(1)
    pool.ready(2)
    pool.die(2)
    pool.ready(3)
    pool.wait(.seconds(86_400))
    #expect(pool.ask("a") == ["answer 2 quarantined"])
  }

  @Test func `a quarantine ends when the document is released`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.die(1)
    pool.ready(2)
    pool.die(2)
    pool.ready(3)
    pool.send(.released(sampleHash("a")))
    #expect(pool.ask("a") == ["send 3 a.1"])
  }

  @Test func `the document that a content was made of answers for it, and is released with it`() {
    let pool = PoolDriver(workers: 1)
    var made = WorkKey.sample("b")
    made.origin = sampleHash("a")
    pool.ask(made)
    pool.die(1)
    pool.ready(2)
    pool.die(2)
    pool.ready(3)
    #expect(pool.ask("a") == ["answer 2 quarantined"])
    #expect(pool.ask(made) == ["answer 3 quarantined"])
    pool.send(.released(sampleHash("a")))
    #expect(pool.ask(made).first?.hasPrefix("send 3 ") == true)
  }

  @Test func `a death that the retry shows to be an accident is forgiven`() {
    let pool = PoolDriver(workers: 1)
    for round in 0..<5 {
      pool.ask("a")
      pool.die(round + 1)
      #expect(pool.ready(round + 2) == ["send \(round + 2) a.1"])
      #expect(pool.reply(round + 2) == ["answer \(round + 1) ok"])
    }
    #expect(pool.state.quarantine.quarantined.isEmpty)
  }

  @Test func `old kills are forgotten`() throws {
    var quarantine = Quarantine(threshold: 2, memory: .seconds(600))
    let culprit = try #require(Quarantine.Culprit(.sample("a"), .rendererCrashed))
    let isQuarantined = [0, 600, 700].map { second in
      quarantine.recordKill(
        by: culprit, .rendererCrashed, since: .seconds(second), at: .seconds(second))
    }
    #expect(isQuarantined == [false, false, true])
  }

  @Test func `workers that a document killed at the same time count once`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", page: 1)
    pool.ask("a", page: 2)
    pool.wait(.seconds(1))
    pool.die(1)
    pool.die(2)
    #expect(pool.state.quarantine.quarantined.isEmpty)
  }

  @Test func `a page that takes too long is kept away, and the document's other pages are not`() {
    let pool = PoolDriver(workers: 1)
    for worker in 1...2 {
      pool.ask("a", page: 2)
      pool.wait(.seconds(20))
      pool.die(worker, code: 137)
      pool.ready(worker + 1)
    }
    #expect(pool.ask("a", page: 2) == ["answer 3 quarantined"])
    #expect(pool.ask("a", page: 1) == ["send 3 a.1"])
  }

  @Test func `a page whose text takes too long keeps its text away, and is drawn as before`() {
    let pool = PoolDriver(workers: 1)
    for worker in 1...2 {
      pool.ask("a", task: .text(page: 1))
      pool.wait(.seconds(10))
      pool.die(worker, code: 137)
      pool.ready(worker + 1)
    }
    #expect(pool.ask("a", task: .text(page: 1)) == ["answer 3 quarantined"])
    #expect(pool.ask("a", page: 1) == ["send 3 a.1"])
    pool.reply(3)
    #expect(pool.ask("a", task: .text(page: 2)) == ["send 3 a"], "the next page's text may be light")
  }

  @Test func `a page that takes too long to draw may be read`() {
    let pool = PoolDriver(workers: 1)
    for worker in 1...2 {
      pool.ask("a")
      pool.wait(.seconds(20))
      pool.die(worker, code: 137)
      pool.ready(worker + 1)
    }
    #expect(pool.ask("a", task: .page(1)) == ["answer 3 quarantined"], "its size is for its pictures")
    #expect(pool.ask("a", task: .text(page: 1)) == ["send 3 a"])
  }

  @Test func `texts that take too long on several pages keep away texts, and nothing else`() throws {
    var quarantine = Quarantine(threshold: 1, memory: .seconds(600))
    for page in 1...Quarantine.pagesOfDocument {
      let culprit = try #require(Quarantine.Culprit(.sample("a", task: .text(page: page)), .renderTimeout))
      _ = quarantine.recordKill(by: culprit, .renderTimeout, since: .zero, at: .zero)
    }
    #expect(quarantine.reason(against: .sample("a", task: .text(page: 9))) == .renderTimeout)
    for task in [WorkerRequest.Task.inspect, .page(1), .render(RenderRequest(page: 1, size: .width(9)))] {
      #expect(quarantine.reason(against: .sample("a", task: task)) == nil)
    }
    let again = Quarantine(threshold: 2, memory: .seconds(600), sentences: quarantine.sentences)
    #expect(again.sentences == quarantine.sentences && again.sentences.map(\.page) == [1, 2, 3])
    #expect(again.reason(against: .sample("a", page: 1)) == nil)
  }

  @Test func `a document of which several pages take too long is kept away as a whole`() {
    let pool = PoolDriver(workers: 1)
    var worker = 1
    for page in 1...Quarantine.pagesOfDocument {
      for _ in 1...2 {
        pool.ask("a", page: page)
        pool.wait(.seconds(20))
        pool.die(worker, code: 137)
        worker += 1
        pool.ready(worker)
      }
    }
    let line = pool.ask("a", page: 9)
    #expect(line.count == 1 && line[0].hasSuffix("quarantined"))
    pool.send(.released(sampleHash("a")))
    #expect(pool.ask("a", page: 9) == ["send \(worker) a.9"])
  }

  // MARK: - Known refusals

  @Test func `a refusal that took long is not found out again`() {
    let pool = PoolDriver(workers: 1)
    let damaged = WorkerFailure(code: .damaged, detail: "its end is missing")
    pool.ask("a")
    pool.wait(.seconds(3))
    #expect(pool.reply(1, failing: damaged) == ["answer 1 damaged"])
    #expect(pool.ask("a") == ["answer 2 damaged"])
    #expect(pool.ask("a", page: 2) == ["send 1 a.2"])
    pool.send(.released(sampleHash("a")))
    pool.reply(1)
    #expect(pool.ask("a") == ["send 1 a.1"])
  }

  @Test func `a refusal that came at once is asked for again, and so is one that may pass`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.reply(1, failing: WorkerFailure(code: .damaged, detail: ""))
    #expect(pool.ask("a") == ["send 1 a.1"])
    pool.wait(.seconds(3))
    pool.reply(1, failing: WorkerFailure(code: .renderMemory, detail: ""))
    #expect(pool.ask("a") == ["send 1 a.1"])
  }

  @Test func `an answer about a content that changed meanwhile reaches no client, and its worker goes`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    #expect(
      pool.send(.contentChanged(WorkerID(rawValue: 1))) == ["kill 1 stale", "answer 1 content-changed"])
    #expect(pool.state.quarantine.quarantined.isEmpty)
    pool.die(1, code: 137)
    pool.ready(2)
    #expect(pool.ask("a") == ["send 2 a.1"])
  }

  // MARK: - Preemption

  @Test func `a client that holds all workers gives one to another who looks, after a second`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", client: "one")
    pool.ask("b", client: "one")
    #expect(pool.ask("c", client: "two") == [])
    #expect(pool.state.nextWake == .seconds(1))
    #expect(pool.wait(.seconds(1)) == ["kill 2 preempted"])
    #expect(pool.die(2, code: 137) == ["spawn 3"])
    #expect(pool.ready(3) == ["send 3 c.1"])
    #expect(pool.reply(3) == ["answer 3 ok", "send 3 b.1"], "what made way goes on afterwards")
    #expect(pool.ask("d", client: "two") == [])
    #expect(pool.wait(.seconds(1)) == ["kill 3 preempted"], "the one that has come least far")
    pool.die(3, code: 137)
    #expect(pool.ready(4) == ["send 4 d.1"])
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 b.1"])
    pool.ask("e", client: "two")
    pool.ask("f", client: "three")
    #expect(pool.wait(.seconds(10)).isEmpty, "who has only one is left to it")
  }

  @Test func `one who has a worker waits for the next`() {
    let pool = PoolDriver(workers: 2)
    pool.ask("a", client: "one")
    pool.ask("b", client: "two")
    pool.ask("c", client: "two")
    #expect(pool.wait(.seconds(5)) == [])
  }

  @Test func `work that no client looks at makes way first`() {
    let pool = PoolDriver(workers: 3)
    pool.ask("a", client: "one")
    pool.ask("b", client: "one")
    pool.ask("x", .bulk, client: "x")
    pool.ask("c", client: "two")
    #expect(pool.wait(.seconds(1)) == ["kill 3 preempted"])
  }

  @Test func `the refusal says why and what ends it`() {
    let detail = WorkerFailure.quarantined(after: .renderTimeout).detail
    #expect(detail.contains("(render-timeout)"))
    #expect(detail.hasSuffix("until its content changes or somebody releases it."))
  }

  // MARK: - Lies

  @Test func `a worker that answers what was not asked is killed and its work tried again`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    let worker = WorkerID(rawValue: 1)
    #expect(pool.send(.replied(worker, .sample(999, to: .inspect))) == ["kill 1 misbehaved"])
    #expect(pool.die(1, code: 137) == ["spawn 2"])
    #expect(pool.ready(2) == ["send 2 a.1"])
  }

  @Test(arguments: [
    WorkerRequest.Task.inspect, .text(page: 1), .sniff,
    .render(RenderRequest(page: 1, size: .width(100), format: .jpg)),
  ])
  func `an answer of another kind is a lie`(task: WorkerRequest.Task) {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    let id = pool.given[WorkerID(rawValue: 1)]?.id ?? 0
    #expect(pool.send(.replied(WorkerID(rawValue: 1), .sample(id, to: task))) == ["kill 1 misbehaved"])
  }

  @Test func `an idle worker that speaks is killed`() {
    let pool = PoolDriver(workers: 1)
    #expect(pool.send(.replied(WorkerID(rawValue: 1), .sample(1, to: .inspect))) == ["kill 1 misbehaved"])
  }

  @Test func `a document whose workers lie twice is quarantined`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.send(.misbehaved(WorkerID(rawValue: 1), "it lied"))
    pool.die(1, code: 137)
    pool.ready(2)
    #expect(
      pool.send(.misbehaved(WorkerID(rawValue: 2), "it lied"))
        == ["kill 2 misbehaved", "answer 1 renderer-crashed"])
    #expect(pool.ask("a") == ["answer 2 quarantined"])
  }

  // MARK: - Replacement

  @Test func `a worker is replaced after so many requests`() {
    let pool = PoolDriver(workers: 1) { $0.maximumServed = 2 }
    pool.ask("a")
    pool.reply(1)
    pool.ask("b")
    pool.ask("c")
    #expect(pool.reply(1) == ["answer 2 ok", "kill 1 aged"])
    #expect(pool.die(1, code: 137) == ["spawn 2"])
    #expect(pool.ready(2) == ["send 2 c.1"])
  }

  @Test func `a worker that served is replaced by age, one that did not is not`() {
    let pool = PoolDriver(workers: 2) {
      $0.maximumAge = .seconds(60)
      $0.restTime = .seconds(100)
    }
    pool.ask("a")
    pool.reply(1)
    #expect(pool.state.nextWake == .seconds(60))
    #expect(pool.wait(.seconds(60)) == ["kill 1 aged"])
    #expect(pool.state.nextWake == nil)
  }

  @Test func `a worker that has grown is replaced when it is idle`() {
    let pool = PoolDriver(workers: 1) { $0.maximumResidentBytes = 100 }
    pool.ask("a")
    pool.ask("b")
    pool.reply(1)
    #expect(pool.send(.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: 101))) == [])
    #expect(pool.reply(1) == ["answer 2 ok", "kill 1 memory"])
  }

  @Test func `a worker that has grown and is idle is replaced at once`() {
    let pool = PoolDriver(workers: 1) { $0.maximumResidentBytes = 100 }
    pool.ask("a")
    pool.reply(1)
    #expect(pool.send(.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: 100))) == [])
    #expect(pool.send(.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: 101))) == ["kill 1 memory"])
  }

  @Test func `a worker that still holds much when it has rested is replaced, one that holds little is not`() {
    for (bytes, expected) in [(101, ["kill 1 memory"]), (100, [])] {
      let pool = PoolDriver(workers: 1) {
        $0.restTime = .seconds(20)
        $0.maximumRestingBytes = 100
      }
      #expect(pool.state.nextWake == nil, "it has done nothing yet")
      pool.ask("a")
      pool.reply(1)
      let much = PoolEvent.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: 1_000))
      #expect(pool.send(much) == [], "it may be needed")
      #expect(pool.state.nextWake == .seconds(20))
      #expect(pool.wait(.seconds(20)) == ["weigh 1"])
      #expect(pool.send(.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: bytes))) == expected)
      #expect(pool.wait(.seconds(20)) == (bytes > 100 ? [] : ["weigh 1"]), "as long as it lives")
    }
  }

  @Test func `a worker that got work meanwhile is not replaced for what it holds`() {
    let pool = PoolDriver(workers: 1) { $0.maximumRestingBytes = 100 }
    pool.ask("a")
    pool.reply(1)
    #expect(pool.wait(.seconds(20)) == ["weigh 1"])
    pool.ask("b")
    #expect(pool.send(.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: 101))) == [])
    pool.reply(1)
    #expect(pool.send(.measured(WorkerID(rawValue: 1), WorkerUse(residentBytes: 101))) == [])
    #expect(pool.wait(.seconds(20)) == ["weigh 1"], "it rests anew")
  }

  @Test func `an idle worker killed by another process is replaced at once`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.reply(1)
    #expect(pool.die(1, code: 137) == ["spawn 2"])
  }
}
