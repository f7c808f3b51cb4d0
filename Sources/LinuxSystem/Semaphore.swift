import Glibc

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
