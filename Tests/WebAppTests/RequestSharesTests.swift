import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Shares of requests")
struct RequestSharesTests {
  @Test("let a client have so many under way, and other clients theirs beside it")
  func limit() throws {
    let shares = RequestShares(limit: 2)
    let held = [try shares.enter(.credential(1)), try shares.enter(.credential(1))]
    let problem = #expect(throws: HTTPProblem.self) { try shares.enter(.credential(1)) }
    #expect(problem?.status == .tooManyRequests)
    #expect(problem?.code == "too-many-requests")
    _ = try shares.enter(.credential(2))
    #expect(held.count == 2)
  }

  @Test("come back when an answer has been sent")
  func leave() throws {
    let shares = RequestShares(limit: 1)
    for _ in 0..<3 { _ = try shares.enter(.credential(1)) }
  }
}
