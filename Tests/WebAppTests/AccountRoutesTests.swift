import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Tokens and browsers")
struct AccountRoutesTests {
  struct Answer: Decodable {
    struct Token: Decodable {
      let id: String
      let name: String
      let access: String
      let token: String?
    }

    struct Browser: Decodable {
      let id: String
      let name: String
      let current: Bool
      let seen: String?
    }

    var tokens: [Token]?
    var browsers: [Browser]?
    var signedOut: Int?
  }

  /// The headers of a browser that has just signed in.
  static func browser(_ test: TestSite, named name: String = "Firefox on Linux") async throws -> HTTPFields {
    let session = try await test.assembly.accounts.makeSession(name)
    let access = AccessControl(test.assembly.accounts, workspace: test.assembly.identity)
    return [.cookie: "\(access.cookieName)=\(session.text)"]
  }

  private func read<Value: Decodable>(_ response: TestResponse, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(response.body))
  }

  @Test("a token that is made opens the API, is told once, and opens nothing after it was revoked")
  func tokens() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let browser = try await Self.browser(test)
      let made = try await client.ask(
        .post, "/api/v1/tokens", headers: browser, text: #"{"name":"scanner"}"#)
      #expect(made.status == .created && made.headers[.cacheControl] == "no-store")
      let token = try read(made, as: Answer.Token.self)
      let headers: HTTPFields = [.authorization: "Bearer \(try #require(token.token))"]
      #expect(try await client.ask(.get, "/api/v1/documents", headers: headers).status == .ok)
      let listed = try await client.ask(.get, "/api/v1/tokens", headers: browser)
      let tokens = try #require(try read(listed, as: Answer.self).tokens)
      #expect(
        tokens.map(\.name) == ["scanner"] && tokens.allSatisfy { $0.token == nil && $0.access == "full" })
      #expect(!String(decoding: listed.body, as: UTF8.self).contains(token.token ?? "none"))
      let gone = try await client.ask(.delete, "/api/v1/tokens/\(token.id)", headers: browser)
      #expect(gone.status == .noContent)
      #expect(try await client.ask(.get, "/api/v1/documents", headers: headers).status == .unauthorized)
      let again = try await client.ask(.delete, "/api/v1/tokens/\(token.id)", headers: browser)
      #expect(again.status == .notFound)
    }
  }

  @Test("a token that may read is let in to read, and refused where it would change something")
  func readOnly() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let made = try await client.ask(
        .post, "/api/v1/tokens", headers: try await Self.browser(test),
        text: #"{"name":"wall","access":"read"}"#)
      let secret = try #require(try read(made, as: Answer.Token.self).token)
      let headers: HTTPFields = [.authorization: "Bearer \(secret)"]
      for _ in 1...2 {
        #expect(try await client.ask(.get, "/api/v1/documents", headers: headers).status == .ok)
        let refused = try await client.ask(
          .post, "/api/v1/documents?name=a.txt", headers: headers, text: "a")
        #expect(refused.status == .forbidden && refused.code == "token-read-only")
      }
      let same = try await test.assembly.accounts.makeToken(name: "program", isReadOnly: true)
      let refused = try await client.ask(
        .delete, "/api/v1/trash", headers: [.authorization: "Bearer \(same)"])
      #expect(refused.code == "token-read-only")
    }
  }

  @Test(
    "a name that is none and an access that is none are refused",
    arguments: ["{}", #"{"name":""}"#, #"{"name":"a","access":"write"}"#, "[]", #"{"name":1}"#])
  func invalid(_ body: String) async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let answer = try await client.ask(
        .post, "/api/v1/tokens", headers: try await Self.browser(test), text: body)
      #expect(answer.status == .badRequest && answer.code == "invalid-parameter")
    }
  }

  @Test("a token manages no tokens, browsers and codes, and neither does anyone where there is no sign-in")
  func owners() async throws {
    let routes: [(HTTPRequest.Method, String)] = [
      (.get, "/api/v1/tokens"), (.post, "/api/v1/tokens"), (.delete, "/api/v1/tokens/a"),
      (.get, "/api/v1/browsers"), (.delete, "/api/v1/browsers"), (.delete, "/api/v1/browsers/a"),
      (.post, "/api/v1/device-codes"), (.get, "/api/v1/device-codes/a"), (.delete, "/api/v1/device-codes/a"),
    ]
    try await TestSite.run(requiresSignIn: true) { client, test in
      let token = try await test.assembly.accounts.makeToken(name: "program")
      for (method, path) in routes {
        let answer = try await client.ask(method, path, headers: [.authorization: "Bearer \(token)"])
        #expect(answer.status == .forbidden && answer.code == "browser-required", "\(method) \(path)")
        #expect(try await client.ask(method, path).status == .unauthorized, "\(method) \(path)")
      }
    }
    try await TestSite.run { client, _ in
      for (method, path) in routes {
        let answer = try await client.ask(method, path)
        #expect(answer.code == "sign-in-off", "\(method) \(path)")
      }
    }
  }

  @Test("a condition that cannot be met changes nothing")
  func conditions() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      var headers = try await Self.browser(test)
      _ = try await Self.browser(test)
      headers[.ifMatch] = "\"tag\""
      let made = try await client.ask(.post, "/api/v1/tokens", headers: headers, text: #"{"name":"a"}"#)
      #expect(made.status == .preconditionFailed)
      for path in ["browsers", "storage/caches", "storage/versions"] {
        #expect(
          try await client.ask(.delete, "/api/v1/\(path)", headers: headers).status == .preconditionFailed)
      }
      let code = try await client.ask(.post, "/api/v1/device-codes", headers: headers)
      #expect(code.status == .preconditionFailed)
      let kept = try await test.assembly.accounts.credentials()
      #expect(kept.count == 2)
    }
  }

  @Test("another site's page cannot make a token, though the browser sends its cookie")
  func crossSite() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      var headers = try await Self.browser(test)
      headers[.origin] = "http://elsewhere.example"
      let answer = try await client.ask(.post, "/api/v1/tokens", headers: headers, text: #"{"name":"a"}"#)
      #expect(answer.code == "cross-site")
    }
  }

  @Test("browsers are listed with this one marked; one is signed out, or all the others")
  func browsers() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let own = try await Self.browser(test)
      let others = [
        try await Self.browser(test, named: "Safari on iPhone"), try await Self.browser(test, named: "Edge"),
      ]
      let second = try await Self.browser(test, named: "Chrome")
      _ = try await client.ask(.get, "/api/v1/documents", headers: own)
      let list = try await client.ask(.get, "/api/v1/browsers", headers: own)
      let browsers = try #require(try read(list, as: Answer.self).browsers)
      #expect(browsers.count == 4)
      #expect(browsers.filter(\.current).map(\.name) == ["Firefox on Linux"])
      #expect(browsers.first(where: \.current)?.seen != nil)
      let chrome = try #require(browsers.first { $0.name == "Chrome" })
      #expect(
        try await client.ask(.delete, "/api/v1/browsers/\(chrome.id)", headers: own).status == .noContent)
      #expect(try await client.ask(.get, "/api/v1/documents", headers: second).status == .unauthorized)
      let rest = try await client.ask(.delete, "/api/v1/browsers", headers: own)
      #expect(try read(rest, as: Answer.self).signedOut == 2)
      for other in others {
        #expect(try await client.ask(.get, "/api/v1/documents", headers: other).status == .unauthorized)
      }
      #expect(try await client.ask(.get, "/api/v1/documents", headers: own).status == .ok)
    }
  }

  @Test(
    "a browser is named after its program and its system",
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
        "Safari on iPhone"
      ),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
        "Edge on Windows"
      ),
      ("curl/8.0", "browser"), ("", "browser"),
    ])
  func names(_ agent: String, _ name: String) {
    #expect(BrowserName(agent).text == name)
  }
}
