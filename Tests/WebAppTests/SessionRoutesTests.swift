import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Sessions over HTTP")
struct SessionRoutesTests {
  struct Session: Decodable {
    struct Content: Decodable { var sha256: String, version: Int? }
    struct Failure: Decodable { var code: String }
    var id: String
    var document: String
    var state: String
    var base: Content?
    var loaded: String?
    var sequence: Int
    var dirty: Bool
    var inConflict: Bool
    var savingError: Failure?
  }

  struct Conflicts: Decodable {
    struct Mine: Decodable { var sha256: String, size: Int, content: String, handed: String? }
    struct Theirs: Decodable { var number: Int, etag: String, origin: String, created: String }
    struct Conflict: Decodable { var id: String, mine: Mine, theirs: Theirs }
    var conflicts: [Conflict]
  }

  struct Decision: Decodable {
    var session: Session
    var document: Answer
  }

  private func read<Value: Decodable>(_ response: TestResponse, as type: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(response.body))
  }

  private func path(_ session: Session) -> String {
    "/api/v1/documents/\(session.document)/sessions/\(session.id)"
  }

  private func open(_ client: TestClient, _ id: String, query: String = "") async throws -> Session {
    let answer = try await client.ask(.post, "/api/v1/documents/\(id)/sessions\(query)")
    #expect(answer.status == .created)
    let session: Session = try read(answer)
    #expect(answer.headers[.location] == path(session))
    return session
  }

  private func hand(
    _ client: TestClient, _ text: String, _ sequence: Int, to session: Session, query: String = ""
  ) async throws -> TestResponse {
    try await client.ask(.put, "\(path(session))/content?sequence=\(sequence)\(query)", text: text)
  }

  private func content(_ client: TestClient, _ id: String) async throws -> String {
    try await client.ask(.get, "/api/v1/documents/\(id)/content").text
  }

  @Test("open, hand over, save, look, close", arguments: TestClient.Mode.allCases)
  func life(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let document = try await client.upload("one")
      let id = try #require(document.id)
      let session = try await open(client, id)
      #expect(session.state == "clean" && session.base?.version == 1 && session.loaded == document.sha256)
      let dirty: Session = try read(try await hand(client, "two", 1, to: session))
      #expect(dirty.state == "dirty" && dirty.dirty && dirty.sequence == 1)
      #expect(try await content(client, id) == "one")
      #expect(try await client.ask(.get, "\(path(session))/content").text == "two")
      let saved: Session = try read(try await client.ask(.post, "\(path(session))/save"))
      #expect(saved.state == "clean" && saved.base?.version == 2 && !saved.dirty)
      #expect(try await content(client, id) == "two")
      #expect(try await client.ask(.get, "\(path(session))/content").code == "not-found")
      let again: Session = try read(try await hand(client, "three", 2, to: session, query: "&save=true"))
      #expect(again.state == "clean" && again.base?.version == 3)
      _ = try await hand(client, "four", 3, to: session)
      let reverted: Session = try read(try await client.ask(.post, "\(path(session))/revert"))
      #expect(reverted.state == "clean" && !reverted.dirty)
      _ = try await hand(client, "five", 4, to: session)
      let closed: Session = try read(try await client.ask(.delete, path(session)))
      #expect(closed.state == "closed" && closed.base?.version == 4)
      #expect(try await content(client, id) == "five")
      let late = try await hand(client, "six", 5, to: session)
      #expect(late.status == .conflict && late.code == "session-closed")
    }
  }

  @Test("a client that opens as many sessions of a document as there may be keeps no other client out")
  func shares() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let accounts = test.assembly.accounts
      let tokens = (try await accounts.makeToken(name: "same"), try await accounts.makeToken(name: "same"))
      func headers(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }
      let uploaded = try await client.ask(
        .post, "/api/v1/documents?name=a.txt", headers: headers(tokens.0), text: "one")
      let path = "/api/v1/documents/\(try #require(try uploaded.answer().id))/sessions"
      var refused: TestResponse?
      for _ in 0..<100 where refused == nil {
        let answer = try await client.ask(.post, path, headers: headers(tokens.0))
        if answer.status != .created { refused = answer }
      }
      #expect(refused?.status == .serviceUnavailable && refused?.code == "busy")
      let other = try await client.ask(.post, path, headers: headers(tokens.1))
      #expect(other.status == .created, "\(other.text)")
    }
  }

  @Test("a document's sessions are listed, and each is its document's alone")
  func listing() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("one").id)
      let other = try #require(try await client.upload("two", named: "b.txt").id)
      let session = try await open(client, id)
      struct List: Decodable { var sessions: [Session] }
      let list: List = try read(try await client.ask(.get, "/api/v1/documents/\(id)/sessions"))
      #expect(list.sessions.map(\.id) == [session.id])
      let one: Session = try read(try await client.ask(.get, path(session)))
      #expect(one.id == session.id && one.savingError == nil && !one.inConflict)
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(other)/sessions/\(session.id)").code == "not-found")
    }
  }

  @Test("malformed operations are refused, and change nothing")
  func refusals() async throws {
    try await TestSite.run(maximumUpload: 1000) { client, _ in
      let id = try #require(try await client.upload("one").id)
      let session = try await open(client, id)
      for query in [
        "", "?sequence=0", "?sequence=-1", "?sequence=x", "?sequence=1&save=maybe", "?sequence=1&loaded=x",
      ] {
        let answer = try await client.ask(.put, "\(path(session))/content\(query)", text: "two")
        #expect(answer.status == .badRequest && answer.code == "invalid-parameter", "\(query)")
      }
      #expect(try await hand(client, String(repeating: "x", count: 1001), 1, to: session).status.code == 413)
      let ranged = try await client.ask(
        .put, "\(path(session))/content?sequence=1", headers: [.contentRange: "bytes 0-1/3"], text: "tw")
      #expect(ranged.code == "invalid-parameter")
      let digest = try await client.ask(
        .put, "\(path(session))/content?sequence=1",
        headers: [.contentDigest: "sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:"], text: "two")
      #expect(digest.code == "content-mismatch")
      for path in ["sessions/nonsense", "sessions/0000000000000000"] {
        #expect(try await client.ask(.get, "/api/v1/documents/\(id)/\(path)").status == .notFound)
      }
      #expect(
        try await client.ask(.post, "/api/v1/documents/\(id)/sessions?loaded=x").code == "invalid-parameter")
      #expect(try await client.ask(.post, "/api/v1/documents/0000000000000000/sessions").code == "not-found")
      let untouched: Session = try read(try await client.ask(.get, path(session)))
      #expect(untouched.state == "clean" && untouched.sequence == 0)
      _ = try await hand(client, "two", 2, to: session)
      #expect(try read(try await hand(client, "two", 2, to: session), as: Session.self).sequence == 2)
      #expect(try await hand(client, "late", 1, to: session).code == "superseded-content")
    }
  }

  @Test("a conflict is listed and decided", arguments: ["mine", "theirs", "both"])
  func conflicts(keep: String) async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("one", named: "plan.txt").id)
      let session = try await open(client, id)
      _ = try await hand(client, "mine", 1, to: session)
      #expect(try await client.ask(.put, "/api/v1/documents/\(id)/content", text: "theirs").status == .ok)
      let refused = try await client.ask(.post, "\(path(session))/save")
      #expect(refused.status == .preconditionFailed && refused.code == "version-conflict")
      let found: Conflicts = try read(try await client.ask(.get, "/api/v1/documents/\(id)/conflicts"))
      let conflict = try #require(found.conflicts.first)
      #expect(conflict.id == session.id && conflict.mine.size == 4 && conflict.mine.handed != nil)
      #expect(try await client.ask(.get, conflict.mine.content).text == "mine")
      #expect(conflict.theirs.number == 2 && conflict.theirs.origin == "api")
      let target = "/api/v1/documents/\(id)/conflicts/\(conflict.id)"
      for body in ["", "{}", #"{"keep":"all"}"#] {
        #expect(try await client.ask(.post, target, text: body).code == "invalid-parameter")
      }
      let operation = #"{"keep":"\#(keep)"}"#
      let stale = "\"\(String(repeating: "0", count: 64))\""
      #expect(
        try await client.ask(.post, target, headers: [.ifMatch: stale], text: operation).code
          == "version-conflict"
      )
      for tag in ["*", conflict.theirs.etag] {
        let refused = try await client.ask(.post, target, headers: [.ifNoneMatch: tag], text: operation)
        #expect(refused.code == "version-conflict")
      }
      let answer = try await client.ask(
        .post, target, headers: [.ifMatch: conflict.theirs.etag], text: operation)
      let decision: Decision = try read(answer)
      #expect(decision.session.state == "clean" && (decision.document.id == id) == (keep != "both"))
      #expect(try await content(client, id) == (keep == "mine" ? "mine" : "theirs"))
      #expect(decision.document.name == (keep == "both" ? "plan (conflict).txt" : "plan.txt"))
      #expect(try await client.ask(.post, target, text: operation).code == "not-found")
      let left: Conflicts = try read(try await client.ask(.get, "/api/v1/documents/\(id)/conflicts"))
      #expect(left.conflicts.isEmpty)
    }
  }

  @Test("handing over with save says that there is a conflict, and keeps what came")
  func saving() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("one").id)
      let session = try await open(client, id)
      _ = try await client.ask(.put, "/api/v1/documents/\(id)/content", text: "theirs")
      let answer = try await hand(
        client, "mine", 1, to: session, query: "&save=true&loaded=\(session.loaded ?? "")")
      let state: Session = try read(answer)
      #expect(answer.status == .ok && state.state == "inConflict" && state.inConflict && state.dirty)
      #expect(try await client.ask(.get, "\(path(session))/content").text == "mine")
    }
  }

  @Test("a quota that is used up is told, and what was handed over before stays")
  func quota() async throws {
    try await TestSite.run(quota: 12) { client, _ in
      let id = try #require(try await client.upload("one").id)
      let session = try await open(client, id)
      #expect(try await hand(client, "12345", 1, to: session).status == .ok)
      let refused = try await hand(client, "1234567890", 2, to: session)
      #expect(refused.status.code == 507 && refused.code == "quota-exceeded")
      #expect(try await client.ask(.get, "\(path(session))/content").text == "12345")
      let saved: Session = try read(try await client.ask(.post, "\(path(session))/save"))
      #expect(saved.state == "clean")
    }
  }

  @Test("DT-6 what is only shown takes no edits: 405 with a reason, and the openers say so beforehand")
  func viewerOnly() async throws {
    try await TestSite.run { client, _ in
      struct Openers: Decodable { var editable: Bool }
      let uploaded = try await client.ask(
        .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes()
      ).answer()
      let id = try #require(uploaded.id)
      let openers: Openers = try read(try await client.ask(.get, "/api/v1/documents/\(id)/openers"))
      #expect(uploaded.type == "com.adobe.pdf" && !openers.editable)
      let session = try await open(client, id)
      let save = try await client.ask(.post, "\(path(session))/save")
      #expect(save.status == .methodNotAllowed && save.code == "viewer-only")
      #expect(save.headers[.allow] == "OPTIONS")
      let handed = try await hand(client, "changed", 1, to: session)
      #expect(handed.status == .methodNotAllowed && handed.code == "viewer-only")
      #expect(handed.headers[.allow] == "GET, HEAD, OPTIONS")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)").answer().sha256 == uploaded.sha256)
      let replaced = try await client.ask(
        .put, "/api/v1/documents/\(id)/content", body: SmallPDF.bytes(pages: 2))
      #expect(replaced.status == .ok, "a new content from elsewhere is no edit by what shows it")
      let text = try #require(try await client.upload("one").id)
      let others: Openers = try read(try await client.ask(.get, "/api/v1/documents/\(text)/openers"))
      #expect(others.editable)
    }
  }

  @Test("a client that has not signed in has no session")
  func access() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      for path in ["sessions", "conflicts"] {
        let answer = try await client.ask(.get, "/api/v1/documents/0000000000000000/\(path)")
        #expect(answer.status == .unauthorized)
      }
    }
  }

  @Test("UID-4 a new document of a type begins with what such a document holds")
  func emptyDocuments() async throws {
    try await TestSite.run { client, _ in
      let board = try await client.ask(.post, "/api/v1/documents?type=org.sheaf.board")
      #expect(board.status == .created)
      let made = try board.answer()
      #expect(made.name == "Board.board" && made.type == "org.sheaf.board")
      struct Board: Decodable { var format: String, formatVersion: Int, cards: [Int], strokes: [Int] }
      let text = try await content(client, try #require(made.id))
      let empty = try JSONDecoder().decode(Board.self, from: Data(text.utf8))
      #expect(empty.format == "org.sheaf.board" && empty.cards.isEmpty && empty.strokes.isEmpty)
      #expect(
        try await client.ask(.post, "/api/v1/documents?type=org.sheaf.board").answer().name == "Board 2.board"
      )
      let named = "/api/v1/documents?type=public.plain-text&name=notes.txt&folder=Papers"
      let notes = try await client.ask(.post, named).answer()
      #expect(notes.name == "notes.txt" && notes.folder == "Papers" && notes.size == 0)
      let taken = try await client.ask(.post, named)
      #expect(taken.status == .conflict && taken.code == "name-taken")
      #expect(try await client.ask(.post, named + "&conflict=rename").answer().name == "notes 2.txt")
      for type in ["com.adobe.pdf", "public.png", "public.svg-image", "no such type", ""] {
        let answer = try await client.ask(
          .post, "/api/v1/documents?type=\(type.replacing(" ", with: "%20"))&name=x")
        #expect(answer.code == "invalid-parameter", "\(type)")
      }
      let both = try await client.ask(
        .post, "/api/v1/documents?type=public.plain-text&name=y.txt", text: "body")
      #expect(both.code == "invalid-parameter")
    }
  }
}
