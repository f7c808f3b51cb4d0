import Glibc
import Synchronization

/// A child process that any thread may end or measure until its end was waited for.
///
/// After that its number may belong to another process, and nothing reaches it any more.
public final class OwnedProcess: Sendable {
  private let child: ChildProcess
  private let isReaped = Mutex(false)

  /// The process number.
  public var id: CInt { child.id }

  /// Takes charge of a process, which no other code may wait for.
  public init(_ child: ChildProcess) {
    self.child = child
  }

  /// Ends the process at once; has no effect after its end.
  public func kill() { _ = use { $0.kill() } }

  /// The result of `body` for a process that was not waited for; nil otherwise.
  public func use<Value>(_ body: (ChildProcess) -> Value?) -> Value? {
    isReaped.withLock { $0 ? nil : body(child) }
  }

  /// Waits for the end; returns the exit code, 128 + the signal's number, or -1 when the kernel does not tell.
  ///
  /// Must be called exactly once; blocks.
  public func waitForEnd() -> CInt {
    // `WNOWAIT` keeps the number reserved, so that `kill` never meets another process under it.
    var facts = siginfo_t()
    while waitid(P_PID, id_t(child.id), &facts, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return isReaped.withLock { isReaped in
      isReaped = true
      return (try? child.reap()) ?? -1
    }
  }
}

/// The path of the running program.
public enum ProgramPath {
  /// The absolute path (`/proc/self/exe`); empty where the kernel does not tell.
  public static let current: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }()
}
