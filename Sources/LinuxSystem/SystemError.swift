import Glibc

/// A failed system call with the kernel's reason; never contains a path.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel's error number, such as `ENOENT` or `ENOSPC`.
  public let errno: CInt
  /// The call, such as "openat2".
  public let call: String

  /// An error from its parts.
  public init(errno: CInt, call: String) {
    self.errno = errno
    self.call = call
  }

  /// The call and the reason in words: "openat2: No such file or directory".
  public var description: String { "\(call): \(String(cString: strerror(errno)))" }

  /// Returns `result`, or throws when it is a negated error number.
  static func check<Result: SignedInteger>(
    _ result: Result, _ call: String
  ) throws(SystemError) -> Result {
    guard result < 0 else { return result }
    throw SystemError(errno: CInt(-result), call: call)
  }

  /// Returns the result of `body`, or throws when it is -1, with the reason in `errno`.
  static func checkErrno<Result: SignedInteger>(
    _ call: String, _ body: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = body()
      if result != -1 { return result }
      let reason = Glibc.errno
      if reason != EINTR { throw SystemError(errno: reason, call: call) }
    }
  }
}
