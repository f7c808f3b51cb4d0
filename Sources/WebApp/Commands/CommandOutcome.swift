import DocumentModel

/// The outcome of a maintenance command, as its exit status.
public enum CommandOutcome: Int32, Sendable {
  /// The command succeeded.
  case done = 0
  /// The command failed.
  case failed = 1
  /// The command succeeded, but found damaged or missing data.
  case incomplete = 2
  /// Another command or a server is using the workspace; try again later.
  case busy = 3

  /// The outcome for an error.
  public init(of error: any Error) {
    let code = (error as? DocumentError)?.code
    self = code == .busy || code == .workspaceBusy ? .busy : .failed
  }
}
