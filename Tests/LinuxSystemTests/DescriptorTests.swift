import Glibc
import LinuxSystem
import Testing

@Suite("Descriptors, memory files, packets and children")
struct DescriptorTests {
  @Test("what was appended is read back from any place")
  func reads() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("hello, world", to: "a")
    let file = try temporary.directory.open("a")
    #expect(try file.read(5, at: 7) == Array("world".utf8))
    #expect(try file.read(100, at: 7) == Array("world".utf8))
    #expect(try file.read(5, at: 100).isEmpty)
  }

  @Test("a file that somebody has open for writing is known to be written to")
  func writer() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("x", to: "a")
    let reader = try temporary.directory.open("a")
    #expect(reader.hasWriter() != true)
    let writer = try temporary.directory.open("a", flags: O_WRONLY)
    #expect(reader.hasWriter() == true)
    withExtendedLifetime(writer) {}
  }

  @Test("a sealed memory file can be neither written nor resized")
  func seals() throws {
    let file = try Array("pixels".utf8).withUnsafeBytes { try MemoryFile(sealing: $0) }
    #expect(file.size == 6)
    #expect(throws: SystemError(errno: EPERM, call: "write")) { try file.descriptor.append([1]) }
    #expect(ftruncate(file.descriptor.rawValue, 1) == -1)
    #expect(try MemoryFile(checking: file.descriptor)?.size == 6)
  }

  @Test("an unsealed memory file or a plain file does not pass for a sealed one")
  func unsealed() throws {
    #expect(try MemoryFile(checking: MemoryFile.create()) == nil)
    #expect(try MemoryFile(checking: Descriptor.open("/dev/null")) == nil)
  }

  @Test("a packet arrives whole with its descriptor")
  func packets() throws {
    let (here, there) = try MessageSocket.pair()
    let file = try Array("content".utf8).withUnsafeBytes { try MemoryFile(sealing: $0) }
    try here.send(Array("hello".utf8), descriptors: [file.descriptor.rawValue])
    try here.send([7])
    let first = try #require(try there.receive())
    #expect(first.bytes == Array("hello".utf8))
    #expect(try first.descriptors.first?.read(7) == Array("content".utf8))
    #expect(try there.receive()?.bytes == [7])
  }

  @Test("the end of a conversation is noticed on both sides")
  func end() throws {
    let (here, there) = try MessageSocket.pair()
    here.shutDown()
    #expect(try there.receive() == nil)
    #expect(throws: SystemError(errno: EPIPE, call: "sendmsg")) { try there.send([1]) }
  }

  @Test("a packet over the limit is refused before it is sent")
  func largePacket() throws {
    let (here, _) = try MessageSocket.pair()
    let bytes = [UInt8](repeating: 0, count: MessageSocket.maximumBytes + 1)
    #expect(throws: SystemError(errno: EMSGSIZE, call: "sendmsg")) { try here.send(bytes) }
  }

  @Test("a child sees only the environment and descriptors that it was given")
  func child() throws {
    let output = try MemoryFile.create()
    let null = try Descriptor.open("/dev/null")
    let child = try ChildProcess(
      spawning: "/bin/sh", arguments: ["-c", "ls /proc/self/fd | wc -l; env"], environment: ["ONLY": "this"],
      descriptors: [null, output, null])
    #expect(try child.reap() == 0)
    let text = String(decoding: try output.read(4096), as: UTF8.self)
    #expect(text.contains("ONLY=this"))
    #expect(!text.contains("HOME="))
    // 0, 1, 2 and the one with which ls reads the directory.
    #expect(text.split(separator: "\n").first?.trimming == "4")
  }

  @Test("a killed child's code is 128 and the signal")
  func killed() throws {
    let null = try Descriptor.open("/dev/null")
    let child = try ChildProcess(spawning: "/bin/sleep", arguments: ["100"], descriptors: [null, null, null])
    #expect(child.residentBytes() != nil)
    child.kill()
    #expect(try child.reap() == 137)
    #expect(child.residentBytes() == nil)
  }

  @Test("a program that is not there is an error with the kernel's reason")
  func missingProgram() {
    #expect(throws: SystemError(errno: ENOENT, call: "posix_spawn")) {
      try ChildProcess(spawning: "/nothing/here", descriptors: [])
    }
  }

  @Test("copying inside the kernel gives the same bytes")
  func copies() throws {
    let source = try MemoryFile.create()
    try source.append([UInt8](repeating: 42, count: 300_000))
    let temporary = try TemporaryDirectory()
    let target = try temporary.directory.open("copy", flags: O_RDWR | O_CREAT)
    try source.copy(300_000, to: target)
    #expect(try target.status().size == 300_000)
    #expect(try target.read(300_000).allSatisfy { $0 == 42 })
  }

  @Test("errors name the call and the reason")
  func message() {
    #expect(SystemError(errno: ENOSPC, call: "write").description == "write: No space left on device")
  }
}

extension Substring {
  fileprivate var trimming: String { String(self.drop { $0 == " " }) }
}
