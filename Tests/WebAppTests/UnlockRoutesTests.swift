import DocumentModel
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@testable import WebApp

@Suite("Locked documents over HTTP")
struct UnlockRoutesTests {
  private func locked(_ client: TestClient) async throws -> String {
    let answer = try await client.ask(.post, "/api/v1/documents?name=locked.pdf", body: LockedPDF.bytes)
    return "/api/v1/documents/\(try #require(try answer.answer().id))"
  }

  private func unlock(_ client: TestClient, _ document: String, _ password: String) async throws
    -> TestResponse
  {
    try await client.ask(.post, "\(document)/unlock", text: #"{"password":"\#(password)"}"#)
  }

  @Test(
    "a locked document opens with its password, until it is locked again", arguments: TestClient.Mode.allCases
  )
  func opens(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let document = try await locked(client)
      let page = "\(document)/pages/1?width=50"
      #expect(try await client.ask(.get, page).code == "password-required")
      let wrong = try await unlock(client, document, "wrong")
      #expect(wrong.status == .forbidden && wrong.code == "password-required")
      #expect(try await client.ask(.get, page).status == .forbidden)
      #expect(try await unlock(client, document, "open").status == .noContent)
      #expect(try await client.ask(.get, page).status == .ok)
      #expect(try await client.ask(.get, "\(document)/preview").answer().pageCount == 1)
      #expect(try await client.ask(.get, "\(document)/pages/1/text").status == .ok)
      #expect(try await client.ask(.get, "\(document)/rendition?pages=1").status == .ok)
      #expect(try await client.ask(.delete, "\(document)/unlock").status == .noContent)
      #expect(try await client.ask(.get, page).status == .forbidden, "nothing of it was cached")
      #expect(try await client.ask(.get, "\(document)/pages/1/text").status == .forbidden)
    }
  }

  @Test("it is open for the client that has the password, and for no other")
  func apart() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let accounts = test.assembly.accounts
      let tokens: [HTTPFields] = [
        [.authorization: "Bearer \(try await accounts.makeToken(name: "one"))"],
        [.authorization: "Bearer \(try await accounts.makeToken(name: "two"))"],
      ]
      let added = try await client.ask(
        .post, "/api/v1/documents?name=locked.pdf", headers: tokens[0], body: LockedPDF.bytes)
      let document = "/api/v1/documents/\(try #require(try added.answer().id))"
      let opened = try await client.ask(
        .post, "\(document)/unlock", headers: tokens[0], text: #"{"password":"open"}"#)
      #expect(opened.status == .noContent)
      for address in [
        "\(document)/pages/1?width=50", "\(document)/pages/1/text", "\(document)/thumbnail?size=64",
      ] {
        #expect(try await client.ask(.get, address, headers: tokens[0]).status == .ok)
      }
      #expect(
        try await client.ask(.get, "\(document)/pages/1?width=50", headers: tokens[1]).status == .forbidden)
      #expect(try await client.ask(.get, "\(document)/pages/1/text", headers: tokens[1]).status == .forbidden)
    }
  }

  @Test("many wrong passwords are too many, and the right one works all the same")
  func guesses() async throws {
    try await TestSite.run { client, _ in
      let document = try await locked(client)
      var last = HTTPResponse.Status.ok
      for number in 0..<40 { last = try await unlock(client, document, "wrong \(number)").status }
      #expect(last == .tooManyRequests)
      #expect(try await unlock(client, document, "open").status == .noContent)
      for body in [
        "{", "{}", #"{"password":1}"#, #"{"password":"\#(String(repeating: "a", count: 2_000))"}"#,
      ] {
        #expect(
          try await client.ask(.post, "\(document)/unlock", text: body).status == .badRequest,
          "\(body.prefix(20))")
      }
    }
  }

  @Test("a password that was not used for an hour is forgotten, and of too many the oldest")
  func forgotten() throws {
    let clock = ManualInstant()
    let passwords = GivenPasswords(now: { clock.now })
    let hashes = try (0...GivenPasswords.most).map { number in
      let digits = "\(number)"
      return try #require(ContentHash(String(repeating: "0", count: 64 - digits.count) + digits))
    }
    passwords.keep("a", of: hashes[0], for: "c")
    clock.advance(by: GivenPasswords.idle - .seconds(1))
    #expect(passwords.password(of: hashes[0], for: "c") == "a")
    #expect(passwords.password(of: hashes[0], for: "d") == nil)
    clock.advance(by: GivenPasswords.idle - .seconds(1))
    #expect(passwords.password(of: hashes[0], for: "c") == "a", "each use counts")
    clock.advance(by: GivenPasswords.idle)
    #expect(passwords.password(of: hashes[0], for: "c") == nil)
    for hash in hashes {
      passwords.keep("b", of: hash, for: "c")
      clock.advance(by: .seconds(1))
    }
    #expect(passwords.password(of: hashes[0], for: "c") == nil)
    #expect(passwords.password(of: hashes[1], for: "c") == "b")
  }
}

/// A clock that stands until it is moved.
private final class ManualInstant: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { instant.withLock { $0 } }

  func advance(by duration: Duration) {
    instant.withLock { $0 += duration }
  }
}
