import Testing

@testable import Storage

@Suite("When all folders are gone through again")
struct FollowingPaceTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  @Test("not while no folder changes, and at once when one does for the first time")
  func first() {
    var pace = FollowingPace<ContinuousClock.Instant>()
    #expect(pace.pause(at: at(0)) == nil)
    pace.want()
    #expect(pace.pause(at: at(0)) == Duration.zero)
    pace.followed(from: at(0), to: at(100))
    #expect(pace.pause(at: at(100)) == nil && !pace.isWanted)
  }

  @Test("again when the time that it took is a small part of the time since")
  func share() {
    var pace = FollowingPace<ContinuousClock.Instant>()
    pace.followed(from: at(0), to: at(100))
    pace.want()
    #expect(pace.pause(at: at(100)) == Duration.milliseconds(2000))
    pace.want()
    #expect(pace.pause(at: at(1600)) == Duration.milliseconds(500))
    #expect(pace.pause(at: at(2100)) == Duration.zero)
    #expect(pace.pause(at: at(9000)) == Duration.zero)
  }

  @Test("folders that change without an end take one part in twenty of the time")
  func incessant() {
    var pace = FollowingPace<ContinuousClock.Instant>()
    var (time, busy) = (0, 0)
    while time < 100_000 {
      pace.want()
      if pace.pause(at: at(time)) == Duration.zero {
        pace.followed(from: at(time), to: at(time + 50))
        busy += 50
        time += 50
      }
      time += 1
    }
    #expect(busy <= 100_000 / 20 && busy > 100_000 / 30)
  }
}
