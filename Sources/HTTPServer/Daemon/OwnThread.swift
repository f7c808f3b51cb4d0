import Glibc

/// Threads for blocking calls: Swift's own pool has one thread per core and must never block.
enum OwnThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

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

  /// Runs a blocking closure on another thread and waits without blocking the caller's.
  static func run(_ body: @escaping @Sendable () -> Void) async {
    await withUnsafeContinuation { continuation in
      let work: @Sendable () -> Void = {
        body()
        continuation.resume()
      }
      // Without a free thread the call has to block.
      do { try start(work) } catch { work() }
    }
  }
}
