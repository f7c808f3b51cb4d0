import Glibc

/// Threads for what blocks: Swift's own pool has one thread per core and must never wait.
enum OwnThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a thread of its own, which ends with it.
  static func start(_ run: @escaping @Sendable () -> Void) throws(HTTPError) {
    let work = Unmanaged.passRetained(Work(run))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      throw .startFailed("no thread: \(String(cString: strerror(status)))")
    }
    pthread_detach(thread)
  }

  /// Waits, without blocking the caller's thread, for a closure that blocks its own.
  static func run(_ body: @escaping @Sendable () -> Void) async {
    await withUnsafeContinuation { continuation in
      let work: @Sendable () -> Void = {
        body()
        continuation.resume()
      }
      // Without a thread to be had, blocking is all that is left.
      do { try start(work) } catch { work() }
    }
  }
}
