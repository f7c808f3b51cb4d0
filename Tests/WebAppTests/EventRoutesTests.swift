import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing
import Workspace

@testable import WebApp

@Suite("Events over HTTP", .timeLimit(.minutes(1)))
struct EventRoutesTests {
  private struct SentEvent: Equatable {
    var id: String?
    var event: String?
    var data = ""
  }

  private struct Gathered: Decodable, Equatable {
    let id: String
    let documents: Int
  }

  /// The first events behind the beginning, of a client that resumes after the event `id`.
  private func hear(
    _ count: Int, after id: String?, query: String = "", of client: TestClient,
    _ meanwhile: () async throws -> Void = {}
  ) async throws -> [SentEvent] {
    let all = try await hearAll(count + 1, after: id, query: query, of: client, meanwhile)
    #expect(all.map { $0.event == "gathered" } == [true] + Array(repeating: false, count: all.count - 1))
    return Array(all.dropFirst())
  }

  /// The first events, the one at the beginning among them.
  private func hearAll(
    _ count: Int, after id: String?, query: String = "", of client: TestClient,
    _ meanwhile: () async throws -> Void = {}
  ) async throws -> [SentEvent] {
    let connection = try await client.connect()
    var headers: HTTPFields = [:]
    if let id { headers[.lastEventID] = id }
    try await connection.send(.get, "/api/v1/events\(query)", headers: headers)
    _ = try await connection.head()
    try await meanwhile()
    var (bytes, events): ([UInt8], [SentEvent]) = ([], [])
    while events.count < count {
      let more = try await connection.receive()
      try #require(!more.isEmpty, "the stream ended")
      bytes += more
      events = Self.events(in: String(decoding: Self.content(bytes), as: UTF8.self))
    }
    return events
  }

  /// The content of the complete chunks (RFC 9112 §7.1).
  private static func content(_ bytes: [UInt8]) -> [UInt8] {
    var (content, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while let end = rest.firstIndex(of: UInt8(ascii: "\r")),
      let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16),
      rest.endIndex - end >= size + 4
    {
      content += rest[(end + 2)..<(end + 2 + size)]
      rest = rest[(end + 4 + size)...]
    }
    return content
  }

  /// The complete events; lines that clients ignore are left out.
  private static func events(in text: String) -> [SentEvent] {
    var (all, current): ([SentEvent], SentEvent) = ([], SentEvent())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.isEmpty, current != SentEvent() { all.append(current) }
      if line.isEmpty { current = SentEvent() }
      if let value = line.value(of: "id") { current.id = value }
      if let value = line.value(of: "event") { current.event = value }
      if let value = line.value(of: "data") { current.data += value }
    }
    return all
  }

  private func id(_ sequence: Int64, _ test: TestSite) -> String {
    "\(EventID(epoch: test.assembly.workspace.events.epoch, sequence: sequence))"
  }

  @Test("each has an id, and a client that repeats one hears the later ones, once")
  func resumes() async throws {
    try await TestSite.run(.live) { client, test in
      for number in 0..<3 { _ = try await client.upload("\(number)", named: "\(number).txt") }
      let all = try await hear(3, after: "0", of: client)
      #expect(all.map(\.id) == [id(1, test), id(2, test), id(3, test)])
      #expect(all.allSatisfy { $0.event == "document.created" })
      let rest = try await hear(2, after: all[0].id, of: client)
      #expect(rest.map(\.id) == all[1...].map(\.id))
      let asked = try await hear(1, after: nil, query: "?after=\(id(2, test))", of: client)
      #expect(asked.map(\.id) == [all[2].id] && asked[0].data.contains("2.txt"))
    }
  }

  @Test("begin with the id behind which they tell all, and with the number of documents")
  func gathered() async throws {
    try await TestSite.run(.live) { client, test in
      for number in 0..<3 { _ = try await client.upload("\(number)", named: "\(number).txt") }
      let joined = try await hearAll(2, after: nil, of: client) {
        _ = try await client.upload("later", named: "later.txt")
      }
      #expect(joined.map(\.event) == ["gathered", "document.created"])
      #expect(joined.map(\.id) == [id(3, test), id(4, test)])
      #expect(try beginning(joined) == Gathered(id: id(3, test), documents: 3))
      let resumed = try await hearAll(3, after: id(2, test), of: client)
      #expect(resumed.map(\.event) == ["gathered", "document.created", "document.created"])
      #expect(resumed.map(\.id) == [id(2, test), id(3, test), id(4, test)])
      #expect(try beginning(resumed) == Gathered(id: id(2, test), documents: 4))
      let gone = try #require(try await client.upload("gone", named: "gone.txt").id)
      _ = try await client.ask(.delete, "/api/v1/documents/\(gone)")
      let last = try beginning(try await hearAll(1, after: nil, of: client))
      #expect(last == Gathered(id: id(6, test), documents: 4))
    }
  }

  @Test("begin before a reset without an id of their own, so that nobody misses the reset")
  func gatheredAnew() async throws {
    try await TestSite.run(.live) { client, test in
      _ = try await client.upload()
      let events = try await hearAll(2, after: "1-\(EventEpoch())", of: client)
      #expect(events.map(\.event) == ["gathered", "reset"] && events.map(\.id) == [nil, id(1, test)])
      #expect(try beginning(events) == Gathered(id: id(1, test), documents: 1))
    }
  }

  private func beginning(_ events: [SentEvent]) throws -> Gathered {
    try JSONDecoder().decode(Gathered.self, from: Data(try #require(events.first).data.utf8))
  }

  @Test("a client that cannot go on without a gap is reset before anything else, and goes on from there")
  func resets() async throws {
    try await TestSite.run(.live) { client, test in
      for number in 0..<3 { _ = try await client.upload("\(number)", named: "\(number).txt") }
      let cases = [
        ("1-\(EventEpoch())", "unknown-epoch"), ("2", "unknown-epoch"), (id(4, test), "ahead"),
        (id(.max, test), "ahead"),
      ]
      for (known, reason) in cases {
        let events = try await hear(1, after: known, of: client)
        #expect(
          events == [SentEvent(id: id(3, test), event: "reset", data: #"{"reason":"\#(reason)"}"#)],
          "\(known)")
      }
      let events = try await hear(2, after: "99", of: client) {
        _ = try await client.upload("later", named: "later.txt")
      }
      #expect(events.map(\.event) == ["reset", "document.created"])
      #expect(events.map(\.id) == [id(3, test), id(4, test)])
      let next = try await hear(1, after: events[0].id, of: client)
      #expect(next.map(\.id) == [events[1].id])
    }
  }

  @Test(
    "text that no event ever had for an id is refused", arguments: ["x", "-1", "1.5", "a-b", "1-a-2", "%20"])
  func nonsense(_ id: String) async throws {
    try await TestSite.run { client, _ in
      let headers: HTTPFields = [.lastEventID: id]
      let answer = try await client.ask(.get, "/api/v1/events", headers: headers)
      #expect(answer.status == .badRequest && answer.code == "invalid-parameter")
    }
  }

  @Test("an id of one workspace is none of another")
  func elsewhere() async throws {
    try await TestSite.run(.live) { client, _ in
      _ = try await client.upload("one", named: "1.txt")
      let known = try await hear(1, after: "0", of: client).first?.id
      try await TestSite.run(.live) { other, _ in
        _ = try await other.upload("one", named: "1.txt")
        #expect(try await hear(1, after: known, of: other).map(\.event) == ["reset"])
      }
    }
  }

  @Test("end within a second when their token is taken away, and those of other clients go on")
  func revoked() async throws {
    try await TestSite.run(.live, requiresSignIn: true) { client, test in
      let accounts = test.assembly.accounts
      let (lost, kept) = (
        try await accounts.makeToken(name: "lost"), try await accounts.makeToken(name: "kept")
      )
      let streams = try await [open(lost, client), open(kept, client)]
      let start = ContinuousClock.now
      #expect(try await Accounts.open(root: test.root).revoke(named: "lost") == 1)
      try await end(of: streams[0])
      #expect(ContinuousClock.now - start < .seconds(1))
      _ = try await client.ask(
        .post, "/api/v1/documents?name=a.txt", headers: [.authorization: "Bearer \(kept)"], text: "a")
      var heard = ""
      while !heard.contains("document.created") {
        let more = try await streams[1].receive()
        try #require(!more.isEmpty, "the stream ended")
        heard += String(decoding: more, as: UTF8.self)
      }
    }
  }

  @Test("end when their session signs out")
  func signedOut() async throws {
    try await TestSite.run(.live, requiresSignIn: true) { client, test in
      let code = try await test.assembly.accounts.makeCode()
      let cookie = try await client.ask(.get, "/sign-in?code=\(code)").headers[.setCookie]
      let pair = String(try #require(cookie).prefix { $0 != ";" })
      let stream = try await client.connect()
      try await stream.send(.get, "/api/v1/events", headers: [.cookie: pair])
      #expect(try await stream.head().status == .ok)
      _ = try await client.ask(.post, "/sign-out", headers: [.cookie: pair])
      try await end(of: stream)
    }
  }

  /// Returns after the last chunk (RFC 9112 §7.1).
  private func end(of stream: TestConnection) async throws {
    var bytes: [UInt8] = []
    while !bytes.ends(with: "0\r\n\r\n") {
      let more = try await stream.receive()
      guard !more.isEmpty else { return }
      bytes += more
    }
  }

  private func open(_ token: String, _ client: TestClient) async throws -> TestConnection {
    let connection = try await client.connect()
    try await connection.send(.get, "/api/v1/events", headers: [.authorization: "Bearer \(token)"])
    _ = try await connection.head()
    return connection
  }

  @Test("are bounded for each credential, and one that ends makes room")
  func bounded() async throws {
    try await TestSite.run(.live, requiresSignIn: true) { client, test in
      let accounts = test.assembly.accounts
      let (many, few) = (
        try await accounts.makeToken(name: "many"), try await accounts.makeToken(name: "few")
      )
      let bearer: HTTPFields = [.authorization: "Bearer \(many)"]
      var streams: [TestConnection] = []
      for _ in 0..<RequestShares.maximumStreams { streams.append(try await open(many, client)) }
      let refused = try await client.ask(.get, "/api/v1/events", headers: bearer)
      #expect(refused.status == .tooManyRequests && refused.code == "too-many-streams")
      #expect(refused.headers[.retryAfter] != nil)
      _ = try await open(few, client)
      streams.removeLast().close()
      var status = HTTPResponse.Status.tooManyRequests
      while status == .tooManyRequests {
        let next = try await client.connect()
        try await next.send(.get, "/api/v1/events", headers: bearer)
        status = try await next.head().status
      }
      #expect(status == .ok)
    }
  }

  @Test("tell once that pages can be shown, however many ask for them")
  func previewReady() async throws {
    try await TestSite.run(.live) { client, _ in
      let connection = try await client.connect()
      try await connection.send(.get, "/api/v1/events")
      _ = try await connection.head()
      let added = try await client.ask(
        .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: 3))
      let document = "/api/v1/documents/\(try #require(try added.answer().id))"
      async let first = client.ask(.get, "\(document)/preview")
      async let second = client.ask(.get, "\(document)/pages/1")
      _ = try await (first, second)
      _ = try await client.ask(.get, "\(document)/preview")
      _ = try await client.ask(.patch, document, text: #"{"name":"last.pdf"}"#)
      var heard = ""
      while !heard.contains("document.moved") || !heard.contains("pageCount") {
        heard += String(decoding: try await connection.receive(), as: UTF8.self)
      }
      #expect(heard.split(separator: "event: preview.ready").count == 2, "\(heard)")
      #expect(heard.contains(#""pageCount":3"#) && !heard.contains("preparing"))
    }
  }

  @Test("tell of each evenly spaced page that was drawn, with the address of its picture")
  func thumbnails() async throws {
    try await TestSite.run(.live) { client, _ in
      let connection = try await client.connect()
      try await connection.send(.get, "/api/v1/events")
      _ = try await connection.head()
      let added = try await client.ask(
        .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: 100))
      let document = "/api/v1/documents/\(try #require(try added.answer().id))"
      let begun = try await client.ask(.post, "\(document)/thumbnails?size=64")
      #expect(begun.status == .accepted)
      let job = try #require(begun.headers[.location])
      var heard = ""
      // The members of an event come in any order, and its chunk ends with the line.
      while !heard.contains(#""index":19"#) || !heard.hasSuffix("\r\n") {
        heard += String(decoding: try await connection.receive(), as: UTF8.self)
        #expect(try await client.ask(.get, document).status == .ok, "other requests are answered")
      }
      let pages = heard.split(separator: "\"page\":").dropFirst().compactMap {
        Int($0.prefix { $0.isNumber })
      }
      #expect(pages == (0..<20).map { $0 * 5 + 1 })
      let address = try #require(heard.split(separator: "\"url\":\"").last?.split(separator: "\"").first)
      let picture = try await client.ask(.get, String(address.replacing("\\/", with: "/")))
      #expect(picture.status == .ok && picture.headers[.contentType] == "image/webp")
      var state = ""
      while !state.contains("finished") {
        state = String(decoding: try await client.ask(.get, job).body, as: UTF8.self)
      }
      #expect(state.contains("20 of 20 pages were drawn"))
    }
  }

  @Test("a series of pages needs pages and a number of them")
  func refusedSeries() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("x", named: "a.pdf").id)
      let document = "/api/v1/documents/\(id)"
      for query in ["count=0", "count=101", "count=x", "size=8", "format=gif"] {
        #expect(
          try await client.ask(.post, "\(document)/thumbnails?\(query)").code == "invalid-parameter",
          "\(query)")
      }
      #expect(
        try await client.ask(.post, "/api/v1/documents/0123456789abcdef/thumbnails").status == .notFound)
    }
  }

  @Test("a reset makes every kept answer old")
  func answers() async throws {
    try await TestSite.run { client, test in
      let document = try await client.upload("one", named: "1.txt")
      let subject = try #require(document.id.flatMap { DocumentID($0) })
      let ticket = test.site.cache.ticket(for: .document(subject))
      let events = test.assembly.workspace.events
      let id = EventID(epoch: events.epoch, sequence: 1)
      #expect(test.site.cache.holds(ticket))
      test.site.cache.forget(EventMessage.reset(EventReset(.unreadable, id: id)))
      #expect(!test.site.cache.holds(ticket))
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

extension Substring {
  /// The value of a field in a line of an event; nil for a line of another field.
  fileprivate func value(of field: String) -> String? {
    hasPrefix("\(field): ") ? String(dropFirst(field.count + 2)) : nil
  }
}
