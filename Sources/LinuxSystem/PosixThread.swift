import CLinux
import Glibc

/// Detached threads for calls that block for ever: `epoll_wait`, `recvmsg`, `read` on inotify.
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
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Start(name, body)).toOpaque()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    if result != 0 { Unmanaged<Start>.fromOpaque(argument).release() }
  }

  /// Gives the calling thread the lowest priority (nice 19), permanently.
  public static func giveWay() { clinux_give_way() }
}
