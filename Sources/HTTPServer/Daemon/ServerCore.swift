import HTTPTypes
import Logging
import Synchronization

/// The shared state of a running server's connections.
final class ServerCore: Sendable {
  private enum Phase: UInt8, AtomicRepresentable { case running, draining, stopped }

  private struct Registry {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var waiter: UnsafeContinuation<Void, Never>?
  }

  let dispatcher: Dispatcher
  let configuration: ServerConfiguration
  let metrics = ServerMetrics()
  let watcher: HangupWatcher
  let acceptor: Acceptor
  let connections: Connections
  let fileSends = FileSends()
  private let phase = Atomic(Phase.running)
  /// Connections that are suspended or being resumed; MHD_stop_daemon aborts the process while there is one.
  private let suspended = Atomic(0)
  private let inFlight = Atomic(0)
  private let registry = Mutex(Registry())

  init(_ application: HTTPApplication, _ configuration: ServerConfiguration) throws(HTTPError) {
    dispatcher = Dispatcher(application)
    self.configuration = configuration
    watcher = try HangupWatcher()
    connections = Connections(configuration.limits)
    acceptor = try Acceptor(configuration.limits, connections, log: application.logger)
  }

  var isRunning: Bool { phase.load(ordering: .acquiring) == .running }
  var logger: Logger { dispatcher.application.logger }

  /// Counts a connection before its suspension; false when the server stops.
  func willSuspend() -> Bool {
    suspended.add(1, ordering: .sequentiallyConsistent)
    if phase.load(ordering: .sequentiallyConsistent) != .stopped { return true }
    suspended.subtract(1, ordering: .sequentiallyConsistent)
    return false
  }

  func didResume() { suspended.subtract(1, ordering: .sequentiallyConsistent) }

  func requestBegan() {
    inFlight.add(1, ordering: .relaxed)
    metrics.requestBegan()
  }

  /// Stores a waiting exchange, so that it can be told when the server stops.
  func register(_ exchange: Exchange) {
    registry.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
  }

  func finish(_ exchange: Exchange, _ record: RequestRecord, isRegistered: Bool, isWhole: Bool) {
    if isRegistered {
      _ = registry.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }
    let duration = exchange.started.duration(to: .now)
    metrics.requestEnded(record, after: duration)
    log(exchange, record, duration, isWhole: isWhole)
    if inFlight.subtract(1, ordering: .acquiringAndReleasing).newValue == 0, !isRunning {
      registry.withLock { registry in
        defer { registry.waiter = nil }
        return registry.waiter
      }?.resume()
    }
  }

  /// The daemon's object for a prepared response, made when it is first sent.
  func built(_ prepared: PreparedResponse) -> DaemonResponse? {
    prepared.built.withLock { built in
      if let built = built as? DaemonResponse { return built }
      var headers = prepared.headers
      let defaults = dispatcher.application.defaultHeaders
      for field in defaults where headers[field.name] == nil { headers.append(field) }
      let made = DaemonResponse(prepared.bytes, headers: headers)
      built = made
      return made
    }
  }

  private func log(_ exchange: Exchange, _ record: RequestRecord, _ duration: Duration, isWhole: Bool) {
    guard configuration.logsRequests, logger.logLevel <= .info else { return }
    let milliseconds = Double(duration.nanoseconds / 1000) / 1000
    var metadata: Logger.Metadata = [
      "method": "\(record.method)", "path": "\(record.path)", "status": .stringConvertible(record.status),
      "bytes": .stringConvertible(record.bytes), "ms": .stringConvertible(milliseconds),
      "request": "\(exchange.id)", "complete": .stringConvertible(isWhole),
    ]
    metadata["code"] = record.code.map { "\($0)" }
    logger.info("request", metadata: metadata)
  }
}

extension ServerCore {
  /// Refuses new requests and ends streams.
  func drain() {
    phase.store(.draining, ordering: .sequentiallyConsistent)
    everyExchange.forEach { $0.drain() }
  }

  func giveUp() {
    everyExchange.forEach { $0.giveUp() }
  }

  /// Aborts all exchanges and waits until no connection is suspended.
  func breakOff() async {
    phase.store(.stopped, ordering: .sequentiallyConsistent)
    while suspended.load(ordering: .sequentiallyConsistent) > 0 {
      everyExchange.forEach { $0.stop() }
      // The wait is as short as other threads' return from a resume.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Waits until no request is in flight, at most for `limit`.
  func waitUntilIdle(atMost limit: Duration) async {
    var timer: Task<Void, any Error>?
    await withUnsafeContinuation { continuation in
      registry.withLock { $0.waiter = continuation }
      // The timer starts after the waiter is stored, so that it can wake it.
      timer = Task { [self] in
        try await Task.sleep(for: limit)
        takeWaiter()?.resume()
      }
      if inFlight.load(ordering: .acquiring) == 0 { takeWaiter()?.resume() }
    }
    timer?.cancel()
  }

  private func takeWaiter() -> UnsafeContinuation<Void, Never>? {
    registry.withLock { registry in
      defer { registry.waiter = nil }
      return registry.waiter
    }
  }

  private var everyExchange: [Exchange] { registry.withLock { Array($0.exchanges.values) } }
}

/// The fields of a request's access log entry and metrics.
struct RequestRecord: Sendable {
  /// A dash for an unparsable request line.
  var method = "-"
  /// Decoded, without the query; a dash until the target is parsed.
  var path = "-"
  var route: String?
  /// 0 when the connection ended before a response.
  var status = 0
  /// The code of a problem response; nil for other responses.
  var code: String?
  /// Bytes of the body sent.
  var bytes: UInt64 = 0
}
