import Glibc

/// A counting semaphore (`sem_overview(7)`), which Swift's standard library lacks.
public final class Semaphore: @unchecked Sendable {
  // @unchecked: the pointer never changes, and sem_post and sem_wait are made for many threads.
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// A semaphore of which nothing can be taken yet.
  public init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Lets one who waits, or comes to wait, go on.
  public func post() {
    sem_post(semaphore)
  }

  /// Blocks the calling thread until something was posted for it.
  public func wait() {
    while sem_wait(semaphore) == -1, errno == EINTR {}
  }
}
