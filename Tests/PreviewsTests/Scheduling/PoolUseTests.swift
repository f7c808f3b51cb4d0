import DocumentModel
import Testing

@testable import Previews

/// The memory and processor time of workers, and the fate of workers that exceed their limits.
@Suite struct PoolUseTests {
  private func used(_ seconds: Int, bytes: Int = 0) -> PoolEvent {
    let use = WorkerUse(residentBytes: bytes, processorTime: .seconds(seconds))
    return .measured(WorkerID(rawValue: 1), use)
  }

  /// One worker; drawing may take 20 seconds of processor time, and 5 more are spare.
  private func driver(change: (inout PoolLimits) -> Void = { _ in }) -> PoolDriver {
    PoolDriver(workers: 1) { limits in
      limits.renderTime = .seconds(20)
      limits.spareProcessorTime = .seconds(5)
      limits.restTime = .seconds(20)
      limits.lookTime = .seconds(1)
      change(&limits)
    }
  }

  @Test func `a worker at work is looked at, and ended when it computes more than it was granted`() {
    let pool = driver()
    pool.ask("a")
    #expect(pool.state.nextWake == .seconds(1))
    #expect(pool.wait(.seconds(1)) == ["weigh 1"])
    #expect(pool.send(used(24)) == [])
    #expect(pool.state.nextWake == .seconds(2))
    #expect(pool.wait(.seconds(1)) == ["weigh 1"])
    #expect(pool.send(used(26)) == ["kill 1 processor-time", "answer 1 render-timeout"])
    #expect(pool.send(used(27)) == [], "once is enough")
  }

  @Test func `a page that computes too much on two workers is kept away`() {
    let pool = driver()
    pool.ask("a")
    pool.send(used(26))
    pool.die(1, code: 137)
    pool.ready(2)
    pool.ask("a")
    let use = WorkerUse(residentBytes: 0, processorTime: .seconds(26))
    pool.send(.measured(WorkerID(rawValue: 2), use))
    #expect(pool.ask("a") == ["answer 3 quarantined"])
  }

  @Test func `a worker that computes when it rests is ended, and no document is blamed`() {
    let pool = driver()
    pool.ask("a")
    pool.reply(1)
    #expect(pool.send(used(1)) == [])
    #expect(pool.wait(.seconds(20)) == ["weigh 1"])
    #expect(pool.send(used(6)) == [])
    #expect(pool.wait(.seconds(20)) == ["weigh 1"], "it is looked at for as long as it lives")
    #expect(pool.send(used(7)) == ["kill 1 processor-time"])
    #expect(pool.state.quarantine.quarantined.isEmpty)
  }

  @Test func `a worker that took too much for an answered request does the next work before it goes`() {
    let pool = driver()
    pool.ask("a")
    pool.ask("b")
    #expect(pool.reply(1) == ["answer 1 ok", "send 1 b.1"])
    #expect(pool.send(used(50)) == [])
    #expect(pool.reply(1) == ["answer 2 ok", "kill 1 processor-time"])
  }

  @Test func `a worker that has used half the time of its life is replaced before the kernel ends it`() {
    let pool = driver { $0.maximumProcessorTime = .seconds(20) }
    pool.ask("a")
    pool.reply(1)
    #expect(pool.send(used(9)) == [])
    pool.ask("b")
    pool.reply(1)
    #expect(pool.send(used(10)) == ["kill 1 aged"])
  }

  @Test func `work may take much memory while it is done`() {
    let pool = driver()
    pool.ask("a")
    #expect(pool.wait(.seconds(1)) == ["weigh 1"])
    #expect(pool.send(used(1, bytes: .max)) == [])
    #expect(pool.reply(1) == ["answer 1 ok"])
    #expect(pool.send(used(1, bytes: .max)) == ["kill 1 memory"])
  }

  // MARK: - The account

  @Test func `time that was granted and not used is not saved up`() {
    var account = ProcessorAccount()
    var looks: [Bool] = []
    for second in 1...100 {
      account.begin(.seconds(20))
      account.end()
      looks.append(account.note(.seconds(second), sparing: .seconds(5)))
    }
    for second in [105, 106] { looks.append(account.note(.seconds(second), sparing: .seconds(5))) }
    #expect(looks == [Bool](repeating: true, count: 101) + [false])
  }

  @Test func `the next work has its own grant, also when it begins before the last is settled`() {
    var account = ProcessorAccount()
    account.begin(.seconds(20))
    account.end()
    account.begin(.seconds(10))
    let looks = [20, 30, 31].map { account.note(.seconds($0), sparing: .zero) }
    #expect(looks == [true, true, false])
  }

  @Test func `an older look does not take back what a later one saw`() {
    var account = ProcessorAccount()
    account.begin(.seconds(20))
    _ = account.note(.seconds(10), sparing: .zero)
    _ = account.note(.seconds(9), sparing: .zero)
    #expect(account.used == .seconds(10))
  }

  @Test func `a task is granted the processor for as long as it may take`() {
    var limits = PoolLimits(workers: 1)
    limits.processorShare = 2
    #expect(limits.processorTime(for: .inspect) == limits.inspectTime * 2.0)
    #expect(limits.processorTime(for: .readBoard) == limits.boardReadTime * 2.0)
  }
}
