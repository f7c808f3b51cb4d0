import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing
import Workspace

@testable import WebApp

@Suite("Documents that other apps hand over", .timeLimit(.minutes(2)))
struct InboxRoutesTests {
  private struct Answer: Decodable {
    struct Provenance: Decodable {
      struct Annotation: Decodable { let line: Int? }

      let source: String?
      let annotation: Annotation?
      let url: String?
      let open: Bool
    }

    let id: String?
    let name: String?
    let folder: String?
    let provenance: Provenance?
    let tags: [String]?
  }

  private func answer(_ response: TestResponse) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(response.body))
  }

  private let target = "/api/v1/inbox?name=a.txt&source=Mail&annotation=%7B%22line%22:3%7D"

  @Test(
    "lie in the Inbox with the sender's words, under numbers where a name is taken",
    arguments: TestClient.Mode.allCases)
  func bytes(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let first = try await client.ask(.post, target, text: "hello")
      #expect(first.status == .created && first.headers[.location] != nil && first.headers[.eTag] != nil)
      let document = try answer(first)
      #expect(document.folder == "Inbox" && document.name == "a.txt")
      let said = try #require(document.provenance)
      #expect(said.source == "Mail" && said.annotation?.line == 3 && said.open && said.url == nil)
      #expect(try answer(await client.ask(.post, target, text: "hello")).name == "a 2.txt")
      let versions = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/versions/1")
      #expect(versions.text.contains(#""origin":"hand-over""#))
    }
  }

  @Test("keep the sender's words when they are filed, marked, copied and replaced")
  func filed() async throws {
    try await TestSite.run { client, _ in
      let id = try answer(await client.ask(.post, target, text: "hello")).id ?? ""
      let moved = try await client.ask(
        .patch, "/api/v1/documents/\(id)", text: #"{"folder":"Filed","tags":["x"],"note":"y"}"#)
      #expect(try answer(moved).provenance?.source == "Mail" && answer(moved).folder == "Filed")
      _ = try await client.ask(.put, "/api/v1/documents/\(id)/content", text: "other")
      #expect(try answer(await client.ask(.get, "/api/v1/documents/\(id)")).provenance?.annotation?.line == 3)
      let copy = try await client.ask(.post, "/api/v1/documents/\(id)/copy")
      #expect(try answer(copy).provenance?.source == "Mail")
      let cleared = try await client.ask(
        .patch, "/api/v1/documents/\(id)", text: #"{"tags":null,"note":null}"#)
      #expect(try answer(cleared).provenance?.source == "Mail")
    }
  }

  @Test("come as a form with the words in its fields, before or behind the file")
  func form() async throws {
    try await TestSite.run { client, _ in
      let body =
        "--b\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nCamera\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\x\\p.txt\"\r\n\r\nbytes\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"annotation\"\r\n\r\n{\"line\":7}\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"open\"\r\n\r\nfalse\r\n--b--\r\n"
      let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
      let found = try answer(await client.ask(.post, "/api/v1/inbox", headers: headers, text: body))
      #expect(found.name == "p.txt" && found.folder == "Inbox")
      #expect(found.provenance?.source == "Camera" && found.provenance?.annotation?.line == 7)
      #expect(found.provenance?.open == false)
      for wrong in [
        body.replacing("source", with: "sauce"), body.replacing("{\"line\":7}", with: "{"),
        body.replacing("false", with: "no"),
        body.replacing("--b\r\nContent-Disposition: form-data; name=\"file\"", with: "--x"),
        body.replacing("name=\"source\"", with: "name=\"f\"; filename=\"q\""),
      ] {
        let refused = try await client.ask(.post, "/api/v1/inbox", headers: headers, text: wrong)
        #expect(refused.status == .badRequest, "\(refused.text)")
      }
      #expect(try await client.ask(.get, "/api/v1/documents?folder=Inbox").answer().documents?.count == 1)
    }
  }

  private static func first(_ count: Int, of events: EventFeed) async -> [DocumentEvent] {
    var found: [DocumentEvent] = []
    for await message in events {
      guard case .event(let event) = message else { continue }
      found.append(event)
      if found.count == count { break }
    }
    return found
  }

  @Test("are announced once, with the words and whether they are to be shown")
  func announced() async throws {
    try await TestSite.run { client, test in
      let events = await test.assembly.workspace.events.listen()
      _ = try await client.ask(.post, target + "&open=false", text: "hello")
      let found = await Self.first(2, of: events)
      let kinds: [DocumentEvent.Kind] = found.map { $0.kind }
      #expect(kinds == [DocumentEvent.Kind.created, DocumentEvent.Kind.handedOver])
      let last = try #require(found.last)
      let sent = try ServerSentEvent(
        last, id: EventID(epoch: EventEpoch(), sequence: 2), in: test.assembly.workspace)
      #expect(sent.event == "document.handed-over")
      for part in [#""source":"Mail""#, #""annotation":{"line":3}"#, #""open":false"#, #""document":{"#] {
        #expect(sent.data.contains(part), "\(sent.data)")
      }
    }
  }

  @Test("wait until one client says that it shows them, and each other client hears that one did")
  func shown() async throws {
    try await TestSite.run { client, _ in
      let waiting = try await client.ask(.post, target, text: "hello")
      let path = "/api/v1/documents/\(try answer(waiting).id ?? "")"
      let tag: HTTPFields = [.ifMatch: try #require(waiting.headers[.eTag])]
      let refused = try await client.ask(.patch, path, text: #"{"open":true}"#)
      #expect(refused.status == .badRequest)
      let first = try await client.ask(.patch, path, headers: tag, text: #"{"open":false}"#)
      let said = try answer(first).provenance
      #expect(
        first.status == .ok && said?.open == false && said?.source == "Mail" && said?.annotation?.line == 3)
      let second = try await client.ask(.patch, path, headers: tag, text: #"{"open":false}"#)
      #expect(second.status == .preconditionFailed)
      #expect(try await client.ask(.patch, path, text: #"{"open":false}"#).status == .ok)
    }
  }

  @Test("are not waited for in their copies")
  func copied() async throws {
    try await TestSite.run { client, _ in
      let id = try answer(await client.ask(.post, target, text: "hello")).id ?? ""
      let copy = try answer(await client.ask(.post, "/api/v1/documents/\(id)/copy"))
      #expect(copy.provenance?.open == false && copy.provenance?.source == "Mail")
    }
  }

  @Test(
    "of the web are answered when they have ended, where the client waits, and with the job after that time")
  func waiting() async throws {
    try await TestSite.run { client, _ in
      let json: HTTPFields = [.contentType: "application/json"]
      for path in ["/api/v1/inbox", "/api/v1/imports"] {
        let ended = try await client.ask(
          .post, path + "?wait=60", headers: json, text: #"{"url":"http://127.0.0.1:9/x.pdf"}"#)
        #expect(ended.status == .ok && ended.text.contains(#""state":"failed""#), "\(ended.text)")
        #expect(ended.headers[.location] != nil && ended.text.contains(#""code":"address-refused""#))
        for wait in ["61", "-1", "x", ""] {
          let refused = try await client.ask(
            .post, "\(path)?wait=\(wait)", headers: json, text: #"{"url":"http://127.0.0.1:9/x.pdf"}"#)
          #expect(refused.status == .badRequest, "\(wait)")
        }
      }
    }
  }

  @Test("of the web wait suspended where that is asked for, and are cancelled without a byte")
  func bornSuspended() async throws {
    try await TestSite.run { client, _ in
      let json: HTTPFields = [.contentType: "application/json"]
      let body = #"{"url":"http://127.0.0.1:9/x.pdf","suspended":true}"#
      let begun = try await client.ask(.post, "/api/v1/imports", headers: json, text: body)
      #expect(begun.status == .accepted && begun.text.contains(#""state":"suspended""#), "\(begun.text)")
      let job = try #require(begun.headers[.location])
      #expect(try await client.ask(.post, "\(job)/suspend").text.contains(#""state":"suspended""#))
      #expect(try await client.ask(.post, "\(job)/cancel").status == .ok)
      let cancelled = try await client.ask(.get, "\(job)?wait=60").text
      #expect(cancelled.contains(#""state":"cancelled""#) && cancelled.contains(#""done":0"#))
      #expect(try await client.ask(.post, "\(job)/resume").text.contains(#""state":"cancelled""#))
      let resumed = try await client.ask(.post, "/api/v1/imports", headers: json, text: body)
      let other = try #require(resumed.headers[.location])
      #expect(try await client.ask(.post, "\(other)/resume").status == .ok)
      #expect(try await client.ask(.get, "\(other)?wait=60").text.contains(#""code":"address-refused""#))
      for (path, value) in [("imports", "1"), ("imports", #""yes""#), ("inbox", "true")] {
        for member in ["suspended", "private"] {
          let wrong = #"{"url":"http://127.0.0.1:9/x.pdf","\#(member)":\#(value)}"#
          let refused = try await client.ask(.post, "/api/v1/\(path)", headers: json, text: wrong)
          #expect(refused.code == "invalid-parameter", "\(path) \(member) \(value)")
        }
      }
    }
  }

  @Test("come once for each idempotency key")
  func repeated() async throws {
    try await TestSite.run { client, _ in
      let headers: HTTPFields = [.idempotencyKey: "k"]
      let first = try answer(await client.ask(.post, target, headers: headers, text: "hello"))
      let second = try await client.ask(.post, target, headers: headers, text: "hello")
      #expect(try second.status == .created && answer(second).id == first.id)
      let other = try await client.ask(.post, target, headers: headers, text: "other")
      #expect(other.code == "idempotency-key-reused")
    }
  }

  @Test("are refused where their type is not wanted, where words are wrong, and where there is no room")
  func refusals() async throws {
    try await TestSite.run(quota: 10, keepFree: 0) { client, _ in
      let fake = try await client.ask(
        .post, "/api/v1/inbox?name=fake.pdf&types=com.adobe.pdf", text: "I am text")
      #expect(fake.status == .unprocessableContent && fake.code == "unwanted-type")
      for query in [
        "", "?name=", "?name=a/b", "?name=a&open=yes", "?name=a&annotation=%7B", "?name=a&source=a%0Ab",
        "?name=a&types=no.such.type", "?name=a&annotation=%22" + String(repeating: "x", count: 9000) + "%22",
      ] {
        let refused = try await client.ask(.post, "/api/v1/inbox\(query)", text: "x")
        #expect(refused.status == .badRequest, "\(query.prefix(40)): \(refused.status)")
      }
      #expect(
        try await client.ask(.post, "/api/v1/inbox?name=b.txt", text: "0123456789a").code == "quota-exceeded")
      #expect(
        try await client.ask(.get, "/api/v1/documents?folder=Inbox").answer().documents?.isEmpty ?? true)
    }
  }

  @Test("of the web are answered with a job, and refused at once where the address is none")
  func addresses() async throws {
    try await TestSite.run { client, _ in
      let json: HTTPFields = [.contentType: "application/json"]
      for path in ["/api/v1/inbox", "/api/v1/imports"] {
        // Port 9 of this machine, which is refused before it is asked.
        let begun = try await client.ask(
          .post, path, headers: json, text: #"{"url":"http://127.0.0.1:9/x.pdf"}"#)
        #expect(begun.status == .accepted, "\(begun.text)")
        let address = try #require(begun.headers[.location])
        #expect(begun.text.contains(#""kind":"download""#))
        var text = ""
        while !text.contains(#""ended""#) { text = try await client.ask(.get, address).text }
        #expect(text.contains(#""code":"address-refused""#) && text.contains(#""state":"failed""#), "\(text)")
        for body in [
          "{}", "[]", #"{"url":1}"#, #"{"url":"ftp://a/"}"#, #"{"url":"http://a@b/"}"#,
          #"{"url":"http://a/","x":1}"#,
          #"{"url":"http://a/","limit":0}"#, #"{"url":"http://a/","types":"x"}"#,
          #"{"url":"http://a/","name":".x"}"#,
        ] {
          let refused = try await client.ask(.post, path, headers: json, text: body)
          #expect(refused.status == .badRequest, "\(body): \(refused.text)")
        }
      }
      let elsewhere = try await client.ask(
        .post, "/api/v1/inbox", headers: json, text: #"{"url":"http://a/","folder":"F"}"#)
      #expect(elsewhere.code == "invalid-parameter")
    }
  }

  @Test("that are JSON themselves are told from addresses by their name")
  func json() async throws {
    try await TestSite.run { client, _ in
      let found = try await client.ask(
        .post, "/api/v1/inbox?name=x.json", headers: [.contentType: "application/json"],
        text: #"{"url":"http://a/"}"#)
      #expect(found.status == .created)
    }
  }

  @Test("can be suspended while they are fetched, unlike other jobs")
  func suspending() async throws {
    try await TestSite.run { client, test in
      let id = test.assembly.workspace.jobs
      let job = try id.start(.cleanUp, "x", summary: { (_: Int) in "done" }) { _ in
        while !Task.isCancelled { await Task.yield() }
        return 1
      }
      let refused = try await client.ask(.post, "/api/v1/jobs/\(job.id)/suspend")
      #expect(refused.status == .conflict && refused.code == "not-suspendable")
      #expect(try await client.ask(.post, "/api/v1/jobs/\(job.id)/resume").status == .ok)
      #expect(try await client.ask(.post, "/api/v1/jobs/999/suspend").status == .notFound)
      _ = try await client.ask(.post, "/api/v1/jobs/\(job.id)/cancel")
    }
  }
}
