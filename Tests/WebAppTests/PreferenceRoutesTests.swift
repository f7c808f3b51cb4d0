import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Storage
import Testing
import Workspace

@testable import WebApp

@Suite("Preferences, saved state and jobs over HTTP")
struct PreferenceRoutesTests {
  @Test("a value is chosen, read, and given back", arguments: TestClient.Mode.allCases)
  func preference(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let address = "/api/v1/preferences/library.order"
      let initial = try await client.ask(.get, address)
      #expect(try initial.member("value") == .string("-created"))
      let chosen = try await client.ask(.put, address, text: #""name""#)
      #expect(try chosen.member("value") == .string("name"))
      #expect(try await client.ask(.get, "/api/v1/preferences").text.contains(#""library.order":"name""#))
      #expect(try await client.ask(.delete, address).status == .noContent)
      #expect(try await client.ask(.get, address).text.contains(#""-created""#))
    }
  }

  @Test("a value that cannot be chosen is refused by its reason")
  func refusals() async throws {
    try await TestSite.run { client, _ in
      let long = "\"" + String(repeating: "a", count: 20_000) + "\""
      let refused = try await client.ask(.put, "/api/v1/preferences/a", text: long)
      #expect(refused.status == .contentTooLarge)
      for (address, body) in [
        ("a", "nonsense"), ("library.order", "\"sideways\""), ("a b", "1"), ("..", "1"),
      ] {
        let path = "/api/v1/preferences/\(address.replacing(" ", with: "%20"))"
        let answer = try await client.ask(.put, path, text: body)
        #expect([400, 404].contains(answer.status.code), "\(address): \(answer.status)")
      }
      #expect(try await client.ask(.get, "/api/v1/preferences/nobody").status == .notFound)
    }
  }

  @Test("a listener to events hears of a choice, without a number")
  func notified() async throws {
    try await TestSite.run(.live) { client, _ in
      let connection = try await client.connect()
      try await connection.send(.get, "/api/v1/events")
      _ = try await connection.head()
      let headers: HTTPFields = [.sheafClient: "tab-1"]
      _ = try await client.ask(.put, "/api/v1/preferences/a", headers: headers, text: "1")
      var heard = ""
      while heard.split(separator: "event: ").last?.contains("\n\n") != true || !heard.contains("preference")
      {
        heard += String(decoding: try await connection.receive(), as: UTF8.self)
      }
      heard = String(heard.drop { $0 != "}" })
      #expect(heard.contains("event: preference.changed"))
      #expect(heard.contains(#""client":"tab-1""#) && heard.contains(#""value":1"#))
      #expect(!heard.contains("id:"))
    }
  }

  @Test("a client's state comes back with when it was saved, and goes")
  func state() async throws {
    try await TestSite.run { client, test in
      let address = "/api/v1/state/tab-1"
      #expect(try await client.ask(.get, address).status == .notFound)
      #expect(try await client.ask(.put, address, text: #"{"page":7}"#).status == .noContent)
      let answer = try await client.ask(.get, address)
      #expect(answer.text.contains(#""state":{"page":7}"#))
      #expect(answer.text.contains(#""appVersion":"\#(App.version)""#))
      for body in ["[1]", "7", "x"] {
        #expect(try await client.ask(.put, address, text: body).code == "invalid-parameter")
      }
      try FileManager.default.removeItem(atPath: "\(test.root)/Library/SavedState")
      #expect(try await client.ask(.get, address).status == .notFound)
      #expect(try await client.ask(.delete, address).status == .noContent)
    }
  }

  @Test("a state of another generation of the app, or one that is very old, is none")
  func oldState() async throws {
    try await TestSite.run { client, test in
      let folder = test.assembly.states
      let name = try #require(ClientName("c"))
      for (version, savedAt) in [("9.0.0", Date().internetFormat), (App.version, "2001-01-01T00:00:00.000Z")]
      {
        let text = #"{"state":{},"savedAt":"\#(savedAt)","appVersion":"\#(version)"}"#
        try await folder.save(Array(text.utf8), of: name)
        #expect(try await client.ask(.get, "/api/v1/state/c").status == .notFound)
      }
    }
  }

  @Test("SR-20 what is kept of a client can be read, path by path and key by key, also what it would not get")
  func dump() async throws {
    try await TestSite.run { client, test in
      let address = "/api/v1/state/tab-1"
      #expect(try await client.ask(.get, "\(address)?debug=1").code == "not-found")
      let state = #"{"view":"board","boards":{"b/1":{"x":12.5,"open":true,"ids":[7,null]}},"~":"two\nlines"}"#
      _ = try await client.ask(.put, address, text: state)
      let answer = try await client.ask(.get, "\(address)?debug=1")
      #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
      let lines = answer.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      for line in [
        "client tab-1", "given yes", "/ object boards, view, ~", "/boards object b/1",
        "/boards/b~11 object ids, open, x", "/boards/b~11/ids array 2", "/boards/b~11/ids/0 number 7",
        "/boards/b~11/ids/1 null", "/boards/b~11/open bool true", "/boards/b~11/x number 12.5",
        #"/view text "board""#, #"/~0 text "two\u{a}lines""#,
      ] {
        #expect(lines.contains(line), "\(line)")
      }
      #expect(try await client.ask(.get, "\(address)?debug=0").text.contains(#""view":"board""#))
      #expect(try await client.ask(.get, "\(address)?debug=yes").code == "invalid-parameter")
      let name = try #require(ClientName("tab-1"))
      let old = #"{"state":{"a":1},"savedAt":"2001-01-01T00:00:00.000Z","appVersion":"0.1.0"}"#
      for (kept, said) in [(old, "too old"), ("no JSON", "not a saved state")] {
        try await test.assembly.states.save(Array(kept.utf8), of: name)
        let answer = try await client.ask(.get, "\(address)?debug=1")
        #expect(answer.status == .ok && answer.text.contains(said))
      }
    }
  }

  @Test("SR-20 a state of many values, long texts and deep paths is read in bounded lines")
  func boundedDump() throws {
    let name = try #require(ClientName("c"))
    let values = Array(repeating: "1", count: 20_000).joined(separator: ",")
    let deep = (0..<60).reduce("[\(values)]") { inner, _ in
      #"{"\#(String(repeating: "k", count: 200))":\#(inner)}"#
    }
    let text = #"{"state":{"deep":\#(deep)},"savedAt":"x","appVersion":"0.1.0"}"#
    let dump = SavedStateDump(of: name, Array(text.utf8), isGiven: false).description
    let lines = dump.split(separator: "\n")
    #expect(lines.count == 6 + SavedStateDump.maximumLines + 1)
    #expect(lines.last == "and 10062 more")
    #expect(lines.allSatisfy { $0.utf8.count < 800 })
  }

  @Test("jobs are listed, looked at and cancelled")
  func jobs() async throws {
    try await TestSite.run { client, test in
      #expect(try await client.ask(.get, "/api/v1/jobs").text == #"{"jobs":[]}"#)
      let jobs = test.assembly.workspace.jobs
      _ = try await jobs.run(.importing, "Three files", summary: { _ in "done" }) { $0.advance(to: 3, of: 3) }
      let answer = try await client.ask(.get, "/api/v1/jobs/1")
      #expect(try answer.member("state") == .string("finished"))
      #expect(try answer.member("total") == .integer(3))
      #expect(try await client.ask(.post, "/api/v1/jobs/1/cancel").text.contains("finished"))
      #expect(try await client.ask(.get, "/api/v1/jobs/2").status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/jobs/1?wait=60").text.contains("finished"))
    }
  }

  @Test("jobs are listed by state and by kind, with an empty list for each kind that has none")
  func groupedJobs() async throws {
    try await TestSite.run { client, test in
      let jobs = test.assembly.workspace.jobs
      _ = try await jobs.run(.importing, "Three files", summary: { _ in "done" }) { _ in
        let going = try await client.ask(.get, "/api/v1/jobs?state=active&group=kind").member("kinds")
        #expect(going?.members?["import"]?.written.contains("Three files") == true)
      }
      let over = try await client.ask(.get, "/api/v1/jobs?state=active&group=kind").member("kinds")
      let kinds = try #require(over?.members)
      #expect(Set(kinds.keys) == Set(Job.Kind.allCases.map(\.rawValue)))
      #expect(kinds.values.allSatisfy { $0 == .array([]) })
      #expect(try await client.ask(.get, "/api/v1/jobs?state=active").text == #"{"jobs":[]}"#)
      #expect(try await client.ask(.get, "/api/v1/jobs?state=finished").text.contains("Three files"))
      for query in ["state=odd", "group=state", "state="] {
        #expect(try await client.ask(.get, "/api/v1/jobs?\(query)").status == .badRequest, "\(query)")
      }
    }
  }
}

extension TestResponse {
  func member(_ name: String) throws -> JSONValue? {
    try JSONValue(reading: Array(body)).members?[name]
  }
}
