import FoundationEssentials
import Glibc

/// The program that workers run, and with what.
public struct WorkerProgram: Hashable, Sendable {
  /// Its absolute path.
  public var path: String
  /// What it sees after its own name.
  public var arguments: [String]

  /// All that a worker sees of an environment: nothing of the server's gets in.
  ///
  /// The Swift runtime would fork a backtracer at every crash, which the sandbox forbids; two malloc arenas are
  /// enough for one thread that renders and keep the resident memory low.
  static let environment = [
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// A program by its absolute path.
  public init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }

  /// `sheaf-render` in the directory of the running program, where both are installed.
  ///
  /// Nil when it is not there.
  public static func besideThisProgram(named name: String = "sheaf-render") -> WorkerProgram? {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      let slash = own.lastIndex(of: "/")
    else { return nil }
    let path = "\(own[..<slash])/\(name)"
    return access(path, X_OK) == 0 ? WorkerProgram(path: path) : nil
  }
}
