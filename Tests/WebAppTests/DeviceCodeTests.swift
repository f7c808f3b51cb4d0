import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@testable import WebApp

@Suite("Codes with which a device signs in")
struct DeviceCodeTests {
  private struct Answer: Decodable {
    var id: String
    var code: String?
    var path: String?
    var to: String?
    var reach: String?
    var state: String?
    var device: String?
  }

  private let page: HTTPFields = [
    .accept: "text/html",
    .userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
  ]

  private func make(
    _ client: TestClient, _ browser: HTTPFields, _ body: String = #"{"to":"/d/abc#page=3"}"#
  ) async throws -> Answer {
    let made = try await client.ask(.post, "/api/v1/device-codes", headers: browser, text: body)
    #expect(made.status == .created)
    return try JSONDecoder().decode(Answer.self, from: Data(made.body))
  }

  private func state(_ client: TestClient, _ browser: HTTPFields, _ id: String) async throws -> Answer? {
    let answer = try await client.ask(.get, "/api/v1/device-codes/\(id)", headers: browser)
    return answer.status == .ok ? try JSONDecoder().decode(Answer.self, from: Data(answer.body)) : nil
  }

  @Test("a phone signs in with a code, once, and lands where the other browser is, which learns of it")
  func signIn() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let browser = try await AccountRoutesTests.browser(test)
      let made = try await make(client, browser)
      #expect(made.code?.count == 8 && made.path == "/sign-in?code=\(made.code ?? "")")
      #expect(made.reach == "this-machine")
      #expect(try await state(client, browser, made.id)?.state == "waiting")
      let path = try #require(made.path)
      #expect(try await client.ask(.head, path, headers: page).status == .ok)
      let signedIn = try await client.ask(.get, path, headers: page)
      #expect(signedIn.status == .seeOther && signedIn.headers[.location] == "/d/abc#page=3")
      let cookie = try #require(signedIn.headers[.setCookie]?.split(separator: ";").first)
      let phone: HTTPFields = [.cookie: String(cookie)]
      #expect(try await client.ask(.get, "/api/v1/documents", headers: phone).status == .ok)
      let used = try await state(client, browser, made.id)
      #expect(used?.state == "used" && used?.device == "Safari on iPhone")
      #expect(try await state(client, phone, made.id) == nil, "the code is told to its maker alone")
      #expect(try await client.ask(.get, path, headers: page).status == .forbidden)
    }
  }

  @Test("a code is typed in any case, with gaps, and with letters for digits")
  func typing() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let browser = try await AccountRoutesTests.browser(test)
      let code = try #require(try await make(client, browser, "{}").code)
      let typed = code.lowercased().replacing("0", with: "o").replacing("1", with: "l")
      let text = "\(typed.prefix(4))-\(typed.dropFirst(4))%20"
      let answer = try await client.ask(.get, "/sign-in?code=\(text)", headers: page)
      #expect(answer.status == .seeOther && answer.headers[.location] == "/")
    }
  }

  @Test(
    "what leads to another site is no place to go on",
    arguments: [
      "//elsewhere.example", "/\\\\elsewhere.example", "https://elsewhere.example", "d/1", "",
      "/a\\r\\nSet-Cookie: b",
      "/\\t/elsewhere.example",
    ])
  func elsewhere(_ place: String) async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let answer = try await client.ask(
        .post, "/api/v1/device-codes", headers: try await AccountRoutesTests.browser(test),
        text: #"{"to":"\#(place)"}"#)
      #expect(answer.status == .badRequest && answer.code == "invalid-parameter")
    }
  }

  @Test("a browser has one code at a time, and takes it back")
  func one() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let browser = try await AccountRoutesTests.browser(test)
      let first = try await make(client, browser)
      let second = try await make(client, browser)
      #expect(try await client.ask(.get, try #require(first.path), headers: page).status == .forbidden)
      let gone = try await client.ask(.delete, "/api/v1/device-codes/\(second.id)", headers: browser)
      #expect(gone.status == .noContent)
      #expect(try await client.ask(.get, try #require(second.path), headers: page).status == .forbidden)
    }
  }

  @Test("whoever has guessed too much is not let in by the right code either")
  func guessing() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      let made = try await make(client, try await AccountRoutesTests.browser(test))
      var statuses: [Int] = []
      for number in 0..<40 {
        let guess = "ZZZZZZ" + String(10 + number)
        statuses.append(try await client.ask(.get, "/sign-in?code=\(guess)", headers: page).status.code)
      }
      #expect(statuses.first == 403 && statuses.last == 429)
      let right = try await client.ask(.get, try #require(made.path), headers: page)
      #expect(right.status.code == 429 && right.headers[.setCookie] == nil)
    }
  }

  @Test("a code ends after five minutes, and two devices at once do not both get in")
  func time() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 0))
    let codes = DeviceCodes { time.withLock(\.self) }
    let maker = try Secret().hash()
    let (text, code) = try codes.make(for: maker, to: .library)
    let (late, lateCode) = try codes.make(for: try Secret().hash(), to: .library)
    #expect(try codes.use(text, by: "one") != nil)
    #expect(try codes.use(text, by: "two") == nil)
    #expect(codes.code(code.id, of: maker)?.device == "one")
    time.withLock { $0 += DeviceCodes.lifetime }
    #expect(try codes.use(late, by: "one") == nil)
    #expect(codes.code(lateCode.id, of: lateCode.maker) == nil)
  }

  @Test("a text is drawn as a QR code, which nothing keeps; one that is empty or too long is refused")
  func pictures() async throws {
    try await TestSite.run { client, _ in
      let address = "http://a.example/sign-in%3Fcode%3D01234567"
      let drawn = try await client.ask(.get, "/api/v1/qr-code?text=\(address)")
      #expect(drawn.status == .ok && drawn.headers[.contentType] == "image/svg+xml; charset=utf-8")
      #expect(drawn.headers[.cacheControl] == "no-store")
      // Version 3 has 29 modules on a side, and 4 of margin on each.
      #expect(String(decoding: drawn.body, as: UTF8.self).contains(#"viewBox="0 0 37 37""#))
      let longest = String(repeating: "a", count: QRCode.longest)
      #expect(try await client.ask(.get, "/api/v1/qr-code?text=\(longest)").status == .ok)
      for refused in ["", "?text=", "?text=\(longest)a"] {
        #expect(try await client.ask(.get, "/api/v1/qr-code\(refused)").status == .badRequest)
      }
    }
  }
}
