import Logging
import ServiceLifecycle
import Storage

/// Closes the account store at the end of the server, so that its file is complete without its log.
struct AccountMaintenance: Service {
  let accounts: SQLiteAccountStore
  let log: Logger

  func run() async throws {
    try? await gracefulShutdown()
    do {
      try await accounts.takeInLog()
    } catch {
      log.warning("the list of accounts keeps its log beside it", metadata: ["reason": "\(error)"])
    }
  }
}
