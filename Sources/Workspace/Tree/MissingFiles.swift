import DocumentModel
import Synchronization

/// The missing files by the last pass over the tree, for those who meet one between two passes.
///
/// Where files are not shared there are no passes: there, too, so many may go in a time as between two of them.
///
/// Safe from any thread.
final class MissingFiles: Sendable {
  /// After this time as many may go again, though no pass has looked.
  static let respite = Duration.seconds(60)

  private struct State {
    var held: Set<DocumentID> = []
    var settled = 0
    var since: Duration?
  }

  private let state = Mutex(State())
  /// How many no longer wait for each.
  private let givenUp = Mutex<[DocumentID: Int]>([:])
  private let passed: @Sendable () -> Duration

  /// Nothing is missing yet; `passed` tells the time that has passed since some moment, for tests.
  init(
    passed: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in start.duration(to: .now) }
  ) {
    self.passed = passed
  }

  func hold(_ held: Set<DocumentID>) -> Set<DocumentID> {
    state.withLock { state in
      defer { state = State(held: held) }
      return state.held
    }
  }

  /// Whether the disk that a document's file was on may be away, as far as the last pass could tell.
  func isAway(_ id: DocumentID) -> Bool {
    state.withLock { $0.held.contains(id) }
  }

  /// Whether a document whose file is missing may be taken out of the list now, before the next pass.
  ///
  /// One by one only so many may go as would at once: see ``MissingDocuments``.
  func mayGo(_ id: DocumentID) -> Bool {
    let now = passed()
    return state.withLock { state in
      if let since = state.since, now - since >= Self.respite { (state.settled, state.since) = (0, nil) }
      guard !state.held.contains(id),
        state.settled < MissingDocuments<ContinuousClock.Instant>.many
      else {
        return false
      }
      state.settled += 1
      state.since = state.since ?? now
      return true
    }
  }

  /// While `body` lasts no pass waits for a document's file to be written anew, if it was put aside; nothing
  /// for nil.
  func givingUp(on id: DocumentID?, _ body: () async -> Void) async {
    guard let id else { return await body() }
    givenUp.withLock { $0[id, default: 0] += 1 }
    await body()
    givenUp.withLock { givenUp in
      let left = givenUp[id, default: 1] - 1
      givenUp[id] = left > 0 ? left : nil
    }
  }

  func isGivenUp(_ id: DocumentID) -> Bool {
    givenUp.withLock { $0[id] != nil }
  }
}
