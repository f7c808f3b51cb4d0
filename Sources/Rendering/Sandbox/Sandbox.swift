import CSandbox
import DocumentModel
import Glibc

/// The walls around this process, put up once and never taken down.
///
/// Call ``limitResources()`` before, and ``close(_:)`` after the libraries have opened what they keep open, and
/// before the first byte of a document is read. On one thread: Landlock holds for the calling thread and those
/// that it starts afterwards.
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

  /// Bounds memory, descriptors and file sizes; no core files.
  ///
  /// Processor time is bounded by the server, from outside (`WorkerProcess` of `Previews`).
  /// `RLIMIT_NPROC` is not among them: it counts all threads of the user, not those of this process, and seccomp
  /// forbids processes anyway.
  func limitResources() -> Set<WorkerHello.Protection> {
    let failed = csandbox_limit(Self.maximumAddressSpace, Self.maximumDescriptors, Self.maximumFileSize)
    return failed == 0 ? [.limits] : []
  }

  /// Takes privileges, the file system and system calls away, and says what succeeded.
  ///
  /// Without Landlock no file can be opened at all any more: documents still open, because they come as
  /// descriptors, but fonts that are not inside a document are missing.
  func close() -> Set<WorkerHello.Protection> {
    var standing: Set<WorkerHello.Protection> = []
    if csandbox_no_new_privileges() == 0, csandbox_not_dumpable() == 0 { standing.insert(.privileges) }
    let hasLandlock = usesLandlock && closeFileSystem()
    if hasLandlock { standing.insert(.fileSystem) }
    if csandbox_seccomp(channel, hasLandlock ? 0 : 1) == 0 { standing.insert(.systemCalls) }
    return standing
  }

  private func closeFileSystem() -> Bool {
    var paths = Self.readablePaths.map { UnsafePointer(strdup($0)) }
    defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
    return csandbox_landlock(&paths, CInt(paths.count)) == 0
  }

  /// Gives memory that was freed back to the kernel.
  static func returnMemory() {
    csandbox_return_memory()
  }
}
