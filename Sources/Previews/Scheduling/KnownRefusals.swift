import DocumentModel

/// Refusals that took long to find out and would be found out again: a picture that is damaged at its end is drawn up to
/// there, every time that somebody asks.
///
/// Bounded; the one noted longest ago goes first.
struct KnownRefusals: Sendable {
  /// Refusals that came sooner cost less than remembering them is worth.
  static let worthRemembering = Duration.milliseconds(250)
  /// Refusals that are remembered at most.
  static let maximumCount = 1_024
  /// What is true of a content for ever; time, memory and crashes may have had other causes.
  private static let lasting: Set<DocumentError.Code> = [
    .damaged, .notShowable, .documentTooLarge, .tooLarge,
  ]

  private var failures: [WorkKey: WorkerFailure] = [:]
  private var order: [WorkKey] = []

  /// How work ended without a result after `running` in a worker.
  mutating func note(_ failure: WorkerFailure, of key: WorkKey, after running: Duration?) {
    guard key.hash != nil, let running, running >= Self.worthRemembering,
      Self.lasting.contains(failure.code), failures.updateValue(failure, forKey: key) == nil
    else { return }
    order.append(key)
    if order.count > Self.maximumCount { failures[order.removeFirst()] = nil }
  }

  /// The refusal that a piece of work would end with.
  func refusal(of key: WorkKey) -> WorkerFailure? { failures.isEmpty ? nil : failures[key] }

  /// Lets a content be tried again.
  mutating func release(_ hash: ContentHash) {
    failures = failures.filter { $0.key.hash != hash }
    order.removeAll { $0.hash == hash }
  }
}
