import Glibc
import Synchronization

/// One thread that accepts connections and hands them to the daemon while there is room for them.
///
/// libmicrohttpd can accept by itself, but cannot stop to: `MHD_quiesce_daemon`, and whatever is done to its socket
/// from outside, may take the socket out of a set from which a daemon's thread that reaches its limit takes it too,
/// and the one that comes second aborts the process (0.9.75). So the daemon never sees the listening socket.
final class Acceptor: Sendable {
  /// Takes over a socket, with the client's address; false when it was closed instead.
  typealias HandOver = @Sendable (CInt, UnsafePointer<sockaddr>, socklen_t) -> Bool

  private enum Outcome { case accepted, nobody, exhausted }

  private let limit: Int
  private let bell: Bell
  private let open = Atomic(0)
  /// Held while a connection is handed over, so that none is after ``stop()``.
  private let socket = Mutex<ListenSocket?>(nil)

  /// - Throws: ``HTTPError/startFailed(_:)`` when the process is out of descriptors.
  init(limit: Int) throws(HTTPError) {
    self.limit = limit
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
  func connectionClosed() {
    if open.subtract(1, ordering: .relaxed).oldValue >= limit { bell.ring() }
  }

  private var isStopped: Bool { socket.withLock { $0 == nil } }

  private func run(_ descriptor: CInt, _ handOver: HandOver) {
    var outcome = Outcome.nobody
    while !isStopped {
      let hasRoom = open.load(ordering: .relaxed) < limit
      if outcome != .accepted || !hasRoom {
        wait(for: hasRoom && outcome != .exhausted ? descriptor : nil, exhausted: outcome == .exhausted)
      }
      outcome = hasRoom ? accept(descriptor, handOver) : .nobody
    }
  }

  /// Waits for the bell and, when there is room, for clients; out of descriptors or memory, for a moment.
  private func wait(for descriptor: CInt?, exhausted: Bool) {
    var events = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
    if let descriptor { events.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    poll(&events, nfds_t(events.count), exhausted ? 100 : -1)
    bell.answer()
  }

  private func accept(_ descriptor: CInt, _ handOver: HandOver) -> Outcome {
    var address = sockaddr_storage()
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return .nobody }
      var size = socklen_t(bytes.count)
      let client = Glibc.accept(descriptor, address, &size)
      guard client >= 0 else {
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .nobody
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      take(client) { handOver(client, address, size) }
      return .accepted
    }
  }

  private func take(_ client: CInt, _ handOver: () -> Bool) {
    open.add(1, ordering: .relaxed)
    let isTaken = socket.withLock { socket in
      if socket != nil { return handOver() }
      close(client)
      return false
    }
    if !isTaken { open.subtract(1, ordering: .relaxed) }
  }
}
