import Glibc
import Synchronization

/// A few threads for blocking calls: disk reads, `fsync`, waiting for a child process.
///
/// Swift has one thread per processor core, so a thread that waits for a disk serves no request. Work runs in order
/// of arrival. When the last reference is released, the threads finish the waiting work and end.
///
/// ```swift
/// let status = try await pool.run { () throws(SystemError) in try directory.status("a.pdf") } ```
public final class BlockingPool: Sendable {
  private let queue: WorkQueue

  /// A pool of `threads` threads, each named `name` for debuggers.
  ///
  /// - Parameter givesWay: whether the threads run at the lowest priority.
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

  /// Runs `body` on one of the pool's threads and returns its result.
  ///
  /// Work that has begun cannot be cancelled.
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
  /// The thread-specific value that marks the threads of all pools.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "there are no more keys for values of threads")
    return key
  }()

  private static func markCurrentThread() {
    pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
  }

  /// Whether the calling thread belongs to a pool and may block.
  public static var isCurrent: Bool { pthread_getspecific(mark) != nil }

  /// Traps in a debug build unless the calling thread belongs to a pool; has no effect in a release build.
  ///
  /// Call it first in every function that blocks for long. On one of Swift's or the daemon's threads such a function
  /// would delay all requests.
  public static func assertIsCurrent(_ file: StaticString = #fileID, _ line: UInt = #line) {
    assert(isCurrent, "this blocks, and is not done on a thread that may", file: file, line: line)
  }
}

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
        // Wakes the next thread, which ends too.
        signal.post()
        return
      }
      work()
    }
  }

  /// The oldest waiting work; nil when the closed queue is empty.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.head < state.waiting.count else { return nil }
      // The slot is cleared at once, because the closure may retain much memory.
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

/// A counting semaphore (`sem_overview(7)`), which Swift's standard library lacks.
public final class Semaphore: @unchecked Sendable {
  // @unchecked: the pointer never changes, and sem_post and sem_wait are thread-safe.
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// A semaphore with the value 0.
  public init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Increments the value and wakes a waiting thread.
  public func post() {
    sem_post(semaphore)
  }

  /// Blocks the calling thread until the value is positive, then decrements it.
  public func wait() {
    while sem_wait(semaphore) == -1, errno == EINTR {}
  }
}
