import DocumentModel
import Logging
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Listening to what happens in the tree")
struct ListeningTests {
  /// A store that is asked for hints, and answers by how often it was asked.
  private func workspace(
    _ notices: @escaping @Sendable (Int) -> AsyncStream<TreeNotice>?
  ) async throws -> TestWorkspace {
    let starts = Starts()
    return try await TestWorkspace(directory: { store in
      MeddledTree(store, notices: { notices(starts.next()) })
    })
  }

  @Test("a watch that fails is begun again, and the log says so once")
  func again() async throws {
    // The machine gives none at first; then one ends at once.
    let test = try await workspace { $0 < 3 ? nil : AsyncStream<TreeNotice> { $0.finish() } }
    let said = Starts()
    let log = Logger(label: "test") { _ in NotingLog { _ = said.next() } }
    let reconciler = Reconciler(test.workspace.tree, log: log)
    var rests: [Duration] = []
    await reconciler.listen { pause in
      rests.append(pause)
      return rests.count < 5
    }
    #expect(rests == Array(repeating: Reconciler.deafPause, count: 5))
    #expect(said.count == 1)
  }

  @Test("a hint from a watch that was begun again makes the next pass due")
  func heard() async throws {
    let test = try await workspace { number in
      AsyncStream<TreeNotice> { continuation in
        if number > 1 { continuation.yield(.anywhere) }
        continuation.finish()
      }
    }
    let reconciler = Reconciler(test.workspace.tree, interval: .seconds(3000), log: test.log)
    let before = reconciler.waiting.withLock { $0.queue.due }
    var dues: [ContinuousClock.Instant?] = []
    await reconciler.listen { _ in
      dues.append(reconciler.waiting.withLock { $0.queue.due })
      return dues.count < 2
    }
    #expect(dues.first == before)
    let last = try #require(dues.last ?? nil)
    #expect(last < (try #require(before)))
  }
}

private final class Starts: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock(\.self) }

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

private struct NotingLog: LogHandler {
  let note: @Sendable () -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  init(_ note: @escaping @Sendable () -> Void) { self.note = note }

  func log(event: LogEvent) { note() }
}
