import Testing

@testable import HTTPServer

@Suite("The pace of a body")
struct TransferPaceTests {
  static let start = ContinuousClock.now

  /// The standing after each second in which the given number of bytes came.
  static func standings(
    _ bytes: [Int], total: Duration? = nil, isClientsTurn: (Int) -> Bool = { _ in true }
  ) -> [TransferPace.Standing] {
    var pace = TransferPace(grace: .seconds(10), bytesPerSecond: 100, total: total)
    _ = pace.look(at: start, bytes: 0, isClientsTurn: isClientsTurn(0))
    var received = 0
    return bytes.enumerated().map { second, count in
      received += count
      return pace.look(
        at: start + .seconds(second + 1), bytes: received, isClientsTurn: isClientsTurn(second + 1))
    }
  }

  @Test("is fine at the least rate, for ever")
  func steady() {
    let standings = Self.standings(Array(repeating: 100, count: 1000))
    #expect(standings.allSatisfy { $0 == .fine })
  }

  @Test("is too slow after the grace when nothing comes, and lags before")
  func silent() {
    let standings = Self.standings(Array(repeating: 0, count: 10))
    #expect(standings[..<2].allSatisfy { $0 == .fine })
    #expect(standings[2..<9].allSatisfy { $0 == .lags })
    #expect(standings[9] == .tooSlow)
  }

  @Test("is too slow a little later when half of what must come comes")
  func half() {
    let standings = Self.standings(Array(repeating: 50, count: 20))
    #expect(standings.firstIndex(of: .tooSlow) == 19)
  }

  @Test("is forgiven a pause, again and again, by what comes after it")
  func pauses() {
    let standings = Self.standings(
      Array(repeating: [0, 0, 0, 0, 0, 0, 0, 0, 1000], count: 20).flatMap { $0 })
    #expect(!standings.contains(.tooSlow))
  }

  @Test("may not dribble for long after it was fast for long")
  func dribbles() {
    let standings = Self.standings(Array(repeating: 1_000_000, count: 60) + Array(repeating: 1, count: 12))
    #expect(standings.firstIndex(of: .tooSlow).map { $0 < 72 } == true)
  }

  @Test("does not count time in which the server does not read")
  func backPressure() {
    let standings = Self.standings(Array(repeating: 0, count: 100)) { _ in false }
    #expect(standings.allSatisfy { $0 == .fine })
    let alternating = Self.standings(Array(repeating: 0, count: 100)) { $0.isMultiple(of: 2) }
    #expect(alternating.allSatisfy { $0 == .fine })
  }

  @Test("is too slow at the end of its total, however steady it is, and not before")
  func total() {
    let bytes = Array(repeating: 1000, count: 100)
    #expect(Self.standings(bytes, total: .seconds(60)).firstIndex { $0 != .fine } == 59)
    #expect(Self.standings(bytes, total: .seconds(101)).allSatisfy { $0 == .fine })
    let waiting = Self.standings(bytes, total: .seconds(10)) { _ in false }
    #expect(waiting.allSatisfy { $0 == .fine }, "time in which the server does not read is not counted")
  }

  @Test("survives any number of bytes")
  func extremes() {
    #expect(Self.standings([.max, 0]) == [.fine, .fine])
  }
}
