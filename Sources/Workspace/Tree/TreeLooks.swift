import DocumentModel

/// Lets one look at where all files are serve everybody who waits for one: each costs a walk through the tree.
///
/// A caller that asks while a look is under way waits for the next one, which serves all of them. The look under way
/// may have been past their files. After a look the tree rests for a moment: who looks for a document then that was
/// nowhere is served by the one before. So a thousand documents whose files were removed at once are looked for a few
/// times.
actor TreeLooks {
  private let rest: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private var current: Task<Void, Never>?
  private var last: Range<ContinuousClock.Instant>?
  private var missing: Set<DocumentID> = []

  /// Looks with a `rest` between; `now` tells the time, and is replaced in tests.
  init(rest: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.rest = rest
    self.now = now
  }

  /// Returns when `look` is done, or when the look of another caller serves as well.
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

  private func serves(_ id: DocumentID?, since wanted: ContinuousClock.Instant) -> Bool {
    guard let last else { return false }
    if last.lowerBound > wanted { return true }
    return id.map(missing.contains) == true && last.upperBound.duration(to: now()) < rest
  }
}
