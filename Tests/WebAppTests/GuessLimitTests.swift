import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Guesses at secrets")
struct GuessLimitTests {
  private let start = ContinuousClock.now
  private let limit = GuessLimit.burst

  @Test("are answered as long as there are few, and again after a while")
  func slowed() {
    var guesses = GuessLimit()
    for number in 0..<limit { #expect(guesses.failed(number, from: "a", at: start) == nil) }
    #expect(guesses.failed(limit, from: "a", at: start) == GuessLimit.interval)
    // A refused one is not held against anybody.
    #expect(guesses.failed(limit, from: "a", at: start + .seconds(1)) == .seconds(1))
    let later = start + GuessLimit.interval
    #expect(guesses.failed(limit, from: "a", at: later) == nil)
    #expect(guesses.failed(limit + 1, from: "a", at: later) != nil)
    let long = start + GuessLimit.interval * (2 * limit)
    for number in 100..<(100 + limit) { #expect(guesses.failed(number, from: "a", at: long) == nil) }
    #expect(guesses.failed(999, from: "a", at: long) != nil)
  }

  @Test("count once when they are the same, as of a browser whose session has ended")
  func repeated() {
    var guesses = GuessLimit()
    for _ in 0..<1000 { #expect(guesses.failed(7, from: "a", at: start) == nil) }
    for number in 0..<(limit - 1) { #expect(guesses.failed(100 + number, from: "a", at: start) == nil) }
    #expect(guesses.failed(999, from: "a", at: start) != nil)
  }

  @Test("are told apart by network, in bounded memory")
  func networks() {
    var guesses = GuessLimit()
    for number in 0..<limit { _ = guesses.failed(number, from: "a", at: start) }
    #expect(guesses.failed(1, from: "b", at: start) == nil)
    // Others push out who has guessed least, not who guesses most.
    for number in 0..<(2 * GuessLimit.maximumNetworks) {
      _ = guesses.failed(1, from: "n\(number)", at: start)
    }
    #expect(guesses.failed(999, from: "a", at: start) != nil)
  }

  @Test("come from one network when their first 64 bits are the same")
  func addresses() {
    let home: UInt64 = 0x2001_0DB8_0000_0001
    func network(_ high: UInt64, _ low: UInt64) -> String {
      RemoteAddress.v6(high.bigEndian, low.bigEndian, port: 1).network
    }
    #expect(network(home, 1) == network(home, 2))
    #expect(network(home, 1) != network(home + 1, 1))
    #expect(network(home, 1) == "2001:db8:0:1::/64")
    // IPv4 through an IPv6 socket.
    #expect(network(0, 0xFFFF_0A00_0001) == "10.0.0.1" && network(0, 0xFFFF_0A00_0002) == "10.0.0.2")
    #expect(RemoteAddress.v4(UInt32(0x0A00_0001).bigEndian, port: 9).network == "10.0.0.1")
  }

  @Test(
    "with tokens and links are refused with a time, and never keep out who is right", .timeLimit(.minutes(1)))
  func overHTTP() async throws {
    try await TestSite.run(.live, requiresSignIn: true) { client, test in
      func guess() async throws -> TestResponse {
        try await client.ask(.get, "/api/v1/documents", headers: [.authorization: "Bearer \(Secret().text)"])
      }
      for _ in 0..<limit { #expect(try await guess().status == .unauthorized) }
      let refused = try await guess()
      #expect(refused.status == .tooManyRequests && refused.code == "too-many-guesses")
      #expect(try #require(refused.headers[.retryAfter].flatMap { Int($0) }) > 0)
      let link = try await client.ask(.get, "/sign-in?code=\(Secret().text)")
      #expect(link.status == .tooManyRequests)
      // No secret at all is no guess.
      #expect(try await client.ask(.get, "/api/v1/documents").status == .unauthorized)
      let token = try await test.assembly.accounts.makeToken(name: "right")
      let right = try await client.ask(
        .get, "/api/v1/documents", headers: [.authorization: "Bearer \(token)"])
      #expect(right.status == .ok)
      let code = try await test.assembly.accounts.makeCode()
      #expect(try await client.ask(.get, "/sign-in?code=\(code)").headers[.setCookie] != nil)
    }
  }
}
