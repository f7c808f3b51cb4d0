import DocumentModel

/// How a command that cares for a workspace ended, as its exit status.
public enum CommandOutcome: Int32, Sendable {
  /// All is well.
  case done = 0
  /// It could not be done.
  case failed = 1
  /// It was done, and something was found that is damaged or missing.
  case incomplete = 2
  /// Another command or a server is at work there; try again later.
  case busy = 3

  /// What an error means.
  public init(of error: any Error) {
    let code = (error as? DocumentError)?.code
    self = code == .busy || code == .workspaceBusy ? .busy : .failed
  }
}
