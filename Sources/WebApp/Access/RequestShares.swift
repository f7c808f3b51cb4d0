import HTTPServer
import HTTPTypes
import Synchronization

/// Bounds how many requests of one client are under way, so that none takes the connections of all.
///
/// A request is under way until its answer has been sent, however slowly the client takes it in.
final class RequestShares: Sendable {
  /// A request that is counted as long as this object lives.
  final class Lease: Sendable {
    private let shares: RequestShares
    private let client: String

    fileprivate init(_ shares: RequestShares, _ client: String) {
      (self.shares, self.client) = (shares, client)
    }

    deinit { shares.leave(client) }
  }

  private let limit: Int
  private let underWay = Mutex<[String: Int]>([:])

  init(limit: Int = 1024) { self.limit = limit }

  /// Counts one more request of a client; throws a 429 problem when it has as many as it may have.
  func enter(_ client: String) throws(HTTPProblem) -> Lease {
    let isEntered = underWay.withLock { underWay in
      let count = underWay[client] ?? 0
      if count < limit { underWay[client] = count + 1 }
      return count < limit
    }
    guard isEntered else { throw Self.tooMany }
    return Lease(self, client)
  }

  private func leave(_ client: String) {
    underWay.withLock { underWay in
      let left = (underWay[client] ?? 1) - 1
      underWay[client] = left > 0 ? left : nil
    }
  }

  private static let tooMany = HTTPProblem(
    .tooManyRequests, code: "too-many-requests",
    detail: "Too many requests with this credential are under way; read their answers first.",
    headers: [.retryAfter: "1"])
}
