import HTTPServer
import HTTPTypes
import Synchronization

/// Limits the concurrent requests of each client, so that no client takes all connections.
///
/// A request counts until its response has been sent, however slowly the client reads it.
final class RequestShares: Sendable {
  enum Holder: Hashable, Sendable {
    /// All requests with one credential, by the hash of its secret.
    case credential(Int)
    /// All requests from one network, on a server without sign-in.
    case network(RemoteAddress.Network)
  }

  /// Counts a request for as long as the object lives.
  final class Lease: Sendable {
    private let shares: RequestShares
    private let client: Holder

    fileprivate init(_ shares: RequestShares, _ client: Holder) {
      (self.shares, self.client) = (shares, client)
    }

    deinit { shares.leave(client) }
  }

  private let limit: Int
  private let refusal: HTTPProblem
  private let underWay = Mutex<[Holder: Int]>([:])

  /// Shares of `limit` requests; further requests are refused with `refusal`.
  init(limit: Int = 1024, refusal: HTTPProblem = tooMany) {
    self.limit = limit
    self.refusal = refusal
  }

  static func streams() -> RequestShares { RequestShares(limit: maximumStreams, refusal: tooManyStreams) }

  /// The most open event streams of a share; one stream carries all events.
  static let maximumStreams = 64

  /// Counts one more request of a client; throws the refusal at the limit.
  func enter(_ client: Holder) throws(HTTPProblem) -> Lease {
    let isEntered = underWay.withLock { underWay in
      let count = underWay[client] ?? 0
      if count < limit { underWay[client] = count + 1 }
      return count < limit
    }
    guard isEntered else { throw refusal }
    return Lease(self, client)
  }

  private func leave(_ client: Holder) {
    underWay.withLock { underWay in
      let left = (underWay[client] ?? 1) - 1
      underWay[client] = left > 0 ? left : nil
    }
  }

  static let tooMany = HTTPProblem(
    .tooManyRequests, code: "too-many-requests",
    detail: "Too many requests with this credential are under way; read their answers first.",
    headers: [.retryAfter: "1"])

  private static let tooManyStreams = HTTPProblem(
    .tooManyRequests, code: "too-many-streams",
    detail: "\(maximumStreams) event streams of yours are open; one is enough to hear everything.",
    headers: [.retryAfter: "10"])
}
