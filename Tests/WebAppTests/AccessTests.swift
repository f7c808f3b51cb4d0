import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Access control")
struct AccessTests {
  private let host = HTTPField.Name("Host")

  @Test("without a credential the API is closed, and the app's page and health are open")
  func closed() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      for path in [
        "/api/v1/documents", "/api/v1/types", "/api/v1/events", "/metrics", "/api/v1/watchers",
        "/api/v1/storage", "/api/v1/openapi.json",
      ] {
        let answer = try await client.ask(.get, path)
        #expect(answer.status == .unauthorized, "\(path)")
        #expect(answer.code == "sign-in-required")
      }
      for path in ["/", "/d/0000000000000000", "/healthz"] {
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

  @Test("without sign-in an address is one client, whatever tokens it invents")
  func invented() async throws {
    let open = AccessControl(nil, workspace: "w")
    let heads = try ["Bearer one", "Bearer two", "Basic x"].map { value in
      try RequestHead(.get, "/", headers: [.authorization: value, .cookie: "\(open.cookieName)=\(value)"])
    }
    let anonymous = try RequestHead(.get, "/")
    #expect(Set((heads + [anonymous]).map { open.client(of: $0) }).count == 1)
  }

  @Test("a signed-in user is a client of their own, also behind one address")
  func signedIn() async throws {
    try await TestSite.run(requiresSignIn: true) { _, test in
      let access = AccessControl(test.assembly.accounts, workspace: "w")
      let heads = try ["Bearer one", "Bearer two"].map { value in
        try RequestHead(.get, "/", headers: [.authorization: value])
      }
      #expect(Set(heads.map { access.client(of: $0) }).count == 2)
      #expect(!access.client(of: heads[0]).contains("one"), "no secret is told")
    }
  }

  @Test("a kept answer is not given to a client that has not signed in")
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

  @Test("a token that another process takes away stops working at once", arguments: TestClient.Mode.allCases)
  func revoked(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode, requiresSignIn: true) { client, test in
      let token = try await test.assembly.accounts.makeToken(name: "lost")
      let kept = try await test.assembly.accounts.makeToken(name: "kept")
      // The second response comes from memory, including the credential.
      for _ in 0..<2 { #expect(try await status(client, token) == .ok) }
      let other = try await Accounts.open(root: test.root)
      #expect(try await other.revoke(named: "lost") == 1)
      #expect(try await status(client, token) == .unauthorized)
      for _ in 0..<2 { #expect(try await status(client, kept) == .ok) }
    }
  }

  private func status(_ client: TestClient, _ token: String) async throws -> HTTPResponse.Status {
    try await client.ask(.get, "/api/v1/documents", headers: [.authorization: "Bearer \(token)"]).status
  }

  @Test("signing out every browser ends all sessions at once, and leaves tokens")
  func browsers() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let token = try await test.assembly.accounts.makeToken(name: "program")
      let code = try await test.assembly.accounts.makeCode()
      let cookie = try #require(try await client.ask(.get, "/sign-in?code=\(code)").headers[.setCookie])
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await client.ask(.get, "/api/v1/documents", headers: [.cookie: pair]).status == .ok)
      #expect(try await Accounts.open(root: test.root).signOutBrowsers() == 1)
      #expect(
        try await client.ask(.get, "/api/v1/documents", headers: [.cookie: pair]).status == .unauthorized)
      #expect(try await status(client, token) == .ok)
    }
  }

  @Test("servers on one host, whose cookies a browser sends to both, do not take each other's sessions")
  func cookies() async throws {
    try await TestSite.run(requiresSignIn: true) { first, firstSite in
      try await TestSite.run(requiresSignIn: true) { second, secondSite in
        var cookies: [String] = []
        for (client, test) in [(first, firstSite), (second, secondSite)] {
          let code = try await test.assembly.accounts.makeCode()
          let cookie = try #require(try await client.ask(.get, "/sign-in?code=\(code)").headers[.setCookie])
          cookies.append(String(cookie.prefix { $0 != ";" }))
        }
        let names = cookies.map { $0.prefix { $0 != "=" } }
        #expect(names[0] != names[1], "the second would replace the first")
        for client in [first, second] {
          let both = cookies.joined(separator: "; ")
          #expect(try await client.ask(.get, "/api/v1/documents", headers: [.cookie: both]).status == .ok)
        }
      }
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

  @Test("unused sign-in links are listed, taken away, and of those of a start the last one works")
  func links() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let accounts = test.assembly.accounts
      let first = try await accounts.makeStartCode()
      let made = try await accounts.makeCode()
      let second = try await accounts.makeStartCode()
      let lines = try await CredentialList(root: test.root).lines
      #expect(lines.map { $0.prefix { $0 != "\t" } } == ["link", "link"])
      #expect(!lines.contains { line in [first, second, made].contains { line.contains($0) } })
      #expect(try await client.ask(.get, "/sign-in?code=\(first)").status == .forbidden)
      #expect(try await client.ask(.get, "/sign-in?code=\(second)").headers[.setCookie] != nil)
      #expect(try await Accounts.open(root: test.root).revokeLinks() == 1)
      #expect(try await client.ask(.get, "/sign-in?code=\(made)").status == .forbidden)
      #expect(try await accounts.credentials().map(\.kind) == [.session])
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
      for path in ["/app.js", "/icons.svg", "/", "/healthz"] {
        let answer = try await client.ask(.get, path, headers: [try #require(host): name])
        #expect(answer.status.code == 421, "\(path)")
      }
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

  @Test(
    "a request that a browser marks as cross-site changes nothing", arguments: ["cross-site", "same-site"])
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
