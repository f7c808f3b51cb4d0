import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Guesses at secrets")
struct GuessLimitTests {
  private let start = ContinuousClock.now
  private let limit = GuessLimit.burst

  private func network(_ number: Int) -> RemoteAddress.Network {
    RemoteAddress.v4(UInt32(number), port: 1).network
  }

  @Test("are answered as long as there are few, and again after a while")
  func slowed() {
    var guesses = GuessLimit()
    for number in 0..<limit { #expect(guesses.failed(number, from: network(1), at: start) == nil) }
    #expect(guesses.failed(limit, from: network(1), at: start) == GuessLimit.interval)
    // A refused guess does not count.
    #expect(guesses.failed(limit, from: network(1), at: start + .seconds(1)) == .seconds(1))
    let later = start + GuessLimit.interval
    #expect(guesses.failed(limit, from: network(1), at: later) == nil)
    #expect(guesses.failed(limit + 1, from: network(1), at: later) != nil)
    let long = start + GuessLimit.interval * (2 * limit)
    for number in 100..<(100 + limit) { #expect(guesses.failed(number, from: network(1), at: long) == nil) }
    #expect(guesses.failed(999, from: network(1), at: long) != nil)
  }

  @Test("count once when they are the same, as of a browser whose session has ended")
  func repeated() {
    var guesses = GuessLimit()
    for _ in 0..<1000 { #expect(guesses.failed(7, from: network(1), at: start) == nil) }
    for number in 100..<(99 + limit) {
      #expect(guesses.failed(number, from: network(1), at: start) == nil)
    }
    #expect(guesses.failed(999, from: network(1), at: start) != nil)
  }

  @Test("are told apart by network, in bounded memory")
  func networks() {
    var guesses = GuessLimit()
    for number in 0..<limit { _ = guesses.failed(number, from: network(1), at: start) }
    #expect(guesses.failed(1, from: network(2), at: start) == nil)
    // Further networks displace the network with the fewest guesses, not the one with the most.
    for number in 0..<(2 * GuessLimit.maximumNetworks) {
      _ = guesses.failed(1, from: network(10 + number), at: start)
    }
    #expect(guesses.failed(999, from: network(1), at: start) != nil)
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
      // A request without a secret is no guess.
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
