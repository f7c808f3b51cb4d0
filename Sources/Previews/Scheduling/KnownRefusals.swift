import DocumentModel

/// Refusals that took long to find and would be found again, such as an image that is damaged at its end.
///
/// The list is bounded; the oldest refusal goes first.
struct KnownRefusals: Sendable {
  /// Quicker refusals are cheaper to find again than to remember.
  static let worthRemembering = Duration.milliseconds(250)
  static let maximumCount = 1_024
  /// Codes that depend on the content alone; timeouts, memory and crashes may have other causes.
  private static let lasting: Set<DocumentError.Code> = [
    .damaged, .notShowable, .documentTooLarge, .tooLarge,
  ]

  private var failures: [WorkKey: WorkerFailure] = [:]
  private var order: [WorkKey] = []

  /// Notes a failure of work that took `running` in a worker.
  mutating func note(_ failure: WorkerFailure, of key: WorkKey, after running: Duration?) {
    guard key.hash != nil, let running, running >= Self.worthRemembering,
      Self.lasting.contains(failure.code), failures.updateValue(failure, forKey: key) == nil
    else { return }
    order.append(key)
    if order.count > Self.maximumCount { failures[order.removeFirst()] = nil }
  }

  /// The refusal that a piece of work would end with; nil when none is known.
  func refusal(of key: WorkKey) -> WorkerFailure? { failures.isEmpty ? nil : failures[key] }

  mutating func release(_ hash: ContentHash) {
    failures = failures.filter { $0.key.document != hash }
    order.removeAll { $0.document == hash }
  }
}
