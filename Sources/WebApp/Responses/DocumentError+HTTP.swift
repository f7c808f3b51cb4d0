import DocumentModel
import HTTPServer
import HTTPTypes

/// The only mapping from errors of the document model to HTTP.
extension DocumentError {
  var problem: HTTPProblem {
    var problem = HTTPProblem(status, code: code.rawValue, detail: detail)
    for (name, number) in numbers { problem.members[name] = number }
    if !documents.isEmpty { problem.members["documents"] = documents.map(\.description) }
    if code == .busy || code == .contentChanged { problem.headers[.retryAfter] = "1" }
    return problem
  }

  private var status: HTTPResponse.Status {
    switch code {
    case .notFound: .notFound
    case .versionGone, .addressExpired: .gone
    case .invalidName, .invalidParameter, .contentMismatch, .tooLarge: .badRequest
    case .viewerOnly: .methodNotAllowed
    case .builtIn: .forbidden
    case .nameTaken, .inUse, .notInTrash, .folderStays, .sessionClosed, .supersededContent, .offsetMismatch,
      .notSuspendable, .addressUsed:
      .conflict
    case .versionConflict: .preconditionFailed
    case .storageFull, .storageLow, .quotaExceeded: .insufficientStorage
    case .readOnly, .passwordRequired, .contentUnreadable, .addressRefused: .forbidden
    case .fetchFailed: .badGateway
    case .fetchTimeout: .gatewayTimeout
    case .fetcherMissing: .notImplemented
    case .storageFailed: .internalServerError
    // Exceeded limits of time and memory are faults of the document, and trying again does not help.
    case .damaged, .notShowable, .notComparable, .documentTooLarge, .renderMemory, .renderTimeout,
      .quarantined, .unsuitableHandler, .unfitPackage, .converterMissing,
      .rendererCrashed, .unwantedType:
      .unprocessableContent
    case .busy, .workspaceBusy, .contentMissing, .contentChanged, .areaAway: .serviceUnavailable
    }
  }
}

extension HTTPResponse.Status {
  /// 507 (RFC 4918, 11.5).
  static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}
