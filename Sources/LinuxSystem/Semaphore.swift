import Glibc

/// A counting semaphore (`sem_overview(7)`), which Swift's standard library lacks.
final class Semaphore: @unchecked Sendable {
  // @unchecked: the pointer never changes, and sem_post and sem_wait are made for many threads.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func post() {
    sem_post(semaphore)
  }

  func wait() {
    while sem_wait(semaphore) == -1, errno == EINTR {}
  }
}
