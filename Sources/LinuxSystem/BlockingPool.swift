import Glibc
import Synchronization

/// A few threads for calls that block: disk reads, `fsync`, waiting for a child.
///
/// Swift's own threads are as many as cores; one that waits for a disk is one that serves nobody. Work is taken in
/// the order in which it comes. A pool ends its threads, after the work that waits, when the last reference goes.
///
/// ```swift
/// let status = try await pool.run { () throws(SystemError) in try directory.status("a.pdf") }
/// ```
public final class BlockingPool: Sendable {
  private let queue: WorkQueue

  /// A pool of `threads` threads, each named `name` for debuggers.
  public init(threads: Int, name: String = "blocking") {
    let queue = WorkQueue()
    self.queue = queue
    for number in 1...max(1, threads) {
      PosixThread.start(name: "\(name)-\(number)") { queue.work() }
    }
  }

  deinit {
    queue.close()
  }

  /// Runs `body` on one of the pool's threads and returns what it returns.
  ///
  /// Not cancelled once it has begun.
  public func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withUnsafeContinuation { continuation in
      queue.add { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}

/// Waiting work, and the threads that wait for it.
private final class WorkQueue: Sendable {
  private struct State {
    var waiting: [(@Sendable () -> Void)?] = []
    var head = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let signal = Semaphore()

  func add(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append(work) }
    signal.post()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    signal.post()
  }

  func work() {
    while true {
      signal.wait()
      guard let work = next() else {
        // The end is passed on to the next thread.
        signal.post()
        return
      }
      work()
    }
  }

  /// The oldest waiting work; nil when there is none and there never will be.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.head < state.waiting.count else { return nil }
      // The place is emptied at once: work may hold much, or something whose end others wait for.
      let work = state.waiting[state.head].take()
      state.head += 1
      if state.head > 256, state.head * 2 > state.waiting.count {
        state.waiting.removeFirst(state.head)
        state.head = 0
      }
      return work
    }
  }
}
