import CLinux

/// A file that lives in memory and, once sealed, can be neither changed nor resized by anybody who has it.
///
/// The way in which results cross from a worker, which fills it, to the server, which seals it, without being copied
/// (`memfd_create(2)`).
public struct MemoryFile: Sendable {
  /// The memory file's descriptor.
  public let descriptor: Descriptor
  /// Length in bytes.
  public let size: Int

  /// A sealed memory file that holds `bytes`.
  public init(sealing bytes: UnsafeRawBufferPointer, name: String = "sheaf") throws(SystemError) {
    let file = Descriptor(owning: try SystemError.check(clinux_memory_file(name), "memfd_create"))
    try file.append(bytes)
    try self.init(sealing: file)
  }

  /// Seals a memory file that was written through its descriptor, by whomever.
  ///
  /// Throws `EBUSY` while somebody has it mapped writable, `EPERM` when somebody forbade further seals, `EINVAL` for
  /// anything else than a memory file.
  public init(sealing descriptor: Descriptor) throws(SystemError) {
    _ = try SystemError.check(clinux_seal(descriptor.rawValue), "fcntl")
    self.descriptor = descriptor
    size = Int(try descriptor.status().size)
  }

  /// An empty memory file to write to, not yet sealed.
  public static func create(name: String = "sheaf") throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check(clinux_memory_file(name), "memfd_create"))
  }
}
