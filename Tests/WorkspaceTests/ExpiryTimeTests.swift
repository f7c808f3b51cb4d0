import DocumentModel
import FoundationEssentials
import Testing

@testable import Workspace

@Suite("The time by which things go for good")
struct ExpiryTimeTests {
  private let start = Date(timeIntervalSince1970: 1_790_000_000)

  private func after(_ hours: Double) -> Date { start.addingTimeInterval(hours * 3600) }

  /// What a time says, in hours from the start, when after so many hours a clock says so many.
  private func hours(_ time: inout ExpiryTime, clock: Double, after hours: Double) -> Double {
    time.time(after(clock), after: .seconds(hours * 3600)).date.timeIntervalSince(start) / 3600
  }

  @Test("is the clock's as long as that goes on as time does, and is put right by less than an hour")
  func inStep() {
    var time = ExpiryTime()
    for hour in stride(from: 0.0, through: 2000, by: 7) {
      #expect(hours(&time, clock: hour, after: hour) == hour)
    }
    #expect(hours(&time, clock: 2001.5, after: 2001) == 2001.5)
  }

  @Test("goes on from where it was when the clock leaps ahead, and follows it back")
  func leap() {
    var time = ExpiryTime()
    #expect(hours(&time, clock: 0, after: 0) == 0)
    #expect(hours(&time, clock: 1000, after: 1) == 1)
    #expect(hours(&time, clock: 1011, after: 12) == 12)
    #expect(hours(&time, clock: 12.5, after: 12.5) == 12.5)
    #expect(hours(&time, clock: 1020, after: 20) == 20)
    #expect(hours(&time, clock: 1025, after: 25) == 25)
  }

  @Test("believes a leap that has lasted for half a day")
  func lasting() {
    var time = ExpiryTime()
    #expect(hours(&time, clock: 0, after: 0) == 0)
    #expect(hours(&time, clock: 1000, after: 1) == 1)
    #expect(hours(&time, clock: 1012, after: 13) == 1012)
    #expect(hours(&time, clock: 1013, after: 14) == 1013)
  }

  @Test("goes back with the clock at once, and makes nothing of its return but a leap")
  func back() {
    var time = ExpiryTime()
    #expect(hours(&time, clock: 0, after: 0) == 0)
    #expect(hours(&time, clock: -500, after: 1) == -500)
    #expect(hours(&time, clock: 2, after: 2) == -499)
    #expect(hours(&time, clock: 14, after: 14) == 14)
  }

  @Test("dates what happens while the clock is far behind by the time that has passed, in all runs")
  func dating() {
    func dated(_ time: ExpiryTime, clock: Double, after hours: Double) -> Double {
      time.dating(after(clock), after: .seconds(hours * 3600)).timeIntervalSince(start) / 3600
    }
    var time = ExpiryTime()
    #expect(dated(time, clock: 5, after: 0) == 5)
    #expect(hours(&time, clock: 0, after: 0) == 0)
    #expect(dated(time, clock: -500, after: 1) == 1)
    #expect(dated(time, clock: 0.5, after: 1) == 0.5)
    #expect(dated(time, clock: 1000, after: 1) == 1000)
    let believed = time.time(after(-500), after: .seconds(2 * 3600))
    #expect(believed == BelievedTime(date: after(-500), latest: after(2)))
    #expect(dated(time, clock: -497, after: 5) == 5)
    var next = ExpiryTime(since: believed)
    #expect(dated(next, clock: -450, after: 1) == 3)
    // Right again, and not yet believed.
    #expect(next.time(after(50), after: .seconds(3600)).latest == after(3))
    #expect(dated(next, clock: 52, after: 3) == 52)
    #expect(next.time(after(65), after: .seconds(16 * 3600)) == BelievedTime(date: after(65)))
    #expect(dated(next, clock: 66, after: 17) == 66)
  }

  @Test("knows of a leap before it was asked, when it is told what was last taken for the time")
  func since() {
    var time = ExpiryTime(since: BelievedTime(date: start))
    #expect(hours(&time, clock: 1000, after: 0) == 0)
    #expect(hours(&time, clock: 1012, after: 12) == 1012)
    var near = ExpiryTime(since: BelievedTime(date: start))
    #expect(hours(&near, clock: 0.5, after: 0) == 0.5)
  }

  @Test("comes to believe a clock in runs of an hour each, and begins to count anew when it was in step")
  func runs() {
    var believed = BelievedTime(date: start)
    for run in 0..<11 {
      var time = ExpiryTime(since: believed)
      let day = 1000 + Double(run) * 24
      #expect(hours(&time, clock: day, after: 0) == Double(run))
      believed = time.time(after(day + 1), after: .seconds(3600))
      #expect(believed == BelievedTime(date: after(Double(run + 1)), ahead: .seconds((run + 1) * 3600)))
    }
    var time = ExpiryTime(since: believed)
    #expect(hours(&time, clock: 2000, after: 0) == 11)
    #expect(hours(&time, clock: 2001, after: 1) == 2001)
    var other = ExpiryTime(since: believed)
    #expect(hours(&other, clock: 11.5, after: 0.5) == 11.5)
    #expect(hours(&other, clock: 1000, after: 1) == 12)
    #expect(hours(&other, clock: 1006, after: 7) == 18)
  }
}
