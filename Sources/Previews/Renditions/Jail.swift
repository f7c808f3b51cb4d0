import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization

/// A place for programs that convert documents, made by bubblewrap anew for each of them.
///
/// Within it there are `/usr` and the settings of fonts and libraries, read-only, an empty and bounded `/tmp`, and
/// the one document. There is no network, no workspace, no home and no other process. `sheaf-converter` runs there
/// first. It limits memory, processor time and output, and forbids new processes to all that follow. When this
/// process ends, so does the jail.
struct Jail: Sendable {
  /// The most that a program in the jail may use.
  struct Limits: Hashable, Sendable {
    /// The longest time.
    var wall = Duration.seconds(60)
    /// The processor time of all its threads.
    var processorSeconds = 90
    /// The address space.
    var memoryBytes = 4 << 30
    /// The largest file that it may write.
    var outputBytes = 256 << 20
    /// All files that it may write.
    var temporaryBytes = 512 << 20
    /// The largest document that is brought in by a copy in memory.
    var copiedBytes = 256 << 20
  }

  /// The path of bubblewrap.
  let bubblewrap: String
  /// The path of `sheaf-converter`.
  let converter: String
  /// The bytes that programs find in their standard input.
  var standardInput: [UInt8] = []
  private let probe = JailProbe()

  /// How bubblewrap is let make a jail.
  enum Form: CaseIterable {
    /// In a user namespace, as any user.
    case user
    /// Without one, as root: a root that was set by `chroot` has no user namespaces.
    case mounted
  }

  /// A jail by the paths of its two programs, which need not be there.
  init(bubblewrap: String, converter: String) {
    (self.bubblewrap, self.converter) = (bubblewrap, converter)
  }

  /// Whether bubblewrap is there and this machine allows what it does; tried once a minute until it works.
  var works: Bool { form != nil }

  private var form: Form? {
    probe.result {
      Form.allCases.first { form in
        guard let process = try? start(form, [], Limits(), [], descriptors: []) else { return false }
        // Without a command `sheaf-converter` tells how it is used.
        return process.waitForEnd() == 64
      }
    }
  }

  /// Folders and files that are bound read-only where they exist, beside `/usr`.
  private static let resources = [
    "/etc/fonts", "/etc/ssl/certs", "/etc/ld.so.cache", "/etc/alternatives", "/etc/libreoffice",
    "/etc/papersize",
    "/var/cache/fontconfig", "/var/lib/ghostscript", "/usr/local/share/fonts",
  ]

  /// The arguments of bubblewrap for a command of `sheaf-converter`.
  private func arguments(_ form: Form, _ command: [String], _ limits: Limits, _ input: [String]) -> [String] {
    let users = form == .user ? ["--unshare-user", "--disable-userns"] : []
    let kept = Self.resources.flatMap { ["--ro-bind-try", $0, $0] }
    return users + [
      "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
      "--die-with-parent",
      "--clearenv", "--cap-drop", "ALL", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin",
      "/bin",
      "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--tmpfs", "/usr/local",
    ] + kept + [
      "--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--size", "\(limits.temporaryBytes)",
      "--tmpfs", "/tmp",
      "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8", "--setenv", "PATH", "/usr/bin",
      "--setenv", "OMP_THREAD_LIMIT", "1",
      "--setenv", "SAL_USE_VCLPLUGIN", "svp", "--chdir", "/tmp",
    ] + ["--ro-bind", converter, "/sheaf-converter"] + input + [
      "--remount-ro", "/usr/local", "--remount-ro", "/dev", "--remount-ro", "/", "--", "/sheaf-converter",
      "\(limits.memoryBytes)", "\(limits.processorSeconds)", "\(limits.outputBytes)",
    ] + command
  }

  /// Runs a program on a document, and returns the file that it wrote to ``result``.
  ///
  /// - Parameters:
  ///   - command: the program's absolute path and its arguments, given the document's path.
  ///   - content: the document.
  ///   - fileExtension: the extension that the document's path gets.
  ///   - limits: the most that the program may use.
  func run(
    _ command: @escaping @Sendable (_ path: String) -> [String], on content: any ReadableContent,
    fileExtension: String,
    limits: Limits = Limits()
  ) async throws(DocumentError) -> OpenContent {
    try await run("run", command, on: content, fileExtension: fileExtension, limits: limits)
  }

  /// Runs a program on a document, and returns what it wrote to its standard output.
  ///
  /// Parameters and errors as ``run(_:on:fileExtension:limits:)``.
  func print(
    _ command: @escaping @Sendable (_ path: String) -> [String], on content: any ReadableContent,
    fileExtension: String,
    limits: Limits = Limits()
  ) async throws(DocumentError) -> OpenContent {
    try await run("stream", command, on: content, fileExtension: fileExtension, limits: limits)
  }

  private func run(
    _ mode: String, _ command: @escaping @Sendable (_ path: String) -> [String],
    on content: any ReadableContent, fileExtension: String, limits: Limits
  ) async throws(DocumentError) -> OpenContent {
    let (process, output) = try await starting { () throws in
      let output = try MemoryFile.create(name: "rendition")
      return (try start(mode, command, content, fileExtension, limits, output: output), output)
    }
    let (code, isLate) = await process.use(within: limits.wall) {
      await withUnsafeContinuation { continuation in
        PosixThread.start(name: "jail-\(process.id)") { continuation.resume(returning: process.waitForEnd()) }
      }
    }
    if Task.isCancelled { throw DocumentError(.busy, "the conversion was cancelled") }
    if let refusal = isLate ? Self.late : Self.refusal(code) { throw refusal }
    return try Self.sealed(output)
  }

  /// Runs a program on a document, and reads what it writes to its standard output while it works.
  ///
  /// No time limits it: a writer waits for its reader.
  func stream(
    _ command: @escaping @Sendable (_ path: String) -> [String], from content: any ReadableContent,
    fileExtension: String,
    limits: Limits
  ) async throws(DocumentError) -> JailStream {
    try await starting { () throws in
      let (reading, writing) = try Descriptor.pipe()
      return JailStream(
        try start("stream", command, content, fileExtension, limits, output: writing), reading)
    }
  }

  /// Threads that live as long as this process: the kernel ends a jail with the thread that started it.
  private static let starters = BlockingPool(threads: 2, name: "jail-start")

  /// Copies a document or starts a process, both of which block, on a thread that may.
  func starting<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(DocumentError) -> Value {
    do {
      return try await Self.starters.run(body)
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.rendererCrashed, "a converter could not be started", cause: error)
    }
  }

  private func start(
    _ mode: String, _ command: (_ path: String) -> [String], _ content: any ReadableContent,
    _ fileExtension: String, _ limits: Limits, output: Descriptor
  ) throws -> OwnedProcess {
    let input = try JailInput(content, fileExtension: fileExtension, copying: limits.copiedBytes)
    return try start(
      [mode, input.path] + command(input.path), limits, input.arguments,
      descriptors: [input.descriptor, output])
  }

  /// A copy of a document in memory: a program that opens it anew for writing changes nothing else.
  func copy(of content: any ReadableContent, _ limits: Limits) async throws(DocumentError) -> Descriptor {
    try await starting { try JailInput.copy(of: content, upTo: limits.copiedBytes) }
  }

  /// Where programs write the file that ``run(_:on:fileExtension:limits:)`` returns.
  static let result = "/tmp/result"

  /// Starts `sheaf-converter` in a new jail; `descriptors` become 3, 4, ….
  ///
  /// Throws `EPERM` where no jail works.
  func start(
    _ command: [String], _ limits: Limits, _ input: [String] = [], descriptors: [Descriptor]
  ) throws(SystemError) -> OwnedProcess {
    guard let form else { throw SystemError(errno: EPERM, call: "bwrap") }
    return try start(form, command, limits, input, descriptors: descriptors)
  }

  private func start(
    _ form: Form, _ command: [String], _ limits: Limits, _ input: [String], descriptors: [Descriptor]
  ) throws(SystemError) -> OwnedProcess {
    let nowhere = try Descriptor.open("/dev/null", flags: O_RDWR)
    let standardInput = try standardInput.isEmpty ? nowhere : Self.sealed(standardInput).descriptor
    let arguments = arguments(form, command, limits, input)
    return OwnedProcess(
      try ChildProcess(
        spawning: form == .user ? bubblewrap : converter,
        arguments: form == .user ? arguments : ["mount", bubblewrap] + arguments,
        descriptors: [standardInput, nowhere, nowhere] + descriptors))
  }

  /// Bytes as a content in memory.
  static func memory(_ bytes: [UInt8]) throws(SystemError) -> OpenContent {
    let file = try sealed(bytes)
    return OpenContent(file.descriptor, size: Int64(file.size))
  }

  private static func sealed(_ bytes: [UInt8]) throws(SystemError) -> MemoryFile {
    let file = try MemoryFile.create(name: "rendition")
    try file.append(bytes)
    return try MemoryFile(sealing: file)
  }

  static var late: DocumentError {
    DocumentError(.renderTimeout, "converting the document takes too long")
  }

  /// The refusal of a document that an exit code means; nil for a good end.
  ///
  /// `sheaf-converter` has codes of its own (sysexits.h), and reports signals as shells do.
  private static func refusal(_ code: CInt) -> DocumentError? {
    switch code {
    case 0: nil
    case 75: DocumentError(.contentChanged, "the document was replaced while it was opened")
    case 69: DocumentError(.converterMissing, "the converter cannot be run")
    case 128 + CInt(SIGXCPU): late
    case 128 + CInt(SIGXFSZ): DocumentError(.documentTooLarge, "the document becomes too large a PDF")
    case 129...: DocumentError(.rendererCrashed, "the converter ended unexpectedly on this document")
    default: DocumentError(.damaged, "the converter cannot read the document")
    }
  }

  static func sealed(_ output: Descriptor) throws(DocumentError) -> OpenContent {
    do throws(SystemError) {
      let file = try MemoryFile(sealing: output)
      return OpenContent(file.descriptor, size: Int64(file.size))
    } catch {
      throw DocumentError(.rendererCrashed, "a converter's file could not be taken", cause: error)
    }
  }
}

/// Remembers in which form a jail works.
private final class JailProbe: Sendable {
  private struct State {
    var form: Jail.Form?
    var tried: ContinuousClock.Instant?
  }

  private static let pause = Duration.seconds(60)
  private let state = Mutex(State())

  /// The result of the last try, which is made anew after a while unless it succeeded.
  func result(_ form: () -> Jail.Form?) -> Jail.Form? {
    state.withLock { state in
      let isDue = state.tried.map { ContinuousClock.now - $0 > Self.pause } ?? true
      if state.form == nil, isDue { (state.form, state.tried) = (form(), .now) }
      return state.form
    }
  }
}

/// The way of a document into a jail.
///
/// A file is bound read-only by its path. Bytes without a path are copied: a program that reopens the copy for writing
/// changes nothing else.
private struct JailInput {
  let descriptor: Descriptor
  let path: String
  let arguments: [String]

  init(_ content: any ReadableContent, fileExtension: String, copying limit: Int) throws {
    let original = try Descriptor(duplicating: content.descriptor)
    let name = "document.\(fileExtension)"
    if try original.status().links > 0 {
      (descriptor, path) = (original, "/in/\(name)")
      arguments = ["--ro-bind", "/proc/self/fd/3", path]
      return
    }
    (descriptor, path) = (try Self.copy(of: content, upTo: limit), "/tmp/\(name)")
    arguments = ["--symlink", "/proc/self/fd/3", path]
  }

  static func copy(of content: any ReadableContent, upTo limit: Int) throws -> Descriptor {
    guard content.size <= limit else {
      throw DocumentError(.documentTooLarge, "the document is too large to be converted")
    }
    let copy = try MemoryFile.create(name: "document")
    try Descriptor(duplicating: content.descriptor).copy(content.size, to: copy)
    return copy
  }
}

extension OwnedProcess {
  /// Waits for `body`, and ends the process when it takes too long or is cancelled.
  func use<Value: Sendable>(
    within wall: Duration, _ body: () async -> Value
  ) async -> (value: Value, isLate: Bool) {
    let late = Mutex(false)
    let timer = Task {
      // Another process passes this time, so that no injected clock could.
      try await Task.sleep(for: wall)
      late.withLock { $0 = true }
      kill()
    }
    let value = await withTaskCancellationHandler {
      await body()
    } onCancel: {
      kill()
    }
    timer.cancel()
    return (value, late.withLock(\.self))
  }
}

/// The output of a program in a jail, while it works.
final class JailStream: MediaStream {
  private let process: OwnedProcess
  private let output: Descriptor

  init(_ process: OwnedProcess, _ output: Descriptor) {
    (self.process, self.output) = (process, output)
    PosixThread.start(name: "jail-\(process.id)") { [process] in _ = process.waitForEnd() }
  }

  deinit {
    process.kill()
  }

  func next() -> [UInt8]? {
    guard let bytes = try? output.readStream(64 << 10), !bytes.isEmpty else { return nil }
    return bytes
  }

  func end() { process.kill() }
}
