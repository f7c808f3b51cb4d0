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

extension WorkerFailure {
  static let queueFull = WorkerFailure(
    code: .busy, detail: "Too much work is waiting. Try again in a moment.")
  static let poolStops = WorkerFailure(code: .busy, detail: "The server is stopping.")
  static let contentChanged = WorkerFailure(
    code: .contentChanged, detail: "The document is being written to. Try again in a moment.")
  static let abandoned = WorkerFailure(code: .busy, detail: "The request was cancelled.")
  static let outrun = WorkerFailure(
    code: .busy, detail: "Visible pages of other clients went first. Try again in a moment.")
  static let cannotStart = WorkerFailure(
    code: .rendererCrashed, detail: "The renderer cannot be started; the server's log says why.")
  static let tooManyFiles = WorkerFailure(
    code: .busy, detail: "The renderer cannot be started: too many files are open. Try again in a moment.")
  static let crashed = WorkerFailure(
    code: .rendererCrashed, detail: "The renderer died of this document, twice.")

  static func timeout(_ limit: Duration) -> WorkerFailure {
    WorkerFailure(
      code: .renderTimeout, detail: "The document took longer than \(limit.components.seconds) seconds.")
  }

  static func quarantined(after reason: DocumentError.Code) -> WorkerFailure {
    WorkerFailure(
      code: .quarantined,
      detail:
        "The document ended the renderer more than once (\(reason.rawValue)) and is left alone until its "
        + "content changes or somebody releases it.")
  }
}
