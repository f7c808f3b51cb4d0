import Glibc
import Logging
import Synchronization

/// Serves an application over HTTP/1.1.
///
/// ```swift
/// let server = Server(application, configuration: ServerConfiguration(port: 0))
/// let port = try await server.start()
/// …
/// await server.stop(deadline: .seconds(10)) ```
///
/// ```
///   ┌──────┐ start ┌─────────┐ stop ┌──────────┐ all threads ended ┌─────────┐
///   │ idle │──────▶│ running │─────▶│ stopping │──────────────────▶│ stopped │
///   └──────┘       └─────────┘      └──────────┘                   └─────────┘
/// ```
///
/// A few threads of libmicrohttpd serve all connections and never wait. Handlers run as tasks on Swift's pool, and
/// the connection of a waiting handler is suspended. TLS and HTTP/2 are left to a proxy in front. A started server
/// must be stopped; releasing it does not stop it.
public final class Server: Sendable {
  private enum State {
    case idle
    case running(Daemon, ServerCore, port: Int)
    case stopping(Task<Void, Never>)
  }

  private let application: HTTPApplication
  private let configuration: ServerConfiguration
  private let state = Mutex(State.idle)

  /// A server that is not started yet.
  public init(_ application: HTTPApplication, configuration: ServerConfiguration = ServerConfiguration()) {
    self.application = application
    self.configuration = configuration
  }

  /// Listens and serves; returns the port, also when the server runs already.
  ///
  /// Raises the process's soft limit of open files for the configured connections. A lower hard limit reduces the
  /// number of connections.
  ///
  /// - Throws: ``HTTPError/addressInUse(host:port:)``, ``HTTPError/addressUnavailable(host:port:reason:)``,
  ///   ``HTTPError/startFailed(_:)``, also when the server was stopped before.
  @discardableResult
  public func start() async throws(HTTPError) -> Int {
    let result = state.withLock { state in
      Result { () throws(HTTPError) in
        switch state {
        case .running(_, _, let port): return port
        case .stopping: throw .startFailed("the server was stopped")
        case .idle: break
        }
        let (daemon, core, port) = try launch()
        state = .running(daemon, core, port: port)
        return port
      }
    }
    return try result.get()
  }

  private func launch() throws(HTTPError) -> (Daemon, ServerCore, Int) {
    let core = try ServerCore(application, fitted())
    try core.watcher.start()
    do throws(HTTPError) {
      let socket = try ListenSocket.listen(host: configuration.host, port: configuration.port)
      return (try Daemon(core, on: socket), core, socket.port)
    } catch {
      core.watcher.stop()
      throw error
    }
  }

  /// The configuration with as many connections as the limit of open files allows.
  private func fitted() -> ServerConfiguration {
    var configuration = configuration
    let wanted = configuration.limits.connections
    configuration.limits.connections = OpenFiles.connections(atMost: wanted)
    if configuration.limits.connections < wanted {
      application.logger.warning(
        "The limit of open files allows fewer connections; raise it with ulimit -n.",
        metadata: ["connections": "\(configuration.limits.connections)", "wanted": "\(wanted)"])
    }
    return configuration
  }

  /// Stops in order, and returns when all threads and handlers have ended.
  ///
  /// No more connections are accepted, event streams end, and running requests may finish until the deadline.
  /// Unfinished requests get a 503 and their tasks are cancelled. A second call waits for the first.
  public func stop(deadline: Duration = .seconds(10)) async {
    let task = state.withLock { state -> Task<Void, Never>? in
      switch state {
      case .idle: return nil
      case .stopping(let task): return task
      case .running(let daemon, let core, _):
        let task = Task.detached { await Self.stop(daemon, core, deadline) }
        state = .stopping(task)
        return task
      }
    }
    await task?.value
  }

  private static func stop(_ daemon: Daemon, _ core: ServerCore, _ deadline: Duration) async {
    core.acceptor.stop()
    core.drain()
    await core.waitUntilIdle(atMost: deadline)
    core.giveUp()
    // Time for sending the responses.
    await core.waitUntilIdle(atMost: .seconds(1))
    await core.breakOff()
    await OwnThread.run { daemon.stop() }
    core.watcher.stop()
  }
}

private enum OpenFiles {
  /// A connection's socket, and a file that it sends or receives, which is two for a moment.
  private static let perConnection = 3
  /// Descriptors for all other purposes: the index, workers, watched folders, and the Swift runtime, which aborts
  /// without any.
  private static let others = 256

  /// Raises the soft limit for `connections`; returns the number that it allows, at least one.
  static func connections(atMost connections: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return connections }
    let wanted = rlim_t(perConnection * connections + others)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      setrlimit(resource, &limit)
      getrlimit(resource, &limit)
    }
    let left = Int(clamping: limit.rlim_cur) - others
    return min(connections, max(1, left / perConnection))
  }
}
