import Glibc
import Synchronization

/// The file responses in progress, checked a few times a second for truncated files.
///
/// If a file is truncated while it is sent, the kernel sends nothing more. libmicrohttpd 0.9.75 then waits for a
/// writable socket until the connection times out. An early close tells the client sooner. A check before every
/// piece would slow down all transfers, while this check costs nothing without transfers. A slow disk or processor
/// also stalls a transfer, so the file's length decides.
final class FileSends: Sendable {
  private struct State {
    var sends: [ObjectIdentifier: Send] = [:]
    var isWatched = false
  }

  private struct Send {
    let exchange: Exchange
    let start: ContinuousClock.Instant
  }

  /// The interval of the checks; a transfer is stuck after twice this time.
  private static let interval = Duration.milliseconds(250)
  private static let pause: CInt = 250

  private let state = Mutex(State())

  func add(_ exchange: Exchange) {
    let send = Send(exchange: exchange, start: .now)
    let isFirst = state.withLock { state in
      state.sends[ObjectIdentifier(exchange)] = send
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if isFirst { startWatching() }
  }

  func remove(_ exchange: Exchange) {
    _ = state.withLock { $0.sends.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  /// Checks on a thread of its own, because reading a file's length may block on the disk.
  private func startWatching() {
    do {
      try OwnThread.start { [self] in watch() }
    } catch {
      // Without a free thread, the next transfer tries again.
      state.withLock { $0.isWatched = false }
    }
  }

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
  /// Closes the connection when all sent bytes have arrived, none were sent for `time`, and the file is truncated.
  fileprivate func endIfStuck(after time: Duration) {
    guard let slice = standstill(for: time), slice.isCutShort else { return }
    whileOpen { if $0.isQuiet(for: time) { $0.end() } }
  }

  /// The file of a transfer that has stalled for `time`; nil for an active one.
  private func standstill(for time: Duration) -> FileSlice? {
    guard whileOpen({ $0.isQuiet(for: time) }) == true else { return nil }
    guard case .file(let slice) = state.withLock({ $0.response })?.body else { return nil }
    return slice
  }

  /// Runs `body` unless the exchange is over; nil when it is.
  @discardableResult
  private func whileOpen<Value>(_ body: (Connection) -> Value) -> Value? {
    // The lock keeps the daemon from closing the socket, whose number could then be reused.
    state.withLock { $0.flow.stage == .over ? nil : body(connection) }
  }
}

extension FileSlice {
  /// Whether the file ends before the slice does.
  ///
  /// Must be called without a lock, because a network file system may block.
  fileprivate var isCutShort: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && UInt64(max(0, status.st_size)) < range.upperBound
  }
}

extension Connection {
  /// Whether the client has acknowledged all bytes, and none were sent for `time`.
  fileprivate func isQuiet(for time: Duration) -> Bool {
    var unsent: CInt = 0
    guard ioctl(socket, UInt(TIOCOUTQ), &unsent) == 0, unsent == 0 else { return false }
    guard let info = kernelInfo else { return false }
    return Int64(info.tcpi_last_data_sent) * 1_000_000 >= time.nanoseconds
  }

  fileprivate func end() { SocketEnd.both.close(of: socket) }
}
