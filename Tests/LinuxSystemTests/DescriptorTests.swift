import Glibc
import LinuxSystem
import Testing

@Suite("Descriptors, memory files, packets and children")
struct DescriptorTests {
  @Test("appended bytes are read back from any place")
  func reads() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("hello, world", to: "a")
    let file = try temporary.directory.open("a")
    #expect(try file.read(5, at: 7) == Array("world".utf8))
    #expect(try file.read(100, at: 7) == Array("world".utf8))
    #expect(try file.read(5, at: 100).isEmpty)
  }

  @Test("a time of writing is set to the nanosecond, also one before 1970, and that of access stays")
  func modified() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("x", to: "a")
    let place = "\(temporary.path)/a"
    let file = try temporary.directory.open("a")
    func accessed() throws -> [Int] {
      var facts = stat()
      let answer = stat(place, &facts)
      try #require(answer == 0)
      return [facts.st_atim.tv_sec, facts.st_atim.tv_nsec]
    }
    let before = try accessed()
    for nanoseconds: Int64 in [1_000_000_000_000_000_007, 0, -1, -1_500_000_000] {
      try file.setModified(nanoseconds)
      #expect(try file.status().modified == nanoseconds)
    }
    #expect(try accessed() == before)
  }

  @Test("a file that is open for writing is known to be written to")
  func writer() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("x", to: "a")
    let reader = try temporary.directory.open("a")
    #expect(reader.hasWriter() != true)
    let writer = try temporary.directory.open("a", flags: O_WRONLY)
    #expect(reader.hasWriter() == true)
    // The signal of a broken lease, whose default action ends the process.
    #expect(raise(SIGIO) == 0)
    withExtendedLifetime(writer) {}
  }

  @Test("a sealed memory file can be neither written nor resized")
  func seals() throws {
    let file = try Array("pixels".utf8).withUnsafeBytes { try MemoryFile(sealing: $0) }
    #expect(file.size == 6)
    #expect(throws: SystemError(errno: EPERM, call: "write")) { try file.descriptor.append([1]) }
    #expect(ftruncate(file.descriptor.rawValue, 1) == -1)
    #expect(try file.descriptor.read(100) == Array("pixels".utf8))
  }

  @Test("a memory file that another process filled is sealed against it, unless that still has it mapped")
  func sealedFromOutside() throws {
    let file = try MemoryFile.create()
    let others = try file.duplicate()
    try others.append(Array("pixels".utf8))
    let memory = mmap(nil, 6, PROT_READ | PROT_WRITE, MAP_SHARED, others.rawValue, 0)
    #expect(throws: SystemError(errno: EBUSY, call: "fcntl")) { try MemoryFile(sealing: file) }
    munmap(memory, 6)
    #expect(try MemoryFile(sealing: file).size == 6)
    #expect(throws: SystemError(errno: EPERM, call: "write")) { try others.append([1]) }
    #expect(throws: SystemError(errno: EPERM, call: "fcntl")) { try MemoryFile(sealing: others) }
  }

  @Test("a plain file is no memory file")
  func plainFile() {
    #expect(throws: SystemError(errno: EINVAL, call: "fcntl")) {
      try MemoryFile(sealing: Descriptor.open("/dev/null", flags: O_RDWR))
    }
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
    // Descriptors 0, 1 and 2, and the one with which ls reads the directory.
    #expect(text.split(separator: "\n").first?.trimming == "4")
  }

  @Test("a killed child's code is 128 and the signal")
  func killed() throws {
    let null = try Descriptor.open("/dev/null")
    let child = try ChildProcess(spawning: "/bin/sleep", arguments: ["100"], descriptors: [null, null, null])
    #expect(child.residentBytes() != nil)
    #expect(child.processorTime() != nil)
    child.kill()
    #expect(try child.reap() == 137)
    #expect(child.residentBytes() == nil)
    #expect(child.processorTime() == nil)
  }

  @Test("a child's processor time is bounded from outside, and seen from there")
  func processorTime() throws {
    let null = try Descriptor.open("/dev/null")
    let child = try ChildProcess(
      spawning: "/bin/sh", arguments: ["-c", "while :; do :; done"], descriptors: [null, null, null])
    try child.limitProcessorTime(seconds: 1)
    let limits = try Descriptor.open("/proc/\(child.id)/limits").read(4096)
    let lines = String(decoding: limits, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("Max cpu time") }
    #expect(line?.split(separator: " ").dropFirst(3).prefix(2) == ["1", "6"])
    #expect(try child.reap() == 128 + SIGXCPU)
    #expect(child.processorTime() == nil)
  }

  @Test("a process that has ended cannot be bounded any more")
  func limitOfNobody() throws {
    let null = try Descriptor.open("/dev/null")
    let child = try ChildProcess(spawning: "/bin/true", descriptors: [null, null, null])
    _ = try child.reap()
    #expect(throws: SystemError(errno: ESRCH, call: "prlimit")) { try child.limitProcessorTime(seconds: 1) }
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
