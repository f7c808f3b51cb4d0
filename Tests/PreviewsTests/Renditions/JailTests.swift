import DocumentModel
import Foundation
import LinuxSystem
import Logging
import Testing

@testable import Previews

/// bubblewrap with the real `sheaf-converter`; programs of Debian play the hostile converter.
///
/// Those that are to be ended sleep: no test waits for them.
@Suite(.enabled(if: JailTests.jail != nil, "bubblewrap works here"), .timeLimit(.minutes(2)))
struct `A jail` {
  private let folder: TemporaryFolder
  private let jail: Jail

  init() throws {
    folder = try TemporaryFolder()
    jail = try #require(JailTests.jail)
  }

  private func document(_ text: String = "the document") throws -> LocalContent {
    let path = "\(folder.path)/document"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try LocalContent(path)
  }

  /// The output of a command of Python, given the document's path as `path`.
  private func output(
    _ python: String, limits: Jail.Limits = Jail.Limits(), of document: (any ReadableContent)? = nil
  ) async throws -> String {
    let content = if let document { document } else { try self.document() }
    let made = try await jail.run(
      { ["/usr/bin/python3", "-c", "path = '\($0)'; out = open('/tmp/result', 'w')\n\(python)"] },
      on: content,
      fileExtension: "txt", limits: limits)
    return String(decoding: try made.bytes(), as: UTF8.self)
  }

  private func refusal(_ python: String, limits: Jail.Limits = Jail.Limits()) async -> DocumentError.Code? {
    do {
      _ = try await output(python, limits: limits)
      return nil
    } catch {
      return (error as? DocumentError)?.code
    }
  }

  @Test func `has the document under a plain name, and gives back the result`() async throws {
    #expect(try await output("out.write(path + ' ' + open(path).read())") == "/in/document.txt the document")
  }

  @Test func `has a copy of a document without a path`() async throws {
    let content = try OpenContent.text("from memory")
    #expect(try await output("out.write(open(path).read())", of: content) == "from memory")
  }

  @Test(arguments: [
    "/etc/passwd", "/etc/hostname", "/home", "/opt", "/var/lib/dpkg", "/usr/local/bin",
    "/run", "/sys", "/mnt",
  ])
  func `has no files of the machine`(path: String) async throws {
    #expect(try await output("import os; out.write(str(os.path.exists('\(path)')))") == "False")
  }

  @Test func `cannot write to the document`() async throws {
    let content = try document("kept")
    let attempts = """
      import os
      own = os.stat(path)
      for name in os.listdir('/proc/self/fd'):
        if os.path.exists('/proc/self/fd/' + name) and os.path.samestat(os.stat('/proc/self/fd/' + name), own):
          out.write('open for ' + name)
      for name in [path, '/proc/sys/kernel/core_pattern', '/usr/bin/new', '/new']:
        try: open(name, 'a').write('changed'); out.write(name)
        except OSError: pass
      out.write('.')
      """
    #expect(try await output(attempts, of: content) == ".")
    #expect(try String(contentsOfFile: "\(folder.path)/document", encoding: .utf8) == "kept")
  }

  @Test(arguments: [
    "AF_INET, socket.SOCK_STREAM", "AF_INET, socket.SOCK_DGRAM", "AF_INET6, socket.SOCK_STREAM",
  ])
  func `has no network`(family: String) async throws {
    let attempt = """
      import socket
      try: socket.socket(socket.\(family)); out.write('open')
      except PermissionError: out.write('refused')
      """
    #expect(try await output(attempt) == "refused")
  }

  @Test func `gives way to the pages that are drawn`() async throws {
    let own = nice(0)
    let python = "import os; out.write(str(os.getpriority(os.PRIO_PROCESS, 0) - \(own)))"
    #expect(try await output(python) == "10")
  }

  @Test func `finds no names and no other process`() async throws {
    let attempt = """
      import os, socket
      try: out.write(socket.gethostbyname('localhost.example.org'))
      except OSError: out.write('no name, ')
      out.write(str(len([name for name in os.listdir('/proc') if name.isdigit()]) <= 3))
      """
    #expect(try await output(attempt) == "no name, True")
  }

  @Test(arguments: [
    "os.fork()", "os.posix_spawn('/usr/bin/true', ['true'], {})", "os.setuid(0); os.chroot('/tmp')",
  ])
  func `lets no process begin and no privilege be used`(attempt: String) async throws {
    let python = """
      import os
      try: \(attempt); out.write('done')
      except OSError: out.write('refused')
      """
    #expect(try await output(python) == "refused")
  }

  @Test func `ends with the time`() async {
    var limits = Jail.Limits()
    limits.wall = .milliseconds(500)
    #expect(await refusal("import time; time.sleep(60)", limits: limits) == .renderTimeout)
  }

  @Test func `ends with the processor time`() async {
    var limits = Jail.Limits()
    limits.processorSeconds = 1
    #expect(await refusal("while True: pass", limits: limits) == .renderTimeout)
  }

  @Test func `ends when too much is written`() async {
    var limits = Jail.Limits()
    limits.outputBytes = 1 << 20
    let one =
      "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL); out.write('x' * (4 << 20)); out.flush()"
    #expect(await refusal(one, limits: limits) == .documentTooLarge)
    limits.temporaryBytes = 1 << 20
    limits.outputBytes = 1 << 30
    #expect(await refusal("out.write('x' * (4 << 20)); out.flush()", limits: limits) == .damaged)
  }

  @Test func `ends when too much memory is taken`() async {
    var limits = Jail.Limits()
    limits.memoryBytes = 200 << 20
    #expect(await refusal("x = bytearray(1 << 30)", limits: limits) == .damaged)
  }

  @Test func `says when a program fails, dies, or makes nothing`() async {
    #expect(await refusal("import sys; sys.exit(3)") == .damaged)
    #expect(await refusal("import os; os.kill(os.getpid(), 11)") == .rendererCrashed)
    #expect(await refusal("pass") == .damaged)
  }

  @Test func `leaves nothing behind`() async throws {
    let python = "out.write('1'); [open('/tmp/%d' % n, 'w').write('x') for n in range(100)]"
    let before = try FileManager.default.contentsOfDirectory(atPath: "/tmp").count
    #expect(try await output(python) == "1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/tmp").count <= before + 1)
  }

  @Test func `leaves no process behind when it is ended while it begins`() async throws {
    let content = try document()
    let reading = BlockingPool(threads: 1, name: "jail-test")
    // bubblewrap begins within some milliseconds. Each of its processes keeps the output open while it lives.
    for step in 0..<40 {
      let stream = try await jail.stream(
        { _ in ["/usr/bin/sleep", "1000"] }, from: content, fileExtension: "txt", limits: Jail.Limits())
      let due = ContinuousClock.now + .microseconds(step * 250)
      while ContinuousClock.now < due {}
      stream.end()
      #expect(await reading.run { stream.next() } == nil)
    }
  }

  @Test func `ends when no caller waits for it`() async throws {
    let content = try document()
    let running = Task { [jail] in
      try await jail.run(
        { _ in ["/usr/bin/python3", "-c", "import time; time.sleep(60)"] }, on: content, fileExtension: "txt")
    }
    running.cancel()
    let error = await #expect(throws: DocumentError.self) { try await running.value }
    #expect(error?.code == .busy)
  }

  @Test func `has the document that was opened, though it was moved or replaced since`() async throws {
    let moved = try document("first")
    try FileManager.default.moveItem(atPath: "\(folder.path)/document", toPath: "\(folder.path)/moved")
    #expect(try await output("out.write(open(path).read())", of: moved) == "first")
    let replaced = try document("second")
    try Data("third".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/document"), options: .atomic)
    #expect(try await output("out.write(open(path).read())", of: replaced) == "second")
  }

  @Test func `is not there without bubblewrap`() async {
    let missing = Jail(bubblewrap: "/usr/bin/no-bubblewrap", converter: jail.converter)
    let content = try? document()
    let error = await #expect(throws: DocumentError.self) {
      try await missing.run({ _ in ["/usr/bin/true"] }, on: try #require(content), fileExtension: "txt")
    }
    #expect(error?.code == .rendererCrashed)
  }
}

enum JailTests {
  /// The jail of this machine; nil where bubblewrap is missing or not allowed.
  static let jail: Jail? = {
    guard let converter = WorkerProgram.besideThisProgram(named: "sheaf-converter")?.path else { return nil }
    let jail = Jail(bubblewrap: "/usr/bin/bwrap", converter: converter)
    return jail.works ? jail : nil
  }()
}

/// A file that is open.
final class LocalContent: ReadableContent {
  private let file: Descriptor
  let size: Int64

  init(_ path: String) throws {
    file = try Descriptor.open(path)
    size = try file.status().size
  }

  var descriptor: CInt { file.rawValue }
}

extension OpenContent {
  static func text(_ text: String) throws -> OpenContent { try bytes(Array(text.utf8)) }

  static func bytes(_ bytes: [UInt8]) throws -> OpenContent {
    let file = try bytes.withUnsafeBytes { try MemoryFile(sealing: $0) }
    return OpenContent(file.descriptor, size: Int64(bytes.count))
  }
}
