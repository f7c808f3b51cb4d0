import HTTPServer
import HTTPTypes
import Synchronization

/// How many event streams each client has open: one that opens them without end keeps others from none.
final class StreamSeats: Sendable {
  /// So many may be open at once with one credential, or from one network where nobody signs in.
  static let maximum = 64

  private let taken = Mutex<[String: Int]>([:])

  /// Takes a seat of `client`, which is free again when nobody holds the result any more.
  ///
  /// Throws a 429 problem when all are taken.
  func take(for client: String) throws -> Seat {
    try taken.withLock { taken in
      guard taken[client, default: 0] < Self.maximum else { throw Self.full }
      taken[client, default: 0] += 1
    }
    return Seat(of: client, in: self)
  }

  fileprivate func leave(_ client: String) {
    taken.withLock { taken in
      let left = (taken[client] ?? 1) - 1
      taken[client] = left > 0 ? left : nil
    }
  }

  /// One open stream.
  final class Seat: Sendable {
    private let client: String
    private let seats: StreamSeats

    fileprivate init(of client: String, in seats: StreamSeats) {
      (self.client, self.seats) = (client, seats)
    }

    deinit { seats.leave(client) }
  }

  private static let full = HTTPProblem(
    .tooManyRequests, code: "too-many-streams",
    detail: "\(maximum) event streams of yours are open; one is enough to hear everything.",
    headers: [.retryAfter: "10"])
}
