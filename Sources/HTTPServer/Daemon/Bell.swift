import CMicroHTTPD
import Glibc

/// Wakes a thread that waits in `poll` or `epoll_wait`; any thread may ring.
final class Bell: Sendable {
  /// Readable after a ring.
  let descriptor: CInt

  /// - Throws: ``HTTPError/startFailed(_:)`` when the process is out of descriptors.
  init() throws(HTTPError) {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .startFailed("out of file descriptors") }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }

  func answer() {
    var rings: UInt64 = 0
    _ = read(descriptor, &rings, MemoryLayout.size(ofValue: rings))
  }
}
