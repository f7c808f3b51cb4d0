import CoreMetrics
import Metrics
import Synchronization

/// The server's metrics, through swift-metrics.
///
/// | name | kind | dimensions |
/// |---|---|---|
/// | `http_requests_total` | counter | method, status (`2xx`), route (the pattern, never the path) |
/// | `http_request_duration_seconds` | timer | method, route |
/// | `http_requests_in_flight` | meter | |
/// | `http_connections` | meter | |
final class ServerMetrics: Sendable {
  private struct Key: Hashable {
    let method: String
    let route: String
    let statusClass: Int
  }

  private struct Instruments {
    let requests: Counter
    let duration: Metrics.Timer
  }

  private let instruments = Mutex<[Key: Instruments]>([:])
  private let inFlight = Meter(label: "http_requests_in_flight")
  private let connections = Meter(label: "http_connections")
  // Clients choose methods freely, so only these become labels.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PROPPATCH", "MKCOL", "COPY",
    "MOVE",
    "LOCK", "UNLOCK",
  ]

  func requestBegan() { inFlight.increment() }
  func connectionOpened() { connections.increment() }
  func connectionClosed() { connections.decrement() }

  func requestEnded(_ record: RequestRecord, after duration: Duration) {
    inFlight.decrement()
    let method = Self.methods.contains(record.method) ? record.method : "other"
    let key = Key(method: method, route: record.route ?? "none", statusClass: record.status / 100)
    let instruments = instruments.withLock { known in
      if let found = known[key] { return found }
      let made = Self.make(key)
      known[key] = made
      return made
    }
    instruments.requests.increment()
    instruments.duration.recordNanoseconds(duration.nanoseconds)
  }

  private static func make(_ key: Key) -> Instruments {
    let status = key.statusClass == 0 ? "none" : "\(key.statusClass)xx"
    let common = [("method", key.method), ("route", key.route)]
    return Instruments(
      requests: Counter(label: "http_requests_total", dimensions: common + [("status", status)]),
      duration: Metrics.Timer(label: "http_request_duration_seconds", dimensions: common))
  }
}

extension Duration {
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
