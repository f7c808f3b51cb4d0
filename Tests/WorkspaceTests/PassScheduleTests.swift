import Testing

@testable import Workspace

@Suite("When the next pass over the tree is due")
struct PassScheduleTests {
  private let start = ContinuousClock.now
  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private func schedule() -> PassSchedule<ContinuousClock.Instant> {
    PassSchedule(interval: .seconds(30), at: start)
  }

  @Test("when nothing is noticed it is due after the interval")
  func quiet() {
    var schedule = schedule()
    #expect(schedule.due == at(30_000))
    schedule.begin()
    schedule.end(at: at(31_000), cost: .milliseconds(1_000), quiet: nil)
    #expect(schedule.due == at(61_000))
  }

  @Test("a notice makes it due soon, and more of them not later")
  func noticed() {
    var schedule = schedule()
    schedule.notice(at: at(5_000))
    #expect(schedule.due == at(5_300))
    schedule.notice(at: at(5_200))
    #expect(schedule.due == at(5_300))
  }

  @Test("what is noticed while a pass runs is for the next one")
  func meanwhile() {
    var schedule = schedule()
    schedule.notice(at: at(1_000))
    schedule.begin()
    schedule.notice(at: at(1_350))
    schedule.end(at: at(1_310), cost: .milliseconds(10), quiet: nil)
    #expect(schedule.due == at(1_650))
    schedule.begin()
    schedule.end(at: at(1_660), cost: .milliseconds(10), quiet: nil)
    #expect(schedule.due == at(31_660))
  }

  @Test("passes that cost much come seldom, but not later than without a notice")
  func costly() {
    var schedule = schedule()
    schedule.end(at: at(1_000), cost: .milliseconds(1_000), quiet: nil)
    schedule.notice(at: at(2_000))
    #expect(schedule.due == at(21_000))
    schedule.end(at: at(26_000), cost: .milliseconds(5_000), quiet: nil)
    schedule.notice(at: at(27_000))
    #expect(schedule.due == at(56_000))
  }

  @Test("files that are being written are looked at again when they may be done")
  func unfinished() {
    var schedule = schedule()
    schedule.end(at: at(10), cost: .milliseconds(10), quiet: .seconds(2))
    #expect(schedule.due == at(2_010))
    schedule.begin()
    schedule.end(at: at(2_020), cost: .milliseconds(10), quiet: nil)
    #expect(schedule.due == at(32_020))
  }
}
