import HTTPServer
import HTTPTypes
import Synchronization

/// Bounds how many requests of one client are under way, so that none takes the connections of all.
///
/// A request is under way until its answer has been sent, however slowly the client takes it in.
final class RequestShares: Sendable {
  /// A client that has a share of its own.
  enum Holder: Hashable, Sendable {
    /// All users of a credential, by the hash of its secret.
    case credential(Int)
    /// Everybody behind a network, where nobody has to sign in.
    case network(RemoteAddress.Network)
  }

  /// A request that is counted as long as this object lives.
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

  /// Shares of `limit` requests; one more is refused with `refusal`.
  init(limit: Int = 1024, refusal: HTTPProblem = tooMany) {
    self.limit = limit
    self.refusal = refusal
  }

  /// Shares of open event streams.
  static func streams() -> RequestShares { RequestShares(limit: maximumStreams, refusal: tooManyStreams) }

  /// So many event streams may be open in one share; one is enough to hear everything.
  static let maximumStreams = 64

  /// Counts one more request of a client; throws the refusal when it has as many as it may have.
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
