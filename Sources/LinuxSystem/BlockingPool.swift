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
  ///
  /// - Parameter givesWay: whether all other threads of the machine go before these.
  public init(threads: Int, name: String = "blocking", givesWay: Bool = false) {
    let queue = WorkQueue()
    self.queue = queue
    for number in 1...max(1, threads) {
      PosixThread.start(name: "\(name)-\(number)") {
        BlockingPool.markCurrentThread()
        if givesWay { PosixThread.giveWay() }
        queue.work()
      }
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

extension BlockingPool {
  /// What every thread of every pool has a value for, and no other thread.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "there are no more keys for values of threads")
    return key
  }()

  private static func markCurrentThread() {
    pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
  }

  /// Whether the calling thread is one of a pool's, which may block.
  public static var isCurrent: Bool { pthread_getspecific(mark) != nil }

  /// Traps in a debug build unless the calling thread is one of a pool's; nothing in a release build.
  ///
  /// For the first line of what blocks for long: on one of Swift's own threads, or the daemon's, it would keep everybody
  /// waiting, and nobody would see why.
  public static func assertIsCurrent(_ file: StaticString = #fileID, _ line: UInt = #line) {
    assert(isCurrent, "this blocks, and is not done on a thread that may", file: file, line: line)
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
