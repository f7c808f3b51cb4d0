import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Storage
import Testing

@testable import WebApp

private struct JobFacts: Decodable {
  let id: Int
  let kind: String
  let state: String
  let detail: String?
}

@Suite("The Trash over HTTP")
struct TrashRoutesTests {
  @Test(
    "a document in the Trash says since when and until when it is there, and is removed for good on request")
  func journey() async throws {
    try await TestSite.run { client, test in
      let document = try await client.upload()
      let target = "/api/v1/documents/\(document.id ?? "")"
      #expect(document.trashed == nil && document.expires == nil)
      #expect(try await client.ask(.delete, target).status == .noContent)
      let trashed = try await client.ask(.get, target)
      #expect(try trashed.answer().trashed != nil && trashed.answer().expires != nil)
      let listed = try await client.ask(.get, "/api/v1/documents?trashed=true").answer().documents
      #expect(try listed == [trashed.answer()])
      #expect(try await client.ask(.delete, "\(target)?permanently=yes").code == "invalid-parameter")
      let stale = try await client.ask(.delete, "\(target)?permanently=true", headers: [.ifMatch: "\"1-x\""])
      #expect(stale.status == .preconditionFailed)
      let tag = try #require(trashed.headers[.eTag])
      let removed = try await client.ask(.delete, "\(target)?permanently=true", headers: [.ifMatch: tag])
      #expect(removed.status == .noContent)
      for method in [HTTPRequest.Method.get, .delete] {
        #expect(try await client.ask(method, target).status == .notFound)
      }
      #expect(try await client.ask(.post, "\(target)/restore").status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/documents?trashed=true").answer().documents == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Library/Trash").isEmpty)
    }
  }

  @Test("a document in its folder is removed for good by one request, if it is still what the client knows")
  func atOnce() async throws {
    try await TestSite.run { client, test in
      let document = try await client.upload()
      let target = "/api/v1/documents/\(document.id ?? "")"
      let tag = try #require(try await client.ask(.get, target).headers[.eTag])
      _ = try await client.ask(.put, "\(target)/content", text: "two")
      let refused = try await client.ask(.delete, "\(target)?permanently=true", headers: [.ifMatch: tag])
      #expect(refused.status == .preconditionFailed)
      #expect(try await client.ask(.get, target).answer().trashed == nil, "a refusal throws nothing away")
      let now = try #require(try await client.ask(.get, target).headers[.eTag])
      let removed = try await client.ask(.delete, "\(target)?permanently=true", headers: [.ifMatch: now])
      #expect(removed.status == .noContent)
      #expect(try await client.ask(.get, target).status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/documents?trashed=true").answer().documents == [])
      for folder in ["Library/Trash", "Library/Versions"] {
        #expect(try Self.files(below: "\(test.root)/\(folder)").isEmpty, "\(folder)")
      }
      let last = try await test.assembly.index.lastEvent()
      let events = try await test.assembly.index.events(after: last - 1, limit: 1)
      #expect(events.map(\.kind) == [.removed])
    }
  }

  private static func files(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) == nil
    }
  }

  @Test("the Trash is emptied as a job")
  func empty() async throws {
    try await TestSite.run { client, _ in
      for name in ["a.txt", "b.txt"] {
        let document = try await client.upload(named: name)
        _ = try await client.ask(.delete, "/api/v1/documents/\(document.id ?? "")")
      }
      _ = try await client.upload(named: "c.txt")
      let answer = try await client.ask(.delete, "/api/v1/trash")
      #expect(answer.status == .accepted)
      let address = try #require(answer.headers[.location])
      var job = try JSONDecoder().decode(JobFacts.self, from: Data(answer.body))
      #expect(job.kind == "clean-up" && address == "/api/v1/jobs/\(job.id)")
      while job.state == "running" {
        let now = try await client.ask(.get, address)
        job = try JSONDecoder().decode(JobFacts.self, from: Data(now.body))
      }
      #expect(job.state == "finished" && job.detail == "2 documents were removed")
      #expect(try await client.ask(.get, "/api/v1/documents?trashed=true").answer().documents == [])
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.map(\.name) == ["c.txt"])
    }
  }

  @Test(
    "a full workspace gets room again through the API alone, also where the file was removed on the disk"
  )
  func quota() async throws {
    try await TestSite.run(quota: 10) { client, test in
      let document = try await client.upload("12345678", named: "a.txt")
      try FileManager.default.removeItem(atPath: "\(test.root)/Documents/a.txt")
      #expect(
        try await client.ask(.post, "/api/v1/documents?name=b.txt", text: "12345").code == "quota-exceeded")
      #expect(try await client.ask(.delete, "/api/v1/documents/\(document.id ?? "")").status == .noContent)
      let refused = try await client.ask(.post, "/api/v1/documents?name=b.txt", text: "12345")
      #expect(refused.code == "quota-exceeded", "what is in the Trash counts, with or without a file")
      try await finish(try await client.ask(.delete, "/api/v1/trash"), client)
      #expect(try await client.ask(.post, "/api/v1/documents?name=b.txt", text: "12345").status == .created)
      #expect(try await test.assembly.index.storedBytes() == 5)
    }
  }

  private func finish(_ answer: TestResponse, _ client: TestClient) async throws {
    let address = try #require(answer.headers[.location])
    var job = try JSONDecoder().decode(JobFacts.self, from: Data(answer.body))
    while job.state == "running" {
      job = try JSONDecoder().decode(JobFacts.self, from: Data(try await client.ask(.get, address).body))
    }
    #expect(job.state == "finished")
  }
}
