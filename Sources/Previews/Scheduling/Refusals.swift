import DocumentModel

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
