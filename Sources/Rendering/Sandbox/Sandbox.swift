import CSandbox
import DocumentModel
import Glibc

/// The sandbox of this process, closed once and never opened.
///
/// Call ``begin()`` first of all. Call ``close(_:)`` after the libraries have opened their files and before the
/// first byte of a document is read. The process must have one thread only: with several it cannot enter a user
/// namespace. Landlock and capabilities apply to a thread and to those that it starts later.
struct Sandbox {
  /// The readable paths: fonts, fontconfig's files, the character maps that poppler opens by name, and the rules of
  /// source-highlight.
  ///
  /// All other files come as descriptors or were loaded before.
  static let readablePaths = [
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig",
    "/usr/share/poppler", "/usr/share/ghostscript/fonts", "/usr/share/source-highlight",
  ]

  /// Address space in bytes: the libraries' mappings (about 0.4 GiB), one image of 64 million pixels drawn and
  /// encoded, and the decoder's own memory.
  static let maximumAddressSpace: UInt64 = 2 << 30
  /// The largest file, in bytes; a memory file counts as a file, and the largest answer fits.
  static let maximumFileSize = UInt64(WorkerReply.maximumBytes)
  /// The channel, open documents, font files, and a board's documents, each twice because poppler closes its own.
  static let maximumDescriptors: UInt32 = 768

  static var kernelHasLandlock: Bool { csandbox_landlock_version() > 0 }

  /// The descriptor of the socket to the server.
  let channel: CInt
  /// False to leave out Landlock, as on a kernel without it.
  var usesLandlock = true
  /// False to leave out namespaces, as on a machine that forbids them.
  var usesNamespaces = true

  /// Enters namespaces where they are allowed, sets resource limits, and returns the protections that succeeded.
  ///
  /// The server's working directory is left, because documents must not reach it.
  func begin() -> Set<WorkerHello.Protection> {
    _ = chdir("/")
    let isAlone = usesNamespaces && csandbox_enter_namespaces() == 0
    return limitResources().union(isAlone ? [.namespaces] : [])
  }

  /// Limits memory, descriptors and file sizes; no core files.
  ///
  /// The server limits processor time from outside (`WorkerProcess` of `Previews`). `RLIMIT_NPROC` is not set: it
  /// counts all threads of the user, and seccomp forbids processes anyway.
  private func limitResources() -> Set<WorkerHello.Protection> {
    let failed = csandbox_limit(Self.maximumAddressSpace, Self.maximumDescriptors, Self.maximumFileSize)
    return failed == 0 ? [.limits] : []
  }

  /// Drops privileges, the file system and system calls, and returns the protections in force.
  ///
  /// Without Landlock no file can be opened any more. Documents still open, because they come as descriptors, but
  /// fonts outside the document are missing.
  ///
  /// - Parameter begun: the result of ``begin()``.
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

  static func returnMemory() {
    csandbox_return_memory()
  }
}
