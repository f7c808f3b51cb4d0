import CLinux
import Glibc

/// Threads for calls that block: for ever (`epoll_wait`, `recvmsg`, `read` on inotify), or beside other work.
public enum PosixThread {
  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      clinux_name_thread(name)
      body()
    }
  }

  /// Runs `body` on a new thread named `name` (at most 15 bytes are kept); returns at once.
  public static func start(name: String, _ body: @escaping @Sendable () -> Void) {
    _ = create(Start(name, body), CInt(PTHREAD_CREATE_DETACHED))
  }

  /// Runs `body` on a new thread while `other` runs on this one; returns when the new thread is gone.
  ///
  /// Without a free thread the one runs after the other.
  public static func run<Value>(
    name: String, _ body: @escaping @Sendable () -> Void, beside other: () -> Value
  ) -> Value {
    let thread = create(Start(name, body), CInt(PTHREAD_CREATE_JOINABLE))
    let value = other()
    if let thread { pthread_join(thread, nil) } else { body() }
    return value
  }

  private static func create(_ start: Start, _ state: CInt) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, state)
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(start).toOpaque()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    guard result == 0 else {
      Unmanaged<Start>.fromOpaque(argument).release()
      return nil
    }
    return thread
  }

  /// Gives the calling thread the lowest priority (nice 19), permanently.
  public static func giveWay() { clinux_give_way() }
}
