import Glibc
import Logging
import Synchronization

/// One thread that accepts connections and hands them to the daemon while there is room for them.
///
/// libmicrohttpd can accept by itself, but cannot stop to: `MHD_quiesce_daemon`, and whatever is done to its socket
/// from outside, may take the socket out of a set from which a daemon's thread that reaches its limit takes it too,
/// and the one that comes second aborts the process (0.9.75). So the daemon never sees the listening socket.
///
/// At the limit, or out of descriptors, it asks for room when a client is in line: whoever keeps the server waiting
/// must not keep others out.
final class Acceptor: Sendable {
  /// Takes over a socket, with the client's address; false when it was closed instead.
  typealias HandOver = @Sendable (CInt, UnsafePointer<sockaddr>, socklen_t) -> Bool

  private enum Outcome: Equatable {
    case accepted, nobody
    /// The system gave no more of what a connection takes, for this reason (errno).
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
  /// Held while a connection is handed over, so that none is after ``stop()``.
  private let socket = Mutex<ListenSocket?>(nil)

  /// How soon room is asked for again while there was none to be made, in milliseconds.
  private static let pause: CInt = 50
  /// How long the daemon may take to close a connection that was ended for another; a bell tells when it has.
  private static let closing: CInt = 1000

  /// How long it is not said again that a client could not be accepted.
  private static let silence = Duration.seconds(60)

  /// - Parameter connections: ends those that can be spared.
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

  /// Accepts from now on, until ``stop()``; the socket is closed then.
  func start(on listening: ListenSocket, _ handOver: @escaping HandOver) throws(HTTPError) {
    socket.withLock { $0 = listening }
    try OwnThread.start { [self] in
      run(listening.descriptor, handOver)
      listening.close()
    }
  }

  /// Refuses connections; those in line are refused too.
  func stop() {
    socket.withLock { socket in
      socket?.refuse()
      socket = nil
    }
    bell.ring()
  }

  /// One that was handed over has ended.
  func connectionClosed(in network: RemoteAddress.Network) {
    leave(network)
    if open.subtract(1, ordering: .relaxed).oldValue >= limit { bell.ring() }
  }

  private var isStopped: Bool { socket.withLock { $0 == nil } }

  private func run(_ descriptor: CInt, _ handOver: HandOver) {
    var (outcome, said) = (Outcome.nobody, ContinuousClock.Instant?.none)
    while !isStopped {
      let isFull = open.load(ordering: .relaxed) >= limit
      if isFull || outcome != .accepted {
        let isClient = wait(for: descriptor)
        if isClient, isFull || outcome.isExhausted { waitForRoom(isFull: isFull) }
      }
      outcome = open.load(ordering: .relaxed) < limit ? accept(descriptor, handOver) : .nobody
      if case .exhausted(let reason) = outcome, said.map({ $0 + Self.silence < .now }) ?? true {
        said = .now
        log.warning(
          "A client cannot be accepted; others are asked to make room.",
          metadata: ["reason": "\(String(cString: strerror(reason)))"])
      }
    }
  }

  /// Waits for the bell or for a client; false when the bell rang.
  private func wait(for descriptor: CInt) -> Bool {
    var events = [bell.descriptor, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&events, nfds_t(events.count), -1)
    guard events[0].revents != 0 else { return true }
    bell.answer()
    return false
  }

  /// Has a connection end, and waits for that, or for another's end, but not for long.
  ///
  /// One end is one place: another connection is not ended because the daemon is busy. Out of descriptors no bell tells.
  private func waitForRoom(isFull: Bool) {
    let isEnding = connections.makeRoom()
    var bells = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
    poll(&bells, 1, isEnding && isFull ? Self.closing : Self.pause)
    bell.answer()
  }

  private func accept(_ descriptor: CInt, _ handOver: HandOver) -> Outcome {
    var address = sockaddr_storage()
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return .nobody }
      var size = socklen_t(bytes.count)
      let client = Glibc.accept(descriptor, address, &size)
      guard client >= 0 else {
        let reason = errno
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(reason) ? .exhausted(reason) : .nobody
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

  /// Counts a connection of a network, in place of another of it where there are as many as there may be.
  private func enter(_ network: RemoteAddress.Network) -> Bool {
    let count = openByNetwork.withLock { $0[network] ?? 0 }
    // One that was ended for another may still be counted; a few of those at once are the most that there can be.
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

  /// A client that takes in nothing of what is sent to it is given up by the kernel, also while its connection is
  /// suspended, when the daemon does not look.
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
