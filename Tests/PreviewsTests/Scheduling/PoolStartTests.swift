import DocumentModel
import Testing

@testable import Previews

@Suite struct PoolStartTests {
  @Test func `workers that die at their start are started ever more seldom, one at a time`() {
    let pool = PoolDriver(workers: 2, started: false) { $0.shortestBackoff = .milliseconds(100) }
    pool.send(.start)
    #expect(pool.die(1, code: 1) == [])
    #expect(pool.die(2, code: 1) == [])
    #expect(pool.state.nextWake == .milliseconds(200))
    #expect(pool.wait(.milliseconds(200)) == ["spawn 3"])
    #expect(pool.die(3, code: 1) == [])
    #expect(pool.wait(.milliseconds(399)) == [])
    #expect(pool.wait(.milliseconds(1)) == ["spawn 4"])
  }

  @Test func `the wait is bounded`() {
    var backoff = StartBackoff(shortest: .milliseconds(100), longest: .seconds(30))
    for _ in 0..<200 { backoff.failed("no", at: .zero) }
    #expect(backoff.notBefore == .seconds(30))
  }

  @Test func `when no worker can be started every request is refused, and the reason is known`() {
    let pool = PoolDriver(workers: 1, started: false) { $0.startAttempts = 3 }
    pool.send(.start)
    pool.ask("a")
    pool.send(.startFailed(WorkerID(rawValue: 1), "posix_spawn: No such file or directory"))
    pool.wait(.seconds(1))
    pool.die(2, code: 127)
    pool.wait(.seconds(1))
    #expect(pool.die(3, code: 127) == ["answer 1 renderer-crashed"])
    #expect(pool.state.phase == .failing("it ended at its start: exit code 127"))
    #expect(pool.ask("b") == ["answer 2 renderer-crashed"])
    #expect(
      pool.state.status(nil).health == .failing(reason: "it ended at its start: exit code 127"))
  }

  @Test func `a machine without descriptors is told from a renderer that cannot be started`() {
    let pool = PoolDriver(workers: 1, started: false) { $0.startAttempts = 1 }
    pool.send(.start)
    pool.ask("a")
    let answers = pool.send(
      .startFailed(WorkerID(rawValue: 1), "socketpair: Too many open files", .tooManyFiles))
    #expect(answers == ["answer 1 busy"])
    #expect(pool.ask("b") == ["answer 2 busy"])
  }

  @Test func `a pool that could not start serves again as soon as a worker says hello`() {
    let pool = PoolDriver(workers: 1, started: false) { $0.startAttempts = 1 }
    pool.send(.start)
    pool.die(1, code: 1)
    #expect(pool.wait(.seconds(1)) == ["spawn 2"])
    pool.ready(2)
    #expect(pool.state.phase == .running)
    #expect(pool.ask("a") == ["send 2 a.1"])
  }

  @Test func `workers that say hello and die do not make a storm`() {
    let pool = PoolDriver(workers: 1)
    #expect(pool.die(1, code: 1) == [])
    #expect(pool.wait(.milliseconds(100)) == ["spawn 2"])
    pool.ready(2)
    #expect(pool.die(2, code: 1) == [])
    #expect(pool.wait(.milliseconds(199)) == [])
    #expect(pool.wait(.milliseconds(1)) == ["spawn 3"])
  }

  @Test func `an answer ends the distrust`() {
    let pool = PoolDriver(workers: 1)
    pool.die(1, code: 1)
    pool.wait(.seconds(1))
    pool.ready(2)
    pool.ask("a")
    pool.reply(2)
    #expect(pool.state.backoff.failures == 0)
  }

  @Test func `one that works keeps the pool running while others fail to start`() {
    let pool = PoolDriver(workers: 2, started: false) { $0.startAttempts = 1 }
    pool.send(.start)
    pool.ready(1)
    pool.die(2, code: 1)
    #expect(pool.state.phase == .running)
    #expect(pool.ask("a") == ["send 1 a.1"])
  }

  @Test func `a worker that is not closed in is killed before it gets work, and counts as a failed start`() {
    let pool = PoolDriver(workers: 2, started: false)
    pool.send(.start)
    pool.ask("a")
    #expect(
      pool.send(.unprotected(WorkerID(rawValue: 1), missing: [.systemCalls])) == ["kill 1 unprotected"])
    #expect(pool.state.backoff.failures == 1)
    #expect(pool.ready(1) == [], "what it says later changes nothing")
    #expect(pool.ready(2) == ["send 2 a.1"])
  }

  @Test func `a worker that says no hello in time is killed`() {
    let pool = PoolDriver(workers: 1, started: false) { $0.startTime = .seconds(10) }
    pool.send(.start)
    #expect(pool.state.nextWake == .seconds(10))
    #expect(pool.wait(.seconds(10)) == ["kill 1 slow-start"])
    #expect(pool.die(1, code: 137) == [])
    #expect(pool.state.backoff.failures == 1)
  }

  @Test func `a worker that speaks another protocol is killed and counts as a failed start`() {
    let pool = PoolDriver(workers: 1, started: false)
    pool.send(.start)
    #expect(
      pool.send(.misbehaved(WorkerID(rawValue: 1), "it speaks protocol 2, not 1")) == ["kill 1 misbehaved"])
    #expect(pool.state.backoff.reason == "it speaks protocol 2, not 1")
  }

  // MARK: - Stopping

  @Test func `a stopping pool finishes what it was asked, refuses the rest, and reaps all workers`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.ask("b")
    #expect(pool.send(.drain(until: .seconds(5))) == [])
    #expect(pool.ask("c") == ["answer 3 busy"])
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 b.1"])
    #expect(pool.reply(1) == ["answer 2 ok", "kill 1 stopping"])
    #expect(pool.die(1, code: 137) == ["stopped"])
  }

  @Test func `a stopping pool gives up what is not done in time`() {
    let pool = PoolDriver(workers: 1)
    pool.ask("a")
    pool.ask("b")
    pool.send(.drain(until: .seconds(5)))
    #expect(pool.state.nextWake == .seconds(5))
    #expect(pool.wait(.seconds(5)) == ["answer 1 busy", "answer 2 busy", "kill 1 stopping"])
    #expect(pool.die(1, code: 137) == ["stopped"])
  }

  @Test func `an idle pool stops at once`() {
    let pool = PoolDriver(workers: 2)
    #expect(pool.send(.drain(until: .seconds(5))) == ["kill 1 stopping", "kill 2 stopping"])
    #expect(pool.die(1, code: 137) == [])
    #expect(pool.die(2, code: 137) == ["stopped"])
    #expect(pool.ask("a") == ["answer 1 busy"])
    #expect(pool.send(.drain(until: .zero)) == [])
  }

  @Test func `a pool that was never started stops at once`() {
    let pool = PoolDriver(started: false)
    #expect(pool.send(.drain(until: .seconds(5))) == ["stopped"])
  }

  @Test func `a worker that is still starting is killed, too`() {
    let pool = PoolDriver(workers: 1, started: false)
    pool.send(.start)
    #expect(pool.send(.drain(until: .seconds(5))) == ["kill 1 stopping"])
    #expect(pool.send(.startFailed(WorkerID(rawValue: 1), "no")) == ["stopped"])
  }
}
