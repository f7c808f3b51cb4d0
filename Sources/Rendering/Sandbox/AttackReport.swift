import CSandbox
public import DocumentModel
import FoundationEssentials
import Glibc

/// The results of attempts to break out of the sandbox from inside.
public struct AttackReport: Hashable, Sendable, Codable {
  /// One attempt.
  public struct Attempt: Hashable, Sendable, Codable {
    /// The name of the attempt.
    public let name: String
    /// Whether the sandbox refused it.
    ///
    /// A failure for another reason, such as a missing file or missing rights, proves nothing.
    public let isRefused: Bool
    /// The kernel's error; empty when the attempt succeeded.
    public let reason: String
  }

  /// The protections that the worker reports.
  public let protections: Set<WorkerHello.Protection>
  /// The network namespace, from `/proc/self/ns/net`.
  public let network: String
  /// The attempts, in order.
  public let attempts: [Attempt]

  private struct Try {
    let name: String
    /// The expected error: EPERM from seccomp, EACCES from Landlock, ENOENT in an empty root.
    var wall: CInt = EPERM
    let run: () -> CInt
  }

  /// Closes the sandbox, makes all attempts and prints the report as JSON; 0 when all were refused.
  ///
  /// - Parameter paths: paths that must not exist in a root of its own.
  static func run(in sandbox: Sandbox, _ paths: [String]) -> CInt {
    let parent = getppid()
    let begun = sandbox.begin()
    let network = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")) ?? ""
    let libraries = Libraries()
    let protections = sandbox.close(begun)
    let attempts = tries(parent, sandbox.channel, protections, paths).map { attempt in
      let result = attempt.run()
      return Attempt(
        name: attempt.name, isRefused: result == -attempt.wall,
        reason: result == 0 ? "" : String(cString: strerror(-result)))
    }
    libraries.warmUp()
    let report = AttackReport(protections: protections, network: network, attempts: attempts)
    guard let json = try? JSONEncoder().encode(report) else { return 70 }
    print(String(decoding: json, as: UTF8.self))
    return attempts.allSatisfy(\.isRefused) ? 0 : 1
  }

  private static func tries(
    _ parent: CInt, _ channel: CInt, _ protections: Set<WorkerHello.Protection>, _ paths: [String]
  ) -> [Try] {
    readTries(parent, protections) + lookTries(parent, protections, paths) + writeTries()
      + processTries(parent) + networkTries(channel)
  }

  private static func readTries(_ parent: CInt, _ protections: Set<WorkerHello.Protection>) -> [Try] {
    let landlock = protections.contains(.fileSystem) ? EACCES : EPERM
    // seccomp refuses before the kernel looks up a path.
    let hidden = protections.isSuperset(of: [.fileSystem, .root]) ? ENOENT : landlock
    let paths: [String] = [
      "/etc/passwd", "/proc/self/environ", "/proc/\(parent)/mem", "/proc/\(parent)/environ",
    ]
    let hiddenTries = paths.map { path in
      Try(name: "open \(path) to read", wall: hidden) { csandbox_try_open(path, O_RDONLY) }
    }
    return hiddenTries + [Try(name: "open / to read", wall: landlock) { csandbox_try_open("/", O_RDONLY) }]
  }

  /// Attempts to look up paths; a worker without a root of its own may do so, and then there are none.
  private static func lookTries(
    _ parent: CInt, _ protections: Set<WorkerHello.Protection>, _ paths: [String]
  ) -> [Try] {
    let linked: [String] = ["/proc/self/fd/\(WorkerProcess.channel)", "/proc/self/cwd", "/usr/share/fonts"]
    let links = linked.map { path in
      Try(name: "read the link \(path)") { csandbox_try_read_link(path) }
    }
    guard protections.contains(.root) else { return links }
    let foreign: [String] = [
      "/etc/passwd", "/proc", "/proc/self/fd/\(WorkerProcess.channel)", "/usr/bin", "/etc/../home",
    ]
    return links
      + (foreign + paths).map { path in
        Try(name: "look for \(path)", wall: ENOENT) { csandbox_try_status(path) }
      }
  }

  private static func writeTries() -> [Try] {
    let paths: [String] = [
      "/tmp/sheaf-attack", "/dev/shm/sheaf-attack", "/usr/share/fonts/sheaf-attack", "/dev/null",
    ]
    let opens = paths.map { path in
      Try(name: "open \(path) to write") {
        csandbox_try_open(path, path == "/dev/null" ? O_WRONLY : O_WRONLY | O_CREAT)
      }
    }
    return opens + [
      Try(name: "remove a file") { errnoOf { unlink("/tmp/sheaf-attack") } },
      Try(name: "make a folder") { errnoOf { mkdir("/tmp/sheaf-attack", 0o700) } },
      Try(name: "change the root") { errnoOf { chdir("/tmp") } },
    ]
  }

  /// Calls that an unconfined process may make, or that fail there with another error.
  private static func processTries(_ parent: CInt) -> [Try] {
    [
      Try(name: "fork", run: csandbox_try_fork),
      Try(name: "execute a program", run: csandbox_try_exec),
      Try(name: "signal the parent") { errnoOf { kill(parent, 0) } },
      Try(name: "trace the parent") { csandbox_try_trace(parent) },
      Try(name: "be traced by the parent", run: csandbox_try_be_traced),
      // Nothing is mapped at address 0, so a process with the right to read gets EFAULT.
      Try(name: "read the parent's memory") { csandbox_try_read_memory(parent, nil) },
      Try(name: "make memory executable", run: csandbox_try_executable_memory),
      Try(name: "make a memory file", run: csandbox_try_memory_file),
      Try(name: "make shared memory", run: csandbox_try_shared_memory),
      Try(name: "set its limits", run: csandbox_try_limit),
      Try(name: "enter a namespace", run: csandbox_try_namespace),
      // An unconfined process may make this call, which changes nothing.
      Try(name: "leave what it shares with its threads", run: csandbox_try_unshare),
      Try(name: "set its user") { errnoOf { setuid(getuid()) } },
    ]
  }

  private static func networkTries(_ channel: CInt) -> [Try] {
    [
      Try(name: "open an Internet socket") { csandbox_try_socket(AF_INET) },
      Try(name: "open an Internet socket of version 6") { csandbox_try_socket(AF_INET6) },
      Try(name: "open a Unix socket") { csandbox_try_socket(AF_UNIX) },
      // An unconfined process gets EINVAL, because the channel cannot be connected again.
      Try(name: "connect the channel elsewhere") { connectElsewhere(channel) },
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
