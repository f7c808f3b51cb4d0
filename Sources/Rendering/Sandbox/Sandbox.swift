import CSandbox
import DocumentModel
import Glibc

/// The walls around this process, put up once and never taken down.
///
/// Call ``begin()`` first of all, and ``close()`` after the libraries have opened what they keep open, and before the
/// first byte of a document is read. On one thread: a user namespace is closed to a process with more, and Landlock and
/// capabilities are a thread's, and those of the threads that it starts afterwards.
struct Sandbox {
  /// What stays readable.
  ///
  /// Fonts, what fontconfig knows about them, and the character maps that poppler opens by name. Everything else
  /// comes as a descriptor or was loaded before.
  static let readablePaths = [
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig",
    "/usr/share/poppler", "/usr/share/ghostscript/fonts",
  ]

  /// Address space: what the libraries map (about 0.4 GiB), one image of 64 million pixels drawn and encoded, and
  /// the decoder's own memory.
  static let maximumAddressSpace: UInt64 = 2 << 30
  /// A memory file counts as a file; the largest answer fits.
  static let maximumFileSize = UInt64(WorkerReply.maximumBytes)
  /// The channel, the documents kept open, font files for a moment; and of a board all documents that lie on it, each
  /// twice, because poppler closes its own.
  static let maximumDescriptors: UInt32 = 768

  /// Whether the kernel can close the file system.
  static var kernelHasLandlock: Bool { csandbox_landlock_version() > 0 }

  /// The descriptor of the conversation with the server.
  let channel: CInt
  /// False where Landlock is to be left out, as on a kernel without it.
  var usesLandlock = true
  /// False where namespaces are to be left out, as on a machine that forbids them.
  var usesNamespaces = true

  /// Enters namespaces where they are allowed, and bounds what the process may take; says what succeeded.
  ///
  /// The folder in which the server was started is nothing that a document should be able to ask for.
  func begin() -> Set<WorkerHello.Protection> {
    _ = chdir("/")
    let isAlone = usesNamespaces && csandbox_enter_namespaces() == 0
    return limitResources().union(isAlone ? [.namespaces] : [])
  }

  /// Bounds memory, descriptors and file sizes; no core files.
  ///
  /// Processor time is bounded by the server, from outside (`WorkerProcess` of `Previews`).
  /// `RLIMIT_NPROC` is not among them: it counts all threads of the user, not those of this process, and seccomp
  /// forbids processes anyway.
  private func limitResources() -> Set<WorkerHello.Protection> {
    let failed = csandbox_limit(Self.maximumAddressSpace, Self.maximumDescriptors, Self.maximumFileSize)
    return failed == 0 ? [.limits] : []
  }

  /// Takes privileges, the file system and system calls away, and says what succeeded.
  ///
  /// Without Landlock no file can be opened at all any more: documents still open, because they come as
  /// descriptors, but fonts that are not inside a document are missing.
  ///
  /// - Parameter begun: what ``begin()`` said.
  func close(_ begun: Set<WorkerHello.Protection>) -> Set<WorkerHello.Protection> {
    var standing = begun
    if begun.contains(.namespaces), withReadablePaths(csandbox_own_root) { standing.insert(.root) }
    if csandbox_drop_capabilities() == 0, csandbox_no_new_privileges() == 0, csandbox_not_dumpable() == 0 {
      standing.insert(.privileges)
    }
    let hasLandlock = usesLandlock && withReadablePaths(csandbox_landlock)
    if hasLandlock { standing.insert(.fileSystem) }
    if csandbox_seccomp(channel, hasLandlock ? 0 : 1) == 0 { standing.insert(.systemCalls) }
    return standing
  }

  private func withReadablePaths(
    _ wall: (UnsafePointer<UnsafePointer<CChar>?>?, CInt) -> CInt
  ) -> Bool {
    var paths = Self.readablePaths.map { UnsafePointer(strdup($0)) }
    defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
    return wall(&paths, CInt(paths.count)) == 0
  }

  /// Gives memory that was freed back to the kernel.
  static func returnMemory() {
    csandbox_return_memory()
  }
}
