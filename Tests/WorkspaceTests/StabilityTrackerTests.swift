import Testing

@testable import Workspace

@Suite("When a file in a drop folder is finished")
struct StabilityTrackerTests {
  private typealias Tracker = StabilityTracker<ContinuousClock.Instant>

  private var tracker = Tracker(quiet: .seconds(2), patience: .seconds(60))
  private let start = ContinuousClock.now
  private let name = Array("scan.pdf".utf8)

  private mutating func see(_ size: Int64, _ mark: String = "a", after seconds: Int) -> Tracker.Verdict {
    tracker.saw(name, .init(fingerprint: mark, size: size), at: start + .seconds(seconds))
  }

  @Test("a file that was just seen for the first time is waited for")
  mutating func first() {
    #expect(see(10, after: 0) == .wait)
    #expect(see(10, after: 1) == .wait)
  }

  @Test("a file unchanged for the quiet time is examined, and taken when it is whole")
  mutating func whole() {
    _ = see(10, after: 0)
    #expect(see(10, after: 2) == .examine)
    #expect(tracker.judged(name, whole: true, at: start + .seconds(2)) == .take)
  }

  @Test("a file that changes starts its quiet time again")
  mutating func changing() {
    _ = see(10, "a", after: 0)
    #expect(see(20, "b", after: 2) == .wait)
    #expect(see(20, "b", after: 3) == .wait)
    #expect(see(20, "b", after: 4) == .examine)
  }

  @Test("a file that is not whole is waited for, then taken as it is")
  mutating func incomplete() {
    _ = see(10, after: 0)
    _ = see(10, after: 2)
    #expect(tracker.judged(name, whole: false, at: start + .seconds(2)) == .wait)
    #expect(see(10, after: 59) == .examine)
    #expect(see(10, after: 60) == .take)
  }

  @Test("an incomplete file that grows again is examined again")
  mutating func grows() {
    _ = see(10, after: 0)
    _ = see(10, after: 2)
    _ = tracker.judged(name, whole: false, at: start + .seconds(2))
    #expect(see(20, "b", after: 30) == .wait)
    #expect(see(20, "b", after: 32) == .examine)
  }

  @Test("an empty file is never taken, however long it lies there")
  mutating func empty() {
    _ = see(0, after: 0)
    #expect(see(0, after: 100_000) == .wait)
  }

  @Test("two files whose names are equal as texts and not on the disk are two files")
  mutating func spellings() {
    let files = ["\u{E9}.txt", "e\u{301}.txt"].map { Array($0.utf8) }
    for seconds in [0, 2] {
      let verdicts = files.map {
        tracker.saw($0, .init(fingerprint: "\($0)", size: 10), at: start + .seconds(seconds))
      }
      #expect(verdicts == (seconds == 0 ? [.wait, .wait] : [.examine, .examine]))
    }
    #expect(tracker.pending == 2)
  }

  @Test("files that went away are forgotten")
  mutating func forgets() {
    _ = see(10, after: 0)
    #expect(tracker.pending == 1)
    tracker.keep(only: [])
    #expect(tracker.pending == 0)
    #expect(see(10, after: 5) == .wait)
  }
}
