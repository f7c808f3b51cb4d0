import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Rendering

@Suite("The sandbox from inside") struct AttackTests {
  /// The start of a worker: its arguments, its user, and the machine's rights.
  struct Start: Sendable, CustomTestStringConvertible {
    var arguments: [String] = []
    var isNobody = false
    /// Whether the worker starts where the kernel refuses it a network of its own.
    var isRefused = false

    var testDescription: String {
      (arguments + (isNobody ? ["as nobody"] : []) + (isRefused ? ["refused by the kernel"] : []))
        .joined(separator: ", ")
    }

    /// Root can start a worker as any user, an ordinary user only as itself.
    static let all: [Start] =
      [[], ["--without-landlock"], ["--without-namespaces"], ["--without-landlock", "--without-namespaces"]]
      .flatMap { arguments in
        [Start(arguments: arguments)] + (getuid() == 0 ? [Start(arguments: arguments, isNobody: true)] : [])
      }
      // Where user namespaces are forbidden, as in a chroot, the kernel refuses a start as the user `nobody`. Where /proc is
      // read-only, as in a container, the kernel cannot be configured to refuse.
      + (machineGrants(["--map-root-user", "/bin/sh", "-c", refusal]) ? [Start(isRefused: true)] : [])

    /// Configures the kernel to refuse networks to a user namespace.
    private static let refusal = "echo 0 > /proc/sys/user/max_net_namespaces"

    /// Whether the machine grants the worker namespaces of its own.
    var isGrantedNamespaces: Bool {
      let wanted = ["--propagation", "unchanged", "--net", "--mount", "--ipc", "--uts", "/bin/true"]
      return hasNamespaces
        && (Self.machineGrants(["--map-current-user"] + wanted)
          || getuid() == 0 && !isNobody && Self.machineGrants(wanted))
    }

    /// Whether the worker gets a root of its own: the present root must be a mount (pivot_root(2)), which a chroot's
    /// is not.
    var isGrantedRoot: Bool {
      guard isGrantedNamespaces,
        let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
      else { return false }
      return mounts.split(separator: "\n").contains { $0.split(separator: " ")[4] == "/" }
    }

    /// Whether the kernel grants namespaces to a program other than the worker: `unshare` with these arguments.
    private static func machineGrants(_ arguments: [String]) -> Bool {
      guard let null = try? Descriptor.open("/dev/null", flags: O_RDWR),
        let process = try? ChildProcess(
          spawning: "/usr/bin/unshare", arguments: arguments, descriptors: [null, null, null])
      else { return false }
      return (try? process.reap()) == 0
    }

    var hasNamespaces: Bool { !isRefused && !arguments.contains("--without-namespaces") }
    var hasLandlock: Bool { Sandbox.kernelHasLandlock && !arguments.contains("--without-landlock") }

    var command: [String] {
      let attack = [WorkerClient.path, "--attack", WorkerClient.path] + arguments
      if isNobody {
        return ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + attack
      }
      guard isRefused else { return attack }
      let script = "\(Self.refusal); exec \"$@\""
      return ["/usr/bin/unshare", "--map-root-user", "/bin/sh", "-c", script, "sh"] + attack
    }
  }

  private func attack(_ start: Start = Start()) throws -> (report: AttackReport, code: CInt) {
    let (ours, theirs) = try MessageSocket.pair()
    let null = try Descriptor.open("/dev/null", flags: O_RDWR)
    let output = try MemoryFile.create(name: "report")
    let command = start.command
    let process = try ChildProcess(
      spawning: command[0], arguments: Array(command.dropFirst()),
      environment: ["SWIFT_BACKTRACE": "enable=no"], descriptors: [null, output, null, theirs.descriptor])
    let code = try process.reap()
    ours.shutDown()
    let json = try output.read(Int(try output.status().size))
    return (try JSONDecoder().decode(AttackReport.self, from: Data(json)), code)
  }

  @Test("every attempt to get out is refused, whatever the machine grants", arguments: Start.all)
  func everything(start: Start) throws {
    let (report, code) = try attack(start)
    #expect(report.attempts.count >= 30)
    for attempt in report.attempts { #expect(attempt.isRefused, "\(attempt.name): \(attempt.reason)") }
    #expect(code == 0)
  }

  @Test("each is refused by the sandbox, not because the attempt itself was no good", arguments: Start.all)
  func reasons(start: Start) throws {
    let report = try attack(start).report
    let hasRoot = report.protections.contains(.root)
    for attempt in report.attempts {
      let isReading = attempt.name.hasPrefix("open") && attempt.name.hasSuffix("to read") && start.hasLandlock
      let isHidden =
        attempt.name.hasPrefix("look for") || isReading && hasRoot && attempt.name != "open / to read"
      let wanted =
        isHidden ? "No such file or directory" : isReading ? "Permission denied" : "Operation not permitted"
      #expect(attempt.reason == wanted, "\(attempt.name)")
    }
  }

  @Test("the attacks include all calls that must be refused")
  func coverage() throws {
    let report = try attack().report
    var wanted = [
      "open /etc/passwd to read", "open /tmp/sheaf-attack to write", "open an Internet socket",
      "open a Unix socket",
      "connect the channel elsewhere", "fork", "execute a program", "signal the parent", "trace the parent",
      "read the parent's memory", "make memory executable", "be traced by the parent", "set its user",
      "enter a namespace", "remove a file", "make a memory file", "make shared memory", "set its limits",
      "read the link /proc/self/fd/3",
    ]
    if report.protections.contains(.root) {
      wanted += ["look for /etc/passwd", "look for \(WorkerClient.path)"]
    }
    #expect(Set(wanted).subtracting(report.attempts.map(\.name)).isEmpty)
  }

  @Test("the walls that a worker has are those that the machine grants", arguments: Start.all)
  func walls(start: Start) throws {
    let report = try attack(start).report
    var wanted = WorkerHello.requiredProtections
    if start.hasLandlock { wanted.insert(.fileSystem) }
    if start.isGrantedNamespaces { wanted.insert(.namespaces) }
    if start.isGrantedRoot { wanted.insert(.root) }
    #expect(report.protections == wanted)
  }

  @Test("its network is another than that of its parent", arguments: Start.all)
  func network(start: Start) throws {
    let report = try attack(start).report
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
    #expect(report.network.hasPrefix("net:"))
    #expect((report.network != own) == report.protections.contains(.namespaces))
  }
}
