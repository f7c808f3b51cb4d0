import FoundationEssentials
import Logging
import Testing

@testable import WebApp

@Suite("Maintenance of the accounts")
struct AccountMaintenanceTests {
  private func size(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  @Test("at the end of the server their file is whole without its log")
  func end() async throws {
    try await TestSite.run { _, test in
      let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let path = "\(test.root)/Library/accounts.sqlite-wal"
      #expect(try #require(try size(path)) > 0)
      let maintenance = AccountMaintenance(accounts: test.assembly.accountStore, log: log)
      let ending = Task { try await maintenance.run() }
      ending.cancel()
      try await ending.value
      #expect(try size(path) == 0)
    }
  }
}
