import Glibc
import Synchronization

/// The answers from files that are being sent, looked over a few times a second for those that are stuck.
///
/// The kernel sends a file for as long as the file has bytes. When it was cut shorter than it was declared to be,
/// the kernel sends nothing more, and libmicrohttpd (0.9.75) waits for a socket that has long been ready, until the
/// connection times out. A client is told by an early end instead. Asking before every piece would slow down all
/// that is well; a look at what is under way costs nothing while nothing is. Nothing is sent either while the daemon's
/// thread waits for a slow disk or a processor: only of a file that is too short the end is early.
final class FileSends: Sendable {
  private struct State {
    var sends: [ObjectIdentifier: Send] = [:]
    var isWatched = false
  }

  private struct Send {
    let exchange: Exchange
    let start: ContinuousClock.Instant
  }

  /// How often is looked; a send is stuck after twice this time.
  private static let interval = Duration.milliseconds(250)
  /// The same, in milliseconds.
  private static let pause: CInt = 250

  private let state = Mutex(State())

  /// The daemon begins to send a file.
  func add(_ exchange: Exchange) {
    let send = Send(exchange: exchange, start: .now)
    let isFirst = state.withLock { state in
      state.sends[ObjectIdentifier(exchange)] = send
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if isFirst { startWatching() }
  }

  /// The answer was sent, or the connection ended.
  func remove(_ exchange: Exchange) {
    _ = state.withLock { $0.sends.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  /// On a thread of its own: to ask for a file's length may take long where the disk does.
  private func startWatching() {
    do {
      try OwnThread.start { [self] in watch() }
    } catch {
      // Without a thread to be had now, the next send asks for one.
      state.withLock { $0.isWatched = false }
    }
  }

  /// Looks until there was nothing to look at.
  private func watch() {
    while let sends = watched() {
      for send in sends where send.start.duration(to: .now) > Self.interval * 2 {
        send.exchange.endIfStuck(after: Self.interval * 2)
      }
      poll(nil, 0, Self.pause)
    }
  }

  private func watched() -> [Send]? {
    state.withLock { state in
      state.isWatched = !state.sends.isEmpty
      return state.isWatched ? Array(state.sends.values) : nil
    }
  }
}

extension Exchange {
  /// Ends the connection when everything sent has arrived, nothing more has been sent for a time, and the file has no
  /// more to send.
  fileprivate func endIfStuck(after time: Duration) {
    guard let slice = standstill(for: time), slice.isCutShort else { return }
    whileOpen { if $0.isQuiet(for: time) { $0.end() } }
  }

  /// What is being sent when nothing of it has been for a time; nil while it goes on.
  private func standstill(for time: Duration) -> FileSlice? {
    guard whileOpen({ $0.isQuiet(for: time) }) == true else { return nil }
    guard case .file(let slice) = state.withLock({ $0.response })?.body else { return nil }
    return slice
  }

  /// Runs `body` unless the exchange is over; nil when it is.
  @discardableResult
  private func whileOpen<Value>(_ body: (Connection) -> Value) -> Value? {
    // The lock keeps the daemon from closing the socket, whose number could then be another's.
    state.withLock { $0.flow.stage == .over ? nil : body(connection) }
  }
}

extension FileSlice {
  /// Whether the file ends before the part does.
  ///
  /// Not to be asked with a lock held: a share in the network may keep one waiting.
  fileprivate var isCutShort: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && UInt64(max(0, status.st_size)) < range.upperBound
  }
}

extension Connection {
  /// Whether the client has everything that was sent, and the last of it for a time.
  fileprivate func isQuiet(for time: Duration) -> Bool {
    var unsent: CInt = 0
    guard ioctl(socket, UInt(TIOCOUTQ), &unsent) == 0, unsent == 0 else { return false }
    guard let info = kernelInfo else { return false }
    return Int64(info.tcpi_last_data_sent) * 1_000_000 >= time.nanoseconds
  }

  /// Makes the daemon close the connection.
  fileprivate func end() { SocketEnd.both.close(of: socket) }
}
