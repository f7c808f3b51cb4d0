/// The unsent bytes of a stream, its waiting writers and its sink; guarded by the stream's lock.
struct StreamState {
  enum Phase { case open, finished, closed }
  enum Append { case room, full, closed }

  let capacity: Int
  var phase = Phase.open
  var task: Task<Void, Never>?
  var sink: (any StreamSink)?
  private var unsent: [UInt8] = []
  private var sent = 0
  private var sleeping = false
  private var waiters: [UnsafeContinuation<Bool, Never>] = []

  init(capacity: Int) { self.capacity = capacity }

  var hasRoom: Bool { unsent.count - sent <= capacity }

  mutating func append(_ bytes: [UInt8]) -> Append {
    guard phase == .open else { return .closed }
    if unsent.isEmpty { unsent = bytes } else { unsent += bytes }
    return hasRoom ? .room : .full
  }

  mutating func finish() {
    if phase == .open { phase = .finished }
  }

  /// The result for a writer that need not wait; nil when it was queued.
  mutating func wait(_ continuation: UnsafeContinuation<Bool, Never>, cancelled: Bool) -> Bool? {
    if phase != .open { return false }
    if hasRoom || cancelled { return true }
    waiters.append(continuation)
    return nil
  }

  mutating func takeWaiters() -> [UnsafeContinuation<Bool, Never>] {
    defer { waiters = [] }
    return waiters
  }

  /// The sink, if it waits after a read that found nothing.
  mutating func takeSleeper() -> (any StreamSink)? {
    guard sleeping else { return nil }
    sleeping = false
    return sink
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer, park: () -> Bool) -> StreamRead {
    if phase == .closed { return .broken }
    let count = min(unsent.count - sent, buffer.count)
    guard count > 0 else { return readNothing(park: park) }
    unsent.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[sent..<(sent + count)]))
    }
    sent += count
    compact()
    return .bytes(count)
  }

  private mutating func readNothing(park: () -> Bool) -> StreamRead {
    if phase == .finished {
      phase = .closed
      return .end
    }
    guard park() else { return .broken }
    sleeping = true
    return .parked
  }

  /// Frees the buffer when all bytes are sent, and removes a large sent prefix.
  private mutating func compact() {
    if sent == unsent.count {
      unsent = []
      sent = 0
    } else if sent > capacity {
      unsent.removeFirst(sent)
      sent = 0
    }
  }
}
