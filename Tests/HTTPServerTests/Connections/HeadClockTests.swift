import Testing

@testable import HTTPServer

@Suite("The time for a request's head")
struct HeadClockTests {
  static let start = ContinuousClock.now
  static func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
  static func clock() -> HeadClock { HeadClock(limit: .seconds(10), acceptedAt: start) }

  @Test("runs from the moment the connection was accepted, whatever bytes come")
  func first() {
    var clock = Self.clock()
    let early = clock.look(at: Self.at(9), silence: .zero)
    #expect(!early)
    let late = clock.look(at: Self.at(10), silence: .zero)
    #expect(late)
    #expect(clock.phase == .over)
  }

  @Test("stands still while a request is served, and cannot come too late any more")
  func serving() {
    var clock = Self.clock()
    let arrived = clock.headArrived()
    #expect(arrived)
    let late = clock.look(at: Self.at(1000), silence: nil)
    #expect(!late)
    let room = clock.makeRoom()
    #expect(!room)
  }

  @Test("does not run while a kept connection is silent")
  func idle() {
    var clock = Self.clock()
    _ = clock.headArrived()
    clock.answered(at: Self.at(20))
    let late = clock.look(at: Self.at(50), silence: .seconds(30))
    #expect(!late)
    #expect(clock.phase == .idle(since: Self.at(20)))
    let unknown = clock.look(at: Self.at(50), silence: nil)
    #expect(!unknown)
  }

  @Test("runs again from the first byte after an answer")
  func second() {
    var clock = Self.clock()
    _ = clock.headArrived()
    clock.answered(at: Self.at(20))
    _ = clock.look(at: Self.at(40), silence: .seconds(1))
    #expect(clock.phase == .head(since: Self.at(40)))
    let early = clock.look(at: Self.at(49), silence: .zero)
    #expect(!early)
    let late = clock.look(at: Self.at(50), silence: .zero)
    #expect(late)
  }

  @Test("leaves no request to be served once it is over")
  func over() {
    var clock = Self.clock()
    let room = clock.makeRoom()
    #expect(room)
    let arrived = clock.headArrived()
    #expect(!arrived)
    clock.answered(at: Self.at(1))
    #expect(clock.phase == .over)
    let again = clock.look(at: Self.at(100), silence: .zero)
    #expect(!again, "the connection is ended once")
  }
}
