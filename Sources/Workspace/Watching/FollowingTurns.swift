import DocumentModel

/// Lets one look at where all files are serve everybody who waits for one: each costs a walk through the tree.
///
/// ```
///            wanted                       over
///   (none) ────────► a look is under way ──────► resting ───► (none)
///                     │ wanted meanwhile: one more, for all of these, as this one may have been past their files
/// ```
/// After a look the next one rests for a few times as long as that took, up to a bound: who looks for a document then that
/// was nowhere is served by the one before. So a thousand documents whose files were removed at once are looked for once.
actor FollowingTurns {
  private let longestRest: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private var current: Task<Void, Never>?
  private var last: Range<ContinuousClock.Instant>?
  /// The documents that were nowhere at the last look.
  private var missing: Set<DocumentID> = []

  /// How many times as long as the look before a rest is.
  private static let restFactor = 4

  /// Turns with rests of at most `longestRest`; `now` tells the time, and is replaced in tests.
  init(longestRest: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.longestRest = longestRest
    self.now = now
  }

  /// Returns when `look` is done, or one that somebody else wanted serves as well.
  ///
  /// - Parameters:
  ///   - id: which document is looked for; nil for more than one.
  ///   - look: looks, and returns which documents are nowhere.
  func take(for id: DocumentID?, _ look: @escaping @Sendable () async -> Set<DocumentID>) async {
    let wanted = now()
    while let current { await current.value }
    guard !serves(id, since: wanted) else { return }
    let began = now()
    let task = Task {
      let missing = await look()
      // Before those who wait for it go on: they look whether another one has begun.
      end(begun: began, missing)
    }
    current = task
    await task.value
  }

  private func end(begun began: ContinuousClock.Instant, _ missing: Set<DocumentID>) {
    current = nil
    last = began..<max(began, now())
    self.missing = missing
  }

  /// Whether the last look is as good as one now.
  private func serves(_ id: DocumentID?, since wanted: ContinuousClock.Instant) -> Bool {
    guard let last else { return false }
    if last.lowerBound > wanted { return true }
    guard let id, missing.contains(id) else { return false }
    let took = last.lowerBound.duration(to: last.upperBound)
    let rest = min(took * Self.restFactor, longestRest)
    return last.upperBound.duration(to: now()) < rest
  }
}
