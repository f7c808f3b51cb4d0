import CSandbox
public import DocumentModel
import FoundationEssentials
import Glibc

/// What came of trying to break out of the sandbox from inside.
public struct AttackReport: Hashable, Sendable, Codable {
  /// One attempt.
  public struct Attempt: Hashable, Sendable, Codable {
    /// What was tried.
    public let name: String
    /// Whether it failed, as it must.
    public let isRefused: Bool
    /// The kernel's reason; empty when it succeeded.
    public let reason: String
  }

  /// What the worker believes to be standing.
  public let protections: Set<WorkerHello.Protection>
  /// The attempts, in the order in which they were made.
  public let attempts: [Attempt]

  private typealias Try = (name: String, run: () -> CInt)

  /// Closes this process in, tries everything, prints the report as JSON; 0 when all was refused.
  static func run(in sandbox: Sandbox) -> CInt {
    let parent = getppid()
    var protections = sandbox.limitResources()
    let libraries = Libraries()
    protections.formUnion(sandbox.close())
    let attempts = tries(parent, sandbox.channel).map { attempt in
      let result = attempt.run()
      return Attempt(
        name: attempt.name, isRefused: result != 0,
        reason: result == 0 ? "" : String(cString: strerror(-result)))
    }
    libraries.warmUp()
    let report = AttackReport(protections: protections, attempts: attempts)
    guard let json = try? JSONEncoder().encode(report) else { return 70 }
    print(String(decoding: json, as: UTF8.self))
    return attempts.allSatisfy(\.isRefused) ? 0 : 1
  }

  private static func tries(_ parent: CInt, _ channel: CInt) -> [Try] {
    fileTries(parent) + processTries(parent) + networkTries(channel)
  }

  private static func fileTries(_ parent: CInt) -> [Try] {
    let create = O_WRONLY | O_CREAT
    let opens: [(String, CInt)] = [
      ("/etc/passwd", O_RDONLY), ("/", O_RDONLY), ("/proc/self/environ", O_RDONLY),
      ("/proc/\(parent)/mem", O_RDONLY),
      ("/proc/\(parent)/environ", O_RDONLY), ("/tmp/sheaf-attack", create), ("/dev/shm/sheaf-attack", create),
      ("/usr/share/fonts/sheaf-attack", create), ("/dev/null", O_WRONLY),
    ]
    let openings: [Try] = opens.map { path, flags in
      ("open \(path) \(flags == O_RDONLY ? "to read" : "to write")", { csandbox_try_open(path, flags) })
    }
    return openings + [
      ("remove a file", { errnoOf { unlink("/tmp/sheaf-attack") } }),
      ("make a folder", { errnoOf { mkdir("/tmp/sheaf-attack", 0o700) } }),
      ("change the root", { errnoOf { chdir("/tmp") } }),
    ]
  }

  private static func processTries(_ parent: CInt) -> [Try] {
    [
      ("fork", csandbox_try_fork),
      ("execute a program", csandbox_try_exec),
      ("signal the parent", { errnoOf { kill(parent, 0) } }),
      ("trace the parent", { csandbox_try_trace(parent) }),
      ("read the parent's memory", { csandbox_try_read_memory(parent, nil) }),
      ("make memory executable", csandbox_try_executable_memory),
      ("enter a namespace", csandbox_try_namespace),
      ("become another user", { errnoOf { setuid(65_534) } }),
    ]
  }

  private static func networkTries(_ channel: CInt) -> [Try] {
    [
      ("open an Internet socket", { csandbox_try_socket(AF_INET) }),
      ("open an Internet socket of version 6", { csandbox_try_socket(AF_INET6) }),
      ("open a Unix socket", { csandbox_try_socket(AF_UNIX) }),
      ("connect the channel elsewhere", { connectElsewhere(channel) }),
    ]
  }

  private static func connectElsewhere(_ channel: CInt) -> CInt {
    var address = sockaddr(
      sa_family: sa_family_t(AF_UNSPEC), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    return errnoOf { connect(channel, &address, socklen_t(MemoryLayout<sockaddr>.size)) }
  }

  private static func errnoOf(_ call: () -> CInt) -> CInt {
    call() < 0 ? -errno : 0
  }
}
