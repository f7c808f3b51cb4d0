import CLinux
public import Glibc

/// An open descriptor and its one owner: closed when the last reference goes.
///
/// The number is immutable and the kernel serialises calls on it, so it may be used from any thread. Reads and
/// writes name their place; the shared position is used by ``append(_:)`` alone.
public final class Descriptor: Sendable {
  /// The descriptor's number, valid as long as this object lives.
  public let rawValue: CInt

  /// Takes over the descriptor `rawValue`, which nobody else may close.
  public init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }

  /// Opens an absolute path of the server's own (never one that a client named).
  public static func open(
    _ path: String, flags: CInt = O_RDONLY, mode: UInt32 = 0o600
  ) throws(SystemError) -> Descriptor {
    // Without a resolve restriction openat2 is open(2), and needs no variadic shim of its own.
    let result = clinux_openat2(AT_FDCWD, path, flags | O_CLOEXEC, flags & O_CREAT != 0 ? mode : 0, 0)
    return Descriptor(owning: try SystemError.check(result, "open"))
  }

  /// Another descriptor of the same open file; closed on its own.
  public func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check(clinux_duplicate(rawValue), "fcntl"))
  }

  /// What the kernel knows of the file.
  public func status() throws(SystemError) -> FileStatus {
    var facts = stat()
    _ = try SystemError.checkErrno("fstat") { fstat(rawValue, &facts) }
    return FileStatus(facts)
  }

  /// Writes all of `bytes` at the shared position.
  ///
  /// One writer at a time.
  public func append(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    let result: Result<Void, SystemError>? = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(SystemError) in try appendAll(UnsafeRawBufferPointer(buffer)) }
    }
    if let result { return try result.get() }
    try append(Array(bytes))
  }

  private func appendAll(_ buffer: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = try SystemError.checkErrno("write") { Glibc.write(rawValue, part.baseAddress, part.count) }
      rest = rest.dropFirst(count)
    }
  }

  /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
  public func read(_ count: Int, at offset: Int64 = 0) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = try readOnce(&bytes, from: filled, at: offset)
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  private func readOnce(_ bytes: inout [UInt8], from start: Int, at offset: Int64) throws(SystemError) -> Int
  {
    try SystemError.checkErrno("pread") {
      bytes.withUnsafeMutableBytes { buffer in
        pread(
          rawValue, buffer.baseAddress.map { $0 + start }, buffer.count - start, off_t(offset) + off_t(start))
      }
    }
  }

  /// Waits until the content and what is needed to find it are on the disk.
  ///
  /// A failure is final: the kernel may have dropped the pages, so the content must be taken as lost.
  public func synchronize() throws(SystemError) {
    _ = try SystemError.checkErrno("fsync") { fsync(rawValue) }
  }

  /// Sets the file's time of last writing to now.
  ///
  /// The owner may do so whatever the file was opened for.
  public func touch() throws(SystemError) {
    _ = try SystemError.checkErrno("futimens") { futimens(rawValue, nil) }
  }

  /// Starts writing out `count` bytes from `offset` on without waiting, so that ``synchronize()`` is short later.
  public func startWriteback(offset: Int64, count: Int64) {
    _ = clinux_start_writeback(rawValue, offset, count)
  }

  /// Copies the first `count` bytes to the shared position of `target` inside the kernel.
  public func copy(_ count: Int64, to target: Descriptor) throws(SystemError) {
    _ = try SystemError.check(clinux_copy(rawValue, target.rawValue, count), "copy_file_range")
  }

  /// The file system's type number (`statfs(2)`) and the bytes free on it.
  public func fileSystem() throws(SystemError) -> (type: Int64, freeBytes: Int64) {
    var type: Int64 = 0
    var freeBytes: Int64 = 0
    _ = try SystemError.check(clinux_file_system(rawValue, &type, &freeBytes), "fstatfs")
    return (type, freeBytes)
  }

  /// The bytes that may still be written to the file's file system, and all that it has (`statvfs(3)`).
  public func space() throws(SystemError) -> (free: Int64, total: Int64) {
    var facts = statvfs()
    _ = try SystemError.checkErrno("fstatvfs") { fstatvfs(rawValue, &facts) }
    let block = Int64(clamping: facts.f_frsize)
    return (
      Int64(clamping: facts.f_bavail).multipliedClamping(by: block),
      Int64(clamping: facts.f_blocks).multipliedClamping(by: block)
    )
  }

  /// Whether some process has the file open for writing; nil where the kernel cannot tell.
  ///
  /// The descriptor must be open for reading only.
  public func hasWriter() -> Bool? {
    let answer = clinux_has_writer(rawValue)
    return answer < 0 ? nil : answer == 1
  }

  /// Takes an exclusive advisory lock (`flock(2)`) that ends with the open file; false when another has it.
  public func lockExclusively() throws(SystemError) -> Bool {
    do {
      _ = try SystemError.checkErrno("flock") { flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.errno == EWOULDBLOCK {
      return false
    }
  }
}

extension Int64 {
  /// The product, or the greatest number: some file systems claim to have no end.
  fileprivate func multipliedClamping(by other: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
