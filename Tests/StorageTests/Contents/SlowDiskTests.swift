import DocumentModel
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Storage

@Suite("A disk that takes long to write")
struct SlowDiskTests {
  let workspace = TemporaryWorkspace()

  /// Holds up each writing thread until it is told to go on: a pipe into which no byte is written.
  private final class Disk: Sendable {
    let waiting = Mutex(0)
    private let out: Descriptor
    private let into: Mutex<Descriptor?>

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      out = Descriptor(owning: ends[0])
      into = Mutex(Descriptor(owning: ends[1]))
    }

    func wait() {
      waiting.withLock { $0 += 1 }
      var byte: UInt8 = 0
      // Returns when the other end is closed.
      _ = Glibc.read(out.rawValue, &byte, 1)
    }

    func goOn() { into.withLock { $0 = nil } }
  }

  @Test("keeps no reader waiting, however many tasks wait for it", .timeLimit(.minutes(1)))
  func reading() async throws {
    let (root, disk) = (try workspace.open(), try Disk())
    let quick = FileContentStore(root: root)
    try await quick.put("there", at: "there.txt")
    let slow = FileContentStore(root: root) { step in if step == .named { disk.wait() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<(3 * SandboxRoot.threads) {
        group.addTask { try await slow.put("slow \(number)", at: "\(number).txt") }
      }
      defer { disk.goOn() }
      try await until { disk.waiting.withLock { $0 } == SandboxRoot.threads }
      #expect(try await quick.text(at: "there.txt") == "there")
      #expect(try await quick.hash(.at("there.txt"))?.sha256 == .of("there"))
      disk.goOn()
      try await group.waitForAll()
    }
    #expect(try await quick.found().count == 3 * SandboxRoot.threads + 1)
  }
}
