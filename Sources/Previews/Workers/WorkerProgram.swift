import FoundationEssentials
import Glibc

/// The program that workers run, with its arguments.
public struct WorkerProgram: Hashable, Sendable {
  /// Its absolute path.
  public var path: String
  /// The arguments after the program's name.
  public var arguments: [String]

  /// The worker's whole environment; the server's is not passed on.
  ///
  /// The Swift runtime would fork a backtracer at every crash, which the sandbox forbids. Two malloc arenas are
  /// enough for one rendering thread and keep the resident memory low.
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

  /// `sheaf-render` in the directory of the running program; nil when it is not there.
  public static func besideThisProgram(named name: String = "sheaf-render") -> WorkerProgram? {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      let slash = own.lastIndex(of: "/")
    else { return nil }
    let path = "\(own[..<slash])/\(name)"
    return access(path, X_OK) == 0 ? WorkerProgram(path: path) : nil
  }
}
