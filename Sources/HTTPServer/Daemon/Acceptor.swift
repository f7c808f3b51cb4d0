import Glibc
import Logging
import Synchronization

/// One thread that accepts connections and gives them to the daemon while there is room.
///
/// The daemon never sees the listening socket, because libmicrohttpd 0.9.75 cannot pause accepting safely.
/// `MHD_quiesce_daemon` and the thread that reaches its limit may both remove the socket from the same set. The
/// second removal aborts the process.
///
/// At the connection limit, or out of descriptors, the acceptor ends a slow connection when a client waits in the
/// backlog.
final class Acceptor: Sendable {
  /// Takes ownership of a socket with the client's address; false when it was closed instead.
  typealias HandOver = @Sendable (CInt, UnsafePointer<sockaddr>, socklen_t) -> Bool

  private enum Outcome: Equatable {
    case accepted, noClient
    /// The system is out of descriptors or memory; the value is errno.
    case exhausted(CInt)

    var isExhausted: Bool { if case .exhausted = self { true } else { false } }
  }

  private let limit: Int
  private let limitPerNetwork: Int
  private let idle: Duration
  private let connections: Connections
  private let bell: Bell
  private let log: Logger
  private let open = Atomic(0)
  private let openByNetwork = Mutex<[RemoteAddress.Network: Int]>([:])
  /// Held while a connection is handed over, so that none is handed over after ``stop()``.
  private let socket = Mutex<ListenSocket?>(nil)

  /// The wait before room is requested again, in milliseconds.
  private static let pause: CInt = 50
  /// The longest wait for the end of a connection, in milliseconds; a bell reports the end.
  private static let closing: CInt = 1000

  /// The shortest time between two log lines about refused clients.
  private static let silence = Duration.seconds(60)

  /// - Parameter connections: the source of connections that can be ended.
  /// - Throws: ``HTTPError/startFailed(_:)`` when the process is out of descriptors.
  init(_ limits: ServerLimits, _ connections: Connections, log: Logger) throws(HTTPError) {
    limit = max(1, limits.connections)
    limitPerNetwork =
      limits.connectionsPerAddress > 0 ? min(limits.connectionsPerAddress, max(1, limit / 2)) : .max
    idle = limits.idle
    self.connections = connections
    self.log = log
    bell = try Bell()
  }

  /// Accepts connections until ``stop()``, which closes the socket.
  func start(on listening: ListenSocket, _ handOver: @escaping HandOver) throws(HTTPError) {
    socket.withLock { $0 = listening }
    try OwnThread.start { [self] in
      run(listening.descriptor, handOver)
      listening.close()
    }
  }

  func stop() {
    socket.withLock { socket in
      socket?.refuse()
      socket = nil
    }
    bell.ring()
  }

  func connectionClosed(in network: RemoteAddress.Network) {
    leave(network)
    if open.subtract(1, ordering: .relaxed).oldValue >= limit { bell.ring() }
  }

  private var isStopped: Bool { socket.withLock { $0 == nil } }

  private func run(_ descriptor: CInt, _ handOver: HandOver) {
    var (outcome, said) = (Outcome.noClient, ContinuousClock.Instant?.none)
    while !isStopped {
      let isFull = open.load(ordering: .relaxed) >= limit
      if isFull || outcome != .accepted {
        let isClient = wait(for: descriptor)
        if isClient, isFull || outcome.isExhausted { waitForRoom(isFull: isFull) }
      }
      outcome = open.load(ordering: .relaxed) < limit ? accept(descriptor, handOver) : .noClient
      if case .exhausted(let reason) = outcome, said.map({ $0 + Self.silence < .now }) ?? true {
        said = .now
        log.warning(
          "A client cannot be accepted; a slow connection is ended for it.",
          metadata: ["reason": "\(String(cString: strerror(reason)))"])
      }
    }
  }

  /// Waits for the bell or a client; false when the bell rang.
  private func wait(for descriptor: CInt) -> Bool {
    var events = [bell.descriptor, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&events, nfds_t(events.count), -1)
    guard events[0].revents != 0 else { return true }
    bell.answer()
    return false
  }

  /// Ends a connection, and waits a limited time for its end or another's.
  ///
  /// At most one connection is ended per new client, however busy the daemon is. Out of descriptors no bell rings.
  private func waitForRoom(isFull: Bool) {
    let isEnding = connections.makeRoom()
    var bells = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
    poll(&bells, 1, isEnding && isFull ? Self.closing : Self.pause)
    bell.answer()
  }

  private func accept(_ descriptor: CInt, _ handOver: HandOver) -> Outcome {
    var address = sockaddr_storage()
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return .noClient }
      var size = socklen_t(bytes.count)
      let client = Glibc.accept(descriptor, address, &size)
      guard client >= 0 else {
        let reason = errno
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(reason) ? .exhausted(reason) : .noClient
      }
      let network = RemoteAddress(address).network
      guard enter(network) else {
        close(client)
        return .accepted
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      limitSilence(of: client)
      if !take(client, { handOver(client, address, size) }) { leave(network) }
      return .accepted
    }
  }

  /// Counts a connection of a network; at the network's limit it replaces another connection of that network.
  private func enter(_ network: RemoteAddress.Network) -> Bool {
    let count = openByNetwork.withLock { $0[network] ?? 0 }
    // A connection that is being ended may still be counted; only a few are at once.
    let isEntered =
      count < limitPerNetwork
      || (count < limitPerNetwork + Self.mostEnding && connections.makeRoom(in: network))
    if isEntered { openByNetwork.withLock { $0[network, default: 0] += 1 } }
    return isEntered
  }

  private func leave(_ network: RemoteAddress.Network) {
    openByNetwork.withLock { open in
      let left = (open[network] ?? 1) - 1
      open[network] = left > 0 ? left : nil
    }
  }

  private static let mostEnding = 16

  /// Sets the time after which the kernel gives up a client that acknowledges nothing.
  ///
  /// This also covers suspended connections, which the daemon does not check.
  private func limitSilence(of client: CInt) {
    var milliseconds = CUnsignedInt(clamping: idle.nanoseconds / 1_000_000)
    let size = socklen_t(MemoryLayout.size(ofValue: milliseconds))
    setsockopt(client, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
  }

  private func take(_ client: CInt, _ handOver: () -> Bool) -> Bool {
    open.add(1, ordering: .relaxed)
    let isTaken = socket.withLock { socket in
      if socket != nil { return handOver() }
      close(client)
      return false
    }
    if !isTaken { open.subtract(1, ordering: .relaxed) }
    return isTaken
  }
}
