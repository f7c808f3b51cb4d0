import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import Workspace

private final class Diary: Sendable {
  enum Entry: Hashable {
    case round(Int)
    case pause(Duration)
  }

  private let entries = Mutex<[Entry]>([])

  var all: [Entry] { entries.withLock(\.self) }

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

/// Rounds with an hour between, as a service; a pause is over when something comes that never does.
private struct Watchman: Service {
  let diary: Diary
  let asleep: AsyncStream<Void>.Continuation
  let awaited: AsyncStream<Void>

  func run() async throws {
    let task = PeriodicTask { [diary, asleep, awaited] pause in
      diary.add(.pause(pause))
      asleep.yield()
      for await _ in awaited {}
    }
    await task.run { [diary] number in
      diary.add(.round(number))
      return .seconds(3600)
    }
  }
}

@Suite("PeriodicTask", .timeLimit(.minutes(2)))
struct PeriodicTaskTests {
  private let diary = Diary()

  /// Makes task that ask for these pauses, which take no time; during the last one the task is cancelled.
  private func make(_ pauses: [Duration], resting: Duration = .zero) async {
    let diary = diary
    await PeriodicTask(resting: resting) { pause in
      diary.add(.pause(pause))
      if diary.all.contains(.round(pauses.count)) { withUnsafeCurrentTask { $0?.cancel() } }
    }.run { number in
      diary.add(.round(number))
      return pauses[number - 1]
    }
  }

  @Test("the first begins at once, and each asks for the pause before the next")
  func pauses() async {
    await make([.seconds(1), .seconds(60), .zero])
    #expect(
      diary.all == [
        .round(1), .pause(.seconds(1)), .round(2), .pause(.seconds(60)), .round(3), .pause(.zero),
      ])
  }

  @Test("where a rest is wanted the first begins after it")
  func rest() async {
    await make([.seconds(3600)], resting: .seconds(60))
    #expect(diary.all == [.pause(.seconds(60)), .round(1), .pause(.seconds(3600))])
  }

  @Test("none begins when the rest was given up")
  func givenUpRest() async {
    let diary = diary
    await PeriodicTask(resting: .seconds(60)) { pause in
      diary.add(.pause(pause))
      withUnsafeCurrentTask { $0?.cancel() }
    }.run { number in
      diary.add(.round(number))
      return .zero
    }
    #expect(diary.all == [.pause(.seconds(60))])
  }

  @Test("after one that was cancelled there is neither a pause nor another one")
  func cancelledRound() async {
    let diary = diary
    await PeriodicTask { diary.add(.pause($0)) }.run { number in
      diary.add(.round(number))
      if number == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      return .seconds(5)
    }
    #expect(diary.all == [.round(1), .pause(.seconds(5)), .round(2)])
  }

  @Test("the shutdown ends a pause at once, and all of it")
  func shutdown() async throws {
    let (sleeps, asleep) = AsyncStream<Void>.makeStream()
    let (awaited, end) = AsyncStream<Void>.makeStream()
    defer { end.finish() }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [Watchman(diary: diary, asleep: asleep, awaited: awaited)],
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    async let running: Void = group.run()
    for await _ in sleeps { break }
    await group.triggerGracefulShutdown()
    try await running
    #expect(diary.all == [.round(1), .pause(.seconds(3600))])
  }
}
