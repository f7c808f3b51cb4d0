import FoundationEssentials
import Glibc
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Folders downloaded over HTTP")
struct ArchiveRoutesTests {
  private static let address = "/api/v1/folders/archive"
  private static let disposition = HTTPField.Name.contentDisposition

  private func expectArchive(_ answer: TestResponse, named name: String, holding names: [String]) {
    #expect(answer.status == .ok && answer.headers[.contentType] == "application/zip")
    #expect(answer.headers[.contentLength] == "\(answer.body.count)")
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect(answer.headers[Self.disposition]?.hasPrefix("attachment; filename=\"\(name)\"") == true)
    #expect(Array(answer.body.suffix(22).prefix(4)) == [0x50, 0x4B, 5, 6])
    let text = String(decoding: answer.body, as: UTF8.self)
    for name in names { #expect(text.contains(name)) }
  }

  @Test("a folder is an archive called like it, so are all documents", arguments: TestClient.Mode.allCases)
  func downloaded(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      _ = try await client.upload("the words", named: "a.txt", query: "&folder=Papers/Old")
      let papers = try await client.ask(.get, "\(Self.address)?folder=Papers")
      expectArchive(
        papers, named: "Papers.zip", holding: ["Papers/", "Papers/Old/", "Papers/Old/a.txt", "the words"])
      let all = try await client.ask(.get, Self.address)
      expectArchive(all, named: "Documents.zip", holding: ["Documents/Papers/Old/a.txt"])
      let head = try await client.ask(.head, "\(Self.address)?folder=Papers")
      #expect(head.status == .ok && head.body.isEmpty)
      #expect(head.headers[.contentLength] == "\(papers.body.count)")
    }
  }

  /// Posts a selection; returns the address of its archive.
  private func chosen(_ selection: String, _ client: TestClient) async throws -> String {
    let answer = try await client.ask(.post, "/api/v1/archives", text: selection)
    #expect(answer.status == .created && answer.headers[.location] != nil)
    return try #require(answer.headers[.location])
  }

  @Test("chosen documents and folders are one archive, in which equal names get numbers")
  func selection() async throws {
    try await TestSite.run { client, _ in
      let first = try await client.upload("one", named: "a.txt", query: "&folder=Papers").id
      let second = try await client.upload("two", named: "A.txt", query: "&folder=Letters").id
      let inside = try await client.upload("three", named: "b.txt", query: "&folder=Bills/Old").id
      _ = try await client.upload("four", named: "not chosen.txt", query: "&folder=Papers")
      let ids = try [first, second, inside].map { "\"\(try #require($0))\"" }.joined(separator: ",")
      let address = try await chosen(
        #"{"documents":[\#(ids)],"folders":["Bills/Old","Bills"]}"#, client)
      for _ in 1...2 {
        let answer = try await client.ask(.get, address)
        expectArchive(
          answer, named: "Documents.zip", holding: ["Bills/Old/b.txt", "a 2.txt", "one", "two", "three"])
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(!text.contains("not chosen"))
        #expect(text.split(separator: "b.txt").count == 3, "once, and in the directory")
      }
    }
  }

  @Test("a selection in one folder is called like it, and fetched as it lies by then")
  func selectionInOneFolder() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("one", named: "a.txt", query: "&folder=Papers").id)
      let address = try await chosen(#"{"documents":["\#(id)"]}"#, client)
      expectArchive(try await client.ask(.get, address), named: "Papers.zip", holding: ["a.txt", "one"])
      _ = try await client.ask(.patch, "/api/v1/documents/\(id)", text: #"{"name":"b.txt"}"#)
      expectArchive(try await client.ask(.get, address), named: "Papers.zip", holding: ["b.txt", "one"])
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      #expect(try await client.ask(.get, address).status == .notFound)
    }
  }

  @Test(
    "a selection of nothing, or of what is not there, is refused",
    arguments: [
      ("{}", "invalid-parameter"), (#"{"documents":[],"folders":[]}"#, "invalid-parameter"),
      (#"{"documents":["x"]}"#, "invalid-parameter"), (#"{"documents":["0123456789abcdef"]}"#, "not-found"),
      (#"{"folders":["none"]}"#, "not-found"), (#"{"folders":["../.."]}"#, "invalid-name"),
      (#"{"documents":"all"}"#, "invalid-parameter"),
    ])
  func refusedSelection(selection: String, code: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, "/api/v1/archives", text: selection)
      #expect(answer.code == code, "\(answer.status)")
      #expect(try await client.ask(.get, "/api/v1/archives/none").code == "not-found")
    }
  }

  @Test("its name is told in both ways that browsers know")
  func names() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.ask(.post, "/api/v1/folders", text: #"{"folder":"Zo\u00eb & \"co\""}"#)
      let answer = try await client.ask(.get, "\(Self.address)?folder=Zo%C3%AB%20%26%20%22co%22")
      #expect(
        answer.headers[Self.disposition]
          == "attachment; filename=\"Zo_ & _co_.zip\"; filename*=UTF-8''Zo%C3%AB%20&%20%22co%22.zip")
    }
  }

  @Test("it comes whole however many ask, and one answer is the other's bytes")
  func together() async throws {
    try await TestSite.run(.live) { client, _ in
      let text = String(repeating: "0123456789", count: 100_000)
      for name in ["a.txt", "b.txt", "c.txt"] {
        _ = try await client.upload(text, named: name, query: "&folder=Papers")
      }
      let bodies = try await withThrowingTaskGroup(of: [UInt8].self, returning: [[UInt8]].self) { group in
        for _ in 0..<4 {
          group.addTask { try await client.ask(.get, "\(Self.address)?folder=Papers").body }
        }
        var bodies: [[UInt8]] = []
        for try await body in group { bodies.append(body) }
        return bodies
      }
      #expect(bodies.count == 4 && Set(bodies).count == 1)
      #expect(bodies[0].count > 3_000_000)
    }
  }

  @Test(
    "a path that is no folder is refused, and nothing is downloaded",
    arguments: [
      ("none", "not-found"), ("a.txt", "not-found"), ("none/below", "not-found"), ("..", "invalid-name"),
      ("a%2F..%2Fb", "invalid-name"), ("%2Fetc", "invalid-name"), (".hidden", "invalid-name"),
    ])
  func refused(folder: String, code: String) async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload()
      let answer = try await client.ask(.get, "\(Self.address)?folder=\(folder)")
      #expect(answer.status == (code == "not-found" ? .notFound : .badRequest) && answer.code == code)
      #expect(answer.headers[Self.disposition] == nil)
    }
  }

  @Test("a client that has not signed in gets nothing")
  func stranger() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ async throws in
      #expect(try await client.ask(.get, Self.address).status == .unauthorized)
    }
  }

  /// The number of bytes until the server closes or resets the connection.
  private static func rest(of connection: TestConnection) async throws -> Int {
    var count = 0
    while true {
      do {
        let more = try await connection.receive(atMost: .seconds(60))
        if more.isEmpty { return count }
        count += more.count
      } catch TestClientError.socket {
        return count
      }
    }
  }

  @Test("it ends early, and is noticed, when a file gets shorter while it comes")
  func cutOff() async throws {
    try await TestSite.run(.live) { client, test in
      let folder = "\(test.root)/Documents/Papers"
      try #require(mkdir(folder, 0o755) == 0)
      // Far more than the server and two sockets buffer; the file is sparse.
      let path = "\(folder)/large.bin"
      try #require(FileManager.default.createFile(atPath: path, contents: nil))
      try #require(truncate(path, 256 << 20) == 0)
      let connection = try await client.connect()
      try await connection.send(.get, "\(Self.address)?folder=Papers", headers: [:])
      let head = try await connection.head()
      let length = try #require(head.headers[.contentLength].flatMap { Int($0) })
      #expect(length > 256 << 20)
      let first = try await connection.receive().count
      try #require(truncate(path, 1) == 0)
      let rest = try await Self.rest(of: connection)
      #expect(first + rest < length - (64 << 20))
      #expect(try await client.ask(.get, Self.address).status == .ok, "and the server goes on")
    }
  }
}
