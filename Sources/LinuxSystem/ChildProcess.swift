import CLinux
import Glibc

/// A process that this one started.
///
/// It is not killed when this value goes; see ``kill(_:)`` and ``reap()``.
public struct ChildProcess: Sendable, Hashable {
  /// A signal that ends a process.
  public enum Signal: CInt, Sendable {
    /// Asks it to end.
    case terminate = 15
    /// Ends it at once.
    case kill = 9
  }

  /// Its number.
  public let id: CInt

  /// Starts `path` in a process group of its own, with nothing but what is named here.
  ///
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - arguments: what the program sees after its own name.
  ///   - environment: all that it sees of an environment.
  ///   - descriptors: become its descriptors 0, 1, 2, …; no others stay open. They must not be numbered within
  ///     `0..<descriptors.count` themselves unless in place.
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

  /// Sends a signal; nothing happens when the process has ended.
  ///
  /// Only before ``reap()`` has returned.
  public func kill(_ signal: Signal = .kill) {
    _ = Glibc.kill(id, signal.rawValue)
  }

  /// Waits for the end and returns the exit code, or 128 + the signal's number.
  ///
  /// To be called exactly once; blocks.
  public func reap() throws(SystemError) -> CInt {
    var code: CInt = 0
    _ = try SystemError.check(clinux_reap(id, 1, &code), "waitpid")
    return code
  }

  /// The processor time of all its threads so far, also of those that have ended; nil when the process has ended.
  ///
  /// The kernel's own count: the process has no say in it. Only before ``reap()`` has returned.
  public func processorTime() -> Duration? {
    let nanoseconds = clinux_processor_time(id)
    return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
  }

  /// Bounds, once and for all, the seconds of processor time that it may ever use.
  ///
  /// The kernel sends it SIGXCPU after that, which it may ignore, and SIGKILL ``graceSeconds`` later.
  public func limitProcessorTime(seconds: Int) throws(SystemError) {
    let result = clinux_limit_processor_time(id, UInt64(max(0, seconds)), UInt64(Self.graceSeconds))
    _ = try SystemError.check(result, "prlimit")
  }

  /// Between the limit of processor time and the end, in seconds.
  public static let graceSeconds = 5

  /// Resident memory in bytes (`/proc/PID/statm`); nil when the process has ended.
  public func residentBytes() -> Int? {
    guard let file = try? Descriptor.open("/proc/\(id)/statm"), let bytes = try? file.read(256) else {
      return nil
    }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(CInt(_SC_PAGESIZE))) } : nil
  }
}
