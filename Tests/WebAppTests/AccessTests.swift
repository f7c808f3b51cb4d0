import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Who may do what")
struct AccessTests {
  private let host = HTTPField.Name("Host")

  @Test("without a credential the API is closed, and the app's page and health are open")
  func closed() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      for path in [
        "/api/v1/documents", "/api/v1/types", "/api/v1/events", "/metrics", "/api/v1/watchers",
        "/api/v1/storage",
      ] {
        let answer = try await client.ask(.get, path)
        #expect(answer.status == .unauthorized, "\(path)")
        #expect(answer.code == "sign-in-required")
      }
      for path in ["/", "/d/0000000000000000", "/healthz", "/api/v1/openapi.json"] {
        #expect(try await client.ask(.get, path).status == .ok, "\(path)")
      }
    }
  }

  @Test("a token opens the API, a wrong one does not", arguments: TestClient.Mode.allCases)
  func token(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode, requiresSignIn: true) { client, test in
      let token = try await test.assembly.accounts.makeToken(name: "test")
      let good = try await client.ask(.get, "/api/v1/documents", headers: [.authorization: "Bearer \(token)"])
      #expect(good.status == .ok)
      let wrong = String(token.reversed())
      for value in ["Bearer \(wrong)", "Bearer ", "Basic \(token)", token] {
        let answer = try await client.ask(.get, "/api/v1/documents", headers: [.authorization: value])
        #expect(answer.status == .unauthorized, "\(value)")
      }
    }
  }

  @Test("a kept answer is not given to somebody who has not signed in")
  func keptAnswers() async throws {
    try await TestSite.run(.live, requiresSignIn: true) { client, test in
      let token = try await test.assembly.accounts.makeToken(name: "test")
      for _ in 0..<2 {
        let good = try await client.ask(
          .get, "/api/v1/documents", headers: [.authorization: "Bearer \(token)"])
        #expect(good.status == .ok)
      }
      #expect(try await client.ask(.get, "/api/v1/documents").status == .unauthorized)
    }
  }

  @Test("a sign-in link works once and gives a session that scripts cannot read")
  func signIn() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let code = try await test.assembly.accounts.makeCode()
      let answer = try await client.ask(.get, "/sign-in?code=\(code)")
      #expect(answer.status == .seeOther)
      let cookie = try #require(answer.headers[.setCookie])
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await client.ask(.get, "/api/v1/documents", headers: [.cookie: pair]).status == .ok)
      #expect(try await client.ask(.get, "/sign-in?code=\(code)").status == .forbidden)
      #expect(
        try await client.ask(.get, "/api/v1/documents", headers: [.authorization: "Bearer \(code)"]).status
          == .unauthorized)
    }
  }

  @Test("signing out ends the session")
  func signOut() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let code = try await test.assembly.accounts.makeCode()
      let cookie = try #require(try await client.ask(.get, "/sign-in?code=\(code)").headers[.setCookie])
      let pair = String(cookie.prefix { $0 != ";" })
      _ = try await client.ask(.get, "/api/v1/documents", headers: [.cookie: pair])
      _ = try await client.ask(.post, "/sign-out", headers: [.cookie: pair])
      #expect(
        try await client.ask(.get, "/api/v1/documents", headers: [.cookie: pair]).status == .unauthorized)
    }
  }

  @Test(
    "a foreign name is refused, so that no name can be pointed here",
    arguments: ["evil.example", "evil.example:80", "127.0.0.1:1@evil.example", "[::1]evil.example"])
  func rebinding(name: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.get, "/api/v1/documents", headers: [try #require(host): name])
      #expect(answer.status.code == 421)
      #expect(answer.code == "host-not-allowed")
    }
  }

  @Test(
    "own names and addresses are good",
    arguments: ["localhost:8080", "127.0.0.1", "[::1]:8080", "192.168.1.7:80"])
  func ownNames(name: String) async throws {
    try await TestSite.run { client, _ in
      let field = try #require(host)
      #expect(try await client.ask(.get, "/healthz", headers: [field: name]).status == .ok)
    }
  }

  @Test("another site can change nothing")
  func crossSite() async throws {
    try await TestSite.run { client, _ in
      let name = try #require(host)
      let foreign = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: "localhost:1", .origin: "http://evil.example"],
        text: "x")
      #expect(foreign.status == .forbidden)
      #expect(foreign.code == "cross-site")
      let null = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: "localhost:1", .origin: "null"], text: "x")
      #expect(null.code == "cross-site")
      let own = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: "localhost:1", .origin: "http://localhost:1"],
        text: "x")
      #expect(own.status == .created)
    }
  }

  @Test("what a browser says came from elsewhere changes nothing", arguments: ["cross-site", "same-site"])
  func otherSites(site: String) async throws {
    try await TestSite.run { client, _ in
      let name = try #require(HTTPField.Name("Sec-Fetch-Site"))
      let foreign = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: site], text: "x")
      #expect(foreign.code == "cross-site")
      let own = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: "same-origin"], text: "x")
      #expect(own.status == .created)
    }
  }

  @Test("a used link tells a person on a page, a program with a problem, and lets pass who is signed in")
  func usedLink() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let code = try await test.assembly.accounts.makeCode()
      let cookie = try #require(try await client.ask(.get, "/sign-in?code=\(code)").headers[.setCookie])
      let program = try await client.ask(.get, "/sign-in?code=\(code)")
      #expect(program.code == "sign-in-link-used")
      let person = try await client.ask(.get, "/sign-in?code=\(code)", headers: [.accept: "text/html,*/*"])
      #expect(person.status == .forbidden)
      #expect(person.headers[.contentType]?.hasPrefix("text/html") == true)
      #expect(person.headers[.cacheControl] == "no-store")
      let pair = String(cookie.prefix { $0 != ";" })
      let known = try await client.ask(.get, "/sign-in?code=\(code)", headers: [.cookie: pair])
      #expect(known.headers[.location] == "/")
    }
  }

  @Test("the page has a policy under which nothing foreign and nothing inline runs")
  func policy() async throws {
    try await TestSite.run { client, _ in
      let policy = try #require(try await client.ask(.get, "/").headers[.contentSecurityPolicy])
      #expect(policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe"))
    }
  }
}
