import FoundationEssentials
import HTTPServer
import HTTPTypes
import Previews
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

  private struct Parts: Decodable {
    struct Part: Decodable, Equatable {
      var kind: String?
      var documents: Int?
      var bytes: Int64
    }

    var kinds: [Part]?
    var versions: Part?
    var trash: Part?
    var caches: Part?
  }

  private struct Freed: Decodable {
    var freedBytes: Int64
    var versions: Int?
  }

  private func freed(_ response: TestResponse) throws -> Freed {
    try JSONDecoder().decode(Freed.self, from: Data(response.body))
  }

  private func parts(_ response: TestResponse) throws -> Parts {
    try JSONDecoder().decode(Parts.self, from: Data(response.body))
  }

  @Test("what takes up the room is told by kind where it is asked for, largest first")
  func kinds() async throws {
    try await TestSite.run { client, _ in
      let text = try await client.upload("12345")
      _ = try await client.upload("{}", named: "b.json")
      let gone = try await client.upload("123", named: "c.txt")
      _ = try await client.ask(
        .put, "/api/v1/documents/\(text.id ?? "")/content", headers: [.ifMatch: "\"\(text.sha256 ?? "")\""],
        text: "1234567")
      _ = try await client.ask(.delete, "/api/v1/documents/\(gone.id ?? "")")
      let told = try parts(try await client.ask(.get, "/api/v1/storage?by=kind"))
      #expect(
        told.kinds == [
          Parts.Part(kind: "text", documents: 1, bytes: 7), Parts.Part(kind: "code", documents: 1, bytes: 2),
        ])
      #expect(told.trash == Parts.Part(documents: 1, bytes: 3))
      #expect(told.versions?.bytes == 5 && told.caches != nil)
      #expect(try parts(try await client.ask(.get, "/api/v1/storage")).kinds == nil)
      #expect(try await client.ask(.get, "/api/v1/storage?by=age").code == "invalid-parameter")
    }
  }

  @Test("earlier versions are let go of but for the newest ones, and documents stay as they are")
  func versions() async throws {
    try await TestSite.run { client, _ in
      var document = try await client.upload("1")
      let content = "/api/v1/documents/\(document.id ?? "")/content"
      for text in ["22", "333", "4444"] {
        let headers: HTTPFields = [.ifMatch: "\"\(document.sha256 ?? "")\""]
        document = try await client.ask(.put, content, headers: headers, text: text).answer()
      }
      let freed = try freed(try await client.ask(.delete, "/api/v1/storage/versions?keep=2"))
      #expect(freed.freedBytes == 3 && freed.versions == 2)
      let kept = try await client.ask(.get, content)
      #expect(String(decoding: kept.body, as: UTF8.self) == "4444")
      let list = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/versions")
      #expect(String(decoding: list.body, as: UTF8.self).contains("\"number\":3"))
      for text in ["0", "x", "1001"] {
        let refused = try await client.ask(.delete, "/api/v1/storage/versions?keep=\(text)")
        #expect(refused.code == "invalid-parameter")
      }
    }
  }

  @Test("caches are cleared, and what was in them is drawn again")
  func caches() async throws {
    try await TestSite.run { client, test in
      await test.assembly.cache.load()
      let document = try await client.upload("words")
      let page = "/api/v1/documents/\(document.id ?? "")/pages/1?width=100"
      #expect(try await client.ask(.get, page).status == .ok)
      let freed = try freed(try await client.ask(.delete, "/api/v1/storage/caches"))
      #expect(freed.freedBytes > 0)
      #expect(try parts(try await client.ask(.get, "/api/v1/storage?by=kind")).caches?.bytes == 0)
      #expect(try await client.ask(.get, page).status == .ok)
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
