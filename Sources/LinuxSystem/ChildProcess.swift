import CLinux
import Glibc

/// A child process of this one.
///
/// It leads a session of its own, without a terminal. It is not killed when this value is released; see ``kill(_:)`` and
/// ``reap()``.
public struct ChildProcess: Sendable, Hashable {
  /// A signal that ends a process.
  public enum Signal: CInt, Sendable {
    /// Asks the process to end.
    case terminate = 15
    /// Ends the process at once.
    case kill = 9
  }

  /// The process number.
  public let id: CInt

  /// Starts `path` in a new session, with the given arguments, environment and descriptors only.
  ///
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - arguments: the arguments after the program's name.
  ///   - environment: the whole environment.
  ///   - descriptors: become descriptors 0, 1, 2, …; all other descriptors are closed. A descriptor within
  /// `0..<descriptors.count` must be at its own index.
  public init(
    spawning path: String, arguments: [String] = [], environment: [String: String] = [:],
    descriptors: [Descriptor]
  ) throws(SystemError) {
    let numbers = descriptors.map(\.rawValue)
    let argumentVector = ([path] + arguments).map { strdup($0) } + [nil]
    let environmentVector = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argumentVector + environmentVector { free(pointer) } }
    var child: CInt = 0
    let result = clinux_spawn(path, argumentVector, environmentVector, numbers, CInt(numbers.count), &child)
    _ = try SystemError.check(result, "posix_spawn")
    id = child
  }

  /// Sends a signal to the process and to its own children, unless they have left its process group.
  ///
  /// Must not be called after ``reap()`` has returned.
  public func kill(_ signal: Signal = .kill) {
    _ = Glibc.kill(-id, signal.rawValue)
  }

  /// Waits for the end and returns the exit code, or 128 + the signal's number.
  ///
  /// Must be called exactly once; blocks.
  public func reap() throws(SystemError) -> CInt {
    var code: CInt = 0
    _ = try SystemError.check(clinux_reap(id, 1, &code), "waitpid")
    return code
  }

  /// The processor time of all its threads, ended ones included; nil after the process's end.
  ///
  /// The kernel counts it, so the process cannot falsify it. Must not be called after ``reap()`` has returned.
  public func processorTime() -> Duration? {
    let nanoseconds = clinux_processor_time(id)
    return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
  }

  /// Limits the processor time of the process's whole life, in seconds.
  ///
  /// At the limit the kernel sends SIGXCPU, which the process may ignore, and ``graceSeconds`` later SIGKILL.
  public func limitProcessorTime(seconds: Int) throws(SystemError) {
    let result = clinux_limit_processor_time(id, UInt64(max(0, seconds)), UInt64(Self.graceSeconds))
    _ = try SystemError.check(result, "prlimit")
  }

  /// The time between the limit of processor time and SIGKILL, in seconds.
  public static let graceSeconds = 5

  /// Resident memory in bytes (`/proc/PID/statm`); nil after the process's end.
  public func residentBytes() -> Int? {
    guard let file = try? Descriptor.open("/proc/\(id)/statm"), let bytes = try? file.read(256) else {
      return nil
    }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(CInt(_SC_PAGESIZE))) } : nil
  }
}
