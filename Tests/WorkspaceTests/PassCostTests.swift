import LinuxSystem
import Synchronization
import Testing

@testable import Workspace

@Suite("What a pass over the tree costs")
struct PassCostTests {
  private func times(_ ran: Int, _ waited: Int) -> SchedulerTimes {
    SchedulerTimes(ran: .milliseconds(ran), waited: .milliseconds(waited))
  }

  /// In milliseconds, of a pass before which the server had run 500 ms and waited 700.
  private func cost(_ elapsed: Int, ran: Int, waited: Int) -> Duration {
    PassCost.of(.milliseconds(elapsed), from: times(500, 700), to: times(500 + ran, 700 + waited))
  }

  @Test("all of its time on a machine where nobody else is at work, be it computing or waiting for the disk")
  func idle() {
    #expect(cost(100, ran: 100, waited: 0) == .milliseconds(100))
    #expect(cost(5000, ran: 20, waited: 0) == .milliseconds(5000))
  }

  @Test("without the time in which others kept it from a processor")
  func busy() {
    #expect(cost(100, ran: 20, waited: 80) == .milliseconds(20))
    #expect(cost(3000, ran: 20, waited: 1000) == .milliseconds(2000), "and the rest was the disk's")
  }

  @Test("at least a part of the time: threads that waited may be others, and the pass at the disk meanwhile")
  func othersWaited() {
    #expect(cost(10_000, ran: 50, waited: 10_000) == .milliseconds(1000))
    #expect(cost(10_000, ran: 50, waited: 80_000) == .milliseconds(1000))
  }

  @Test("at least what ran, at most what passed, though other threads ran and waited as well")
  func bounds() {
    #expect(cost(1000, ran: 150, waited: 8000) == .milliseconds(150))
    #expect(cost(1000, ran: 4000, waited: 900) == .milliseconds(1000))
  }

  @Test("never less than that part when threads ended meanwhile, whose times are not told any more")
  func ended() {
    #expect(cost(1000, ran: -400, waited: -600) == .milliseconds(1000))
    #expect(cost(1000, ran: -400, waited: 2000) == .milliseconds(100))
  }

  @Test("all of its time where the kernel does not tell")
  func untold() {
    #expect(PassCost.of(.seconds(3), from: nil, to: nil) == .seconds(3))
    #expect(PassCost.of(.seconds(3), from: times(0, 0), to: nil) == .seconds(3))
    #expect(PassCost.of(.seconds(3), from: nil, to: times(0, 2900)) == .seconds(3))
  }

  /// A machine on which a pass takes ten seconds, during which it runs for 10 ms; its threads wait for a processor for
  /// `waited`.
  private final class Machine: Sendable {
    private let state = Mutex((now: ContinuousClock.now, asked: 0))
    private let waited: Duration

    init(waited: Duration) {
      self.waited = waited
    }

    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// Asked when a pass begins, and when it has ended.
    func times() -> SchedulerTimes {
      state.withLock { state in
        state.asked += 1
        guard state.asked > 1 else { return SchedulerTimes(ran: .seconds(1), waited: .seconds(1)) }
        state.now += .seconds(10)
        return SchedulerTimes(ran: .seconds(1) + .milliseconds(10), waited: .seconds(1) + waited)
      }
    }
  }

  @Test(
    "and what others did delays the look at what is noticed by less than a slow disk does",
    arguments: [(Duration.milliseconds(9990), Duration.seconds(20)), (.zero, .seconds(30))])
  func nextPass(waited: Duration, pause: Duration) async throws {
    let test = try await TestWorkspace()
    let machine = Machine(waited: waited)
    let reconciler = Reconciler(
      test.workspace, limits: Reconciler.Limits(), log: test.log, now: { machine.now },
      scheduled: { machine.times() })
    await reconciler.passAndReport()
    let due = reconciler.timing.withLock { timing in
      timing.notice(at: machine.now)
      return timing.schedule.due
    }
    #expect(due == machine.now.advanced(by: pause))
  }
}
