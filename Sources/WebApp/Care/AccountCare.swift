import Logging
import ServiceLifecycle
import Storage

/// Looks after the accounts at the end of the server: their file is whole without its log then.
struct AccountCare: Service {
  let accounts: SQLiteAccountStore
  let log: Logger

  /// Waits until the service group shuts down.
  func run() async throws {
    try? await gracefulShutdown()
    do {
      try await accounts.takeInLog()
    } catch {
      log.warning("the list of accounts keeps its log beside it", metadata: ["reason": "\(error)"])
    }
  }
}
