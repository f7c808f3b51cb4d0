import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("A clock that leaps")
struct ExpiryGuardTests {
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)

  /// A guard whose time and clock are told in hours from the start.
  private final class Watched: Sendable {
    private let passed = Mutex(Duration.zero)
    private let store: (any ClockReadingStore)?
    private let since: ClockReading?
    private let made = Mutex<ExpiryGuard?>(nil)

    init(since: ClockReading? = nil, store: (any ClockReadingStore)? = nil) {
      (self.since, self.store) = (since, store)
    }

    private func expiry(after hours: Double) -> ExpiryGuard {
      passed.withLock { $0 = .seconds(hours * 3600) }
      return made.withLock { made in
        let expiry = made ?? ExpiryGuard(since: since, store: store) { [self] in passed.withLock(\.self) }
        made = expiry
        return expiry
      }
    }

    private func date(_ hours: Double) -> Date { ExpiryGuardTests.start.addingTimeInterval(hours * 3600) }

    func mayExpire(clock: Double, after hours: Double) async -> Bool {
      await expiry(after: hours).mayExpire(at: date(clock))
    }

    func dated(clock: Double, after hours: Double) -> Double {
      expiry(after: hours).dating(date(clock)).timeIntervalSince(ExpiryGuardTests.start) / 3600
    }
  }

  @Test("is none as long as it goes on as time does, and is put right by less than an hour")
  func steady() async {
    let watched = Watched()
    for hour in stride(from: 0.0, through: 2000, by: 7) {
      #expect(await watched.mayExpire(clock: hour, after: hour))
    }
    #expect(await watched.mayExpire(clock: 2001.5, after: 2001))
    #expect(await watched.mayExpire(clock: 2001.5, after: 2002))
  }

  @Test("lets nothing expire for half a day, whichever way it leapt", arguments: [1000.0, -1000])
  func leap(by hours: Double) async {
    let watched = Watched()
    #expect(await watched.mayExpire(clock: 0, after: 0))
    #expect(await !watched.mayExpire(clock: hours + 1, after: 1))
    #expect(await !watched.mayExpire(clock: hours + 12.9, after: 12.9))
    #expect(await watched.mayExpire(clock: hours + 13, after: 13))
    #expect(await watched.mayExpire(clock: hours + 14, after: 14))
    // And back.
    #expect(await !watched.mayExpire(clock: 15, after: 15))
    #expect(await watched.mayExpire(clock: 27, after: 27))
  }

  @Test("is known by what an earlier run read")
  func since() async {
    let watched = Watched(since: ClockReading(date: Self.start))
    #expect(await !watched.mayExpire(clock: 1000, after: 0))
    #expect(await watched.mayExpire(clock: 1012, after: 12))
    #expect(await Watched(since: ClockReading(date: Self.start)).mayExpire(clock: 0.5, after: 0))
  }

  @Test("is waited for in runs of an hour each")
  func runs() async throws {
    let test = try await TestWorkspace()
    let store = ClockReadingFile(root: test.root)
    try await store.save(ClockReading(date: Self.start))
    for run in 0..<12 {
      let day = 1000 + Double(run) * 24
      let watched = Watched(since: try await store.clockReading(), store: store)
      #expect(await !watched.mayExpire(clock: day, after: 0))
      #expect(await watched.mayExpire(clock: day + 1, after: 1) == (run == 11))
    }
    let now = try #require(try await store.clockReading())
    #expect(now == ClockReading(date: Self.start.addingTimeInterval((1000 + 11 * 24 + 1) * 3600)))
  }

  @Test("dates nothing earlier than it is by the time that has passed, in all runs")
  func dating() async throws {
    let test = try await TestWorkspace()
    let store = ClockReadingFile(root: test.root)
    let watched = Watched(store: store)
    #expect(watched.dated(clock: 5, after: 0) == 5)
    #expect(await watched.mayExpire(clock: 0, after: 0))
    #expect(watched.dated(clock: -500, after: 1) == 1)
    #expect(watched.dated(clock: 0.5, after: 1) == 0.5)
    #expect(watched.dated(clock: 1000, after: 1) == 1000)
    #expect(await !watched.mayExpire(clock: -500, after: 2))
    #expect(watched.dated(clock: -497, after: 5) == 5)
    #expect(await watched.mayExpire(clock: -488, after: 14))
    #expect(watched.dated(clock: -487, after: 15) == 15)
    let next = Watched(since: try await store.clockReading(), store: store)
    #expect(next.dated(clock: -450, after: 0) == 14)
    #expect(next.dated(clock: 52, after: 3) == 52)
  }
}
