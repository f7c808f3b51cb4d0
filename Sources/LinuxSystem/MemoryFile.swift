import CLinux

/// A file in memory that, once sealed, can be neither changed nor resized by any process.
///
/// A worker fills it, the server seals it, and so results cross without a copy (`memfd_create(2)`).
public struct MemoryFile: Sendable {
  /// The memory file's descriptor.
  public let descriptor: Descriptor
  /// Length in bytes.
  public let size: Int

  /// A sealed memory file that contains `bytes`.
  public init(sealing bytes: UnsafeRawBufferPointer, name: String = "sheaf") throws(SystemError) {
    let file = Descriptor(owning: try SystemError.check(clinux_memory_file(name), "memfd_create"))
    try file.append(bytes)
    try self.init(sealing: file)
  }

  /// Seals a memory file that any process may have written.
  ///
  /// Throws `EBUSY` while a process has it mapped writable, `EPERM` when further seals are forbidden, `EINVAL` for
  /// other files.
  public init(sealing descriptor: Descriptor) throws(SystemError) {
    _ = try SystemError.check(clinux_seal(descriptor.rawValue), "fcntl")
    self.descriptor = descriptor
    size = Int(try descriptor.status().size)
  }

  /// An empty memory file, not yet sealed.
  public static func create(name: String = "sheaf") throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check(clinux_memory_file(name), "memfd_create"))
  }
}
