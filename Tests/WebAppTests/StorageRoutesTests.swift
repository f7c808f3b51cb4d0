import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("How much room there is")
struct StorageRoutesTests {
  private struct Numbers: Decodable {
    var code: String?
    var state: String?
    var storage: String?
    var quotaBytes: Int64?
    var usedBytes: Int64?
    var neededBytes: Int64?
    var freeBytes: Int64?
    var keepFreeBytes: Int64?
  }

  private func numbers(_ response: TestResponse) throws -> Numbers {
    try JSONDecoder().decode(Numbers.self, from: Data(response.body))
  }

  @Test("an upload over the quota is 507 with the numbers, before its body is read and while it is")
  func quota() async throws {
    try await TestSite.run(quota: 10) { client, test in
      _ = try await client.upload("123456")
      let refused = try await client.ask(.post, "/api/v1/documents?name=b.txt", text: "12345")
      let problem = try numbers(refused)
      #expect(refused.status.code == 507 && problem.code == "quota-exceeded")
      #expect(problem.quotaBytes == 10 && problem.usedBytes == 6 && problem.neededBytes == 5)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/tmp") == [])
      _ = try await client.upload("1234", named: "b.txt")
      let storage = try numbers(try await client.ask(.get, "/api/v1/storage"))
      #expect(storage.quotaBytes == 10 && (storage.freeBytes ?? 0) > 0)
    }
  }

  @Test("a disk with too little left is told by every door, and reading and deleting go on")
  func low() async throws {
    // More than the size of any disk.
    try await TestSite.run(keepFree: 1 << 60) { client, test in
      let refused = try await client.ask(.post, "/api/v1/documents?name=b.txt", text: "12345")
      let problem = try numbers(refused)
      #expect(refused.status.code == 507 && problem.code == "storage-low")
      #expect(problem.keepFreeBytes == 1 << 60 && (problem.freeBytes ?? 0) > 0)
      #expect(try numbers(try await client.ask(.get, "/healthz")).storage == "low")
      #expect(try numbers(try await client.ask(.get, "/api/v1/storage")).state == "low")
      #expect(try await client.ask(.get, "/api/v1/documents").status == .ok)
    }
  }

  @Test("the state does not tell a client that has not signed in how large the disk is")
  func secret() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      #expect(try await client.ask(.get, "/api/v1/storage").status == .unauthorized)
      let health = try await client.ask(.get, "/healthz")
      #expect(health.status == .ok && !String(decoding: health.body, as: UTF8.self).contains("Bytes"))
    }
  }
}
