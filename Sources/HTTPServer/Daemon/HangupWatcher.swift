import CMicroHTTPD
import Glibc
import Synchronization

/// One thread that detects when clients of suspended connections close their end.
///
/// libmicrohttpd does not ("MHD will not detect disconnects by the client", its header says), so handlers would work
/// for clients that are gone. Edge-triggered events wake the thread: `EPOLLRDHUP` when the client closes its sending
/// half, `EPOLLHUP` or `EPOLLERR` when the whole connection is closed.
final class HangupWatcher: Sendable {
  private struct State {
    var connections: [UInt64: Connection] = [:]
    var reported: [Connection] = []
    var isStopped = false
  }

  private let epoll: CInt
  private let bell: Bell
  private let state = Mutex(State())

  /// - Throws: ``HTTPError/startFailed(_:)`` when the process is out of descriptors or threads.
  init() throws(HTTPError) {
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    bell = try Bell()
    guard epoll >= 0, control(EPOLL_CTL_ADD, bell.descriptor, EPOLLIN.rawValue, token: 0) else {
      throw .startFailed("out of file descriptors")
    }
  }

  deinit { close(epoll) }

  /// Starts the thread, which retains the watcher until ``stop()``.
  func start() throws(HTTPError) { try OwnThread.start { [self] in run() } }

  func stop() {
    state.withLock { $0.isStopped = true }
    bell.ring()
  }

  func add(_ connection: Connection) {
    state.withLock { $0.connections[connection.token] = connection }
    let events = EPOLLRDHUP.rawValue | EPOLLET.rawValue
    _ = control(EPOLL_CTL_ADD, connection.socket, events, token: connection.token)
  }

  func remove(_ connection: Connection) {
    // Closing the socket removes it from the epoll set.
    _ = state.withLock { $0.connections.removeValue(forKey: connection.token) }
  }

  /// Tells a connection's exchange, on the watcher's thread, that the client has closed its end.
  func report(_ connection: Connection) {
    state.withLock { $0.reported.append(connection) }
    bell.ring()
  }

  private func control(_ operation: CInt, _ descriptor: CInt, _ events: UInt32, token: UInt64) -> Bool {
    var event = epoll_event(events: events, data: epoll_data_t(u64: token))
    return epoll_ctl(epoll, operation, descriptor, &event) == 0
  }

  private func run() {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
      while !state.withLock({ $0.isStopped }) {
        let count = epoll_wait(epoll, events.baseAddress, CInt(events.count), -1)
        for event in events.prefix(Int(max(count, 0))) { handle(event) }
      }
    }
  }

  private func handle(_ event: epoll_event) {
    let token = event.data.u64
    if token == 0 { bell.answer() }
    let (reported, connection) = state.withLock { state in
      defer { state.reported = [] }
      return (state.reported, state.connections[token])
    }
    for connection in reported { connection.reportExchange() }
    // A closed sending half alone is no disconnect: the client may still read.
    connection?.closedByClient(isGone: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
  }
}

/// Wakes a thread that waits in `poll` or `epoll_wait`; any thread may ring.
final class Bell: Sendable {
  /// Readable after a ring.
  let descriptor: CInt

  /// - Throws: ``HTTPError/startFailed(_:)`` when the process is out of descriptors.
  init() throws(HTTPError) {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .startFailed("out of file descriptors") }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }

  func answer() {
    var rings: UInt64 = 0
    _ = read(descriptor, &rings, MemoryLayout.size(ofValue: rings))
  }
}
