import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Rendering

@Suite("The sandbox from inside") struct AttackTests {
  private func attack(_ arguments: [String] = []) throws -> (report: AttackReport, code: CInt) {
    let (ours, theirs) = try MessageSocket.pair()
    let null = try Descriptor.open("/dev/null", flags: O_RDWR)
    let output = try MemoryFile.create(name: "report")
    let process = try ChildProcess(
      spawning: WorkerClient.path, arguments: ["--attack"] + arguments,
      environment: ["SWIFT_BACKTRACE": "enable=no"], descriptors: [null, output, null, theirs.descriptor])
    let code = try process.reap()
    ours.shutDown()
    let json = try output.read(Int(try output.status().size))
    return (try JSONDecoder().decode(AttackReport.self, from: Data(json)), code)
  }

  @Test("every attempt to get out is refused")
  func everything() throws {
    let (report, code) = try attack()
    #expect(report.attempts.count >= 27)
    for attempt in report.attempts { #expect(attempt.isRefused, "\(attempt.name): \(attempt.reason)") }
    #expect(code == 0)
  }

  @Test("each is refused by the sandbox, not because the attempt itself was no good")
  func reasons() throws {
    for attempt in try attack().report.attempts {
      let isReading = attempt.name.hasPrefix("open") && attempt.name.hasSuffix("to read")
      let wanted = isReading && Sandbox.kernelHasLandlock ? "Permission denied" : "Operation not permitted"
      #expect(attempt.reason == wanted, "\(attempt.name)")
    }
    for attempt in try attack(["--without-landlock"]).report.attempts {
      #expect(attempt.reason == "Operation not permitted", "\(attempt.name)")
    }
  }

  @Test("what must be refused is among what is tried")
  func coverage() throws {
    let names = try attack().report.attempts.map(\.name)
    let wanted = [
      "open /etc/passwd to read", "open /tmp/sheaf-attack to write", "open an Internet socket",
      "open a Unix socket",
      "connect the channel elsewhere", "fork", "execute a program", "signal the parent", "trace the parent",
      "read the parent's memory", "make memory executable", "be traced by the parent", "set its user",
      "enter a namespace", "remove a file", "make a memory file", "make shared memory", "set its limits",
    ]
    #expect(Set(wanted).subtracting(names).isEmpty)
  }

  @Test("without Landlock it says so, and no file can be opened at all")
  func withoutLandlock() throws {
    let (report, code) = try attack(["--without-landlock"])
    #expect(!report.protections.contains(.fileSystem))
    for attempt in report.attempts { #expect(attempt.isRefused, "\(attempt.name): \(attempt.reason)") }
    #expect(code == 0)
  }

  @Test("with Landlock, all walls stand", .enabled(if: Sandbox.kernelHasLandlock))
  func allWalls() throws {
    #expect(try attack().report.protections == Set(WorkerHello.Protection.allCases))
  }
}
