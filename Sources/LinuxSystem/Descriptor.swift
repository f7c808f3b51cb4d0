import CLinux
public import Glibc

/// An owned open descriptor, closed when the last reference is released.
///
/// The number is immutable and the kernel serialises calls on it, so any thread may use it. Reads and writes take an
/// explicit offset; ``append(_:)`` alone uses the shared position.
public final class Descriptor: Sendable {
  /// The descriptor's number, valid as long as this object lives.
  public let rawValue: CInt

  /// The soft limit of open descriptors of this process.
  public static var limit: Int {
    var limit = rlimit()
    let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return result == 0 ? Int(clamping: limit.rlim_cur) : .max
  }

  /// Takes ownership of the descriptor `rawValue`, which no other code may close.
  public init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }

  /// A duplicate of `descriptor`, which stays its owner's.
  public convenience init(duplicating descriptor: CInt) throws(SystemError) {
    self.init(owning: try SystemError.check(clinux_duplicate(descriptor), "fcntl"))
  }

  /// Opens an absolute path of the server's own, never a client's.
  public static func open(
    _ path: String, flags: CInt = O_RDONLY, mode: UInt32 = 0o600
  ) throws(SystemError) -> Descriptor {
    // Without a resolve restriction openat2 equals open(2), which would need a variadic shim.
    let result = clinux_openat2(AT_FDCWD, path, flags | O_CLOEXEC, flags & O_CREAT != 0 ? mode : 0, 0)
    return Descriptor(owning: try SystemError.check(result, "open"))
  }

  /// A duplicate, which is closed separately.
  public func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check(clinux_duplicate(rawValue), "fcntl"))
  }

  /// The file's metadata from `fstat(2)`, and its birth time.
  public func status() throws(SystemError) -> FileStatus {
    var facts = stat()
    _ = try SystemError.checkErrno("fstat") { fstat(rawValue, &facts) }
    var birth: Int64 = 0
    return FileStatus(facts, birth: clinux_birth(rawValue, &birth) == 1 ? birth : nil)
  }

  /// Writes all of `bytes` at the shared position; one writer at a time.
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

  /// Writes all of `bytes` at `offset`; the shared position does not move.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = try SystemError.checkErrno("pwrite") {
        bytes.withUnsafeBytes { buffer in
          pwrite(
            rawValue, buffer.baseAddress.map { $0 + start }, buffer.count - start,
            off_t(offset) + off_t(start))
        }
      }
      done += count
    }
  }

  /// Up to `count` bytes from `offset`; fewer only at the end of the file.
  public func read(_ count: Int, at offset: Int64 = 0) throws(SystemError) -> [UInt8] {
    var refusal: SystemError?
    // The buffer is not zeroed, because a short file leaves most of it untouched.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        while filled < count {
          let got = try readOnce(UnsafeMutableRawBufferPointer(buffer), from: filled, at: offset)
          if got == 0 { break }
          filled += got
        }
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    return bytes
  }

  /// The next bytes of a pipe, at most `count`; none at its end.
  ///
  /// Blocks.
  public func readStream(_ count: Int) throws(SystemError) -> [UInt8] {
    var refusal: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try SystemError.checkErrno("read") { Glibc.read(rawValue, buffer.baseAddress, count) }
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    return bytes
  }

  private func readOnce(
    _ buffer: UnsafeMutableRawBufferPointer, from start: Int, at offset: Int64
  ) throws(SystemError) -> Int {
    try SystemError.checkErrno("pread") {
      pread(
        rawValue, buffer.baseAddress.map { $0 + start }, buffer.count - start, off_t(offset) + off_t(start))
    }
  }

  /// Waits until the content, and the metadata needed to read it, are on the disk.
  ///
  /// A failure is final: the kernel may have dropped the pages, so the content must be considered lost.
  public func synchronize() throws(SystemError) {
    _ = try SystemError.checkErrno("fsync") { fsync(rawValue) }
  }

  /// Removes all bytes from `length` on.
  public func truncate(to length: Int64) throws(SystemError) {
    _ = try SystemError.checkErrno("ftruncate") { ftruncate(rawValue, off_t(length)) }
  }

  /// Sets the file's modification time to now.
  ///
  /// The file's owner may do so with any open mode.
  public func touch() throws(SystemError) {
    _ = try SystemError.checkErrno("futimens") { futimens(rawValue, nil) }
  }

  /// Sets the file's modification time in nanoseconds since 1970; the access time does not change.
  ///
  /// The file's owner may do so with any open mode.
  public func setModified(_ nanoseconds: Int64) throws(SystemError) {
    let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
    // UTIME_OMIT (`utimensat(2)`), which Glibc hides without _GNU_SOURCE.
    let kept = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
    let isBefore = rest < 0
    let times = [
      kept,
      timespec(
        tv_sec: Int(isBefore ? seconds - 1 : seconds),
        tv_nsec: Int(isBefore ? rest + 1_000_000_000 : rest)),
    ]
    _ = try SystemError.checkErrno("futimens") { futimens(rawValue, times) }
  }

  /// Starts writing `count` bytes from `offset` to the disk without waiting, which shortens ``synchronize()``.
  public func startWriteback(offset: Int64, count: Int64) {
    _ = clinux_start_writeback(rawValue, offset, count)
  }

  /// Copies the first `count` bytes to the shared position of `target` inside the kernel.
  public func copy(_ count: Int64, to target: Descriptor) throws(SystemError) {
    _ = try SystemError.check(clinux_copy(rawValue, target.rawValue, count), "copy_file_range")
  }

  /// Makes the empty file `target` share all blocks of this one until one of both is written to (`ioctl_ficlone(2)`).
  ///
  /// False where the file system does not support it, or the files lie on two file systems.
  public func clone(to target: Descriptor) throws(SystemError) -> Bool {
    do {
      _ = try SystemError.check(clinux_clone(rawValue, target.rawValue), "ficlone")
      return true
    } catch  where [EOPNOTSUPP, ENOTTY, EINVAL, EXDEV, ENOSYS].contains(error.errno) {
      return false
    }
  }

  /// The file system's type number (`statfs(2)`), and its free bytes.
  public func fileSystem() throws(SystemError) -> (type: Int64, freeBytes: Int64) {
    var type: Int64 = 0
    var freeBytes: Int64 = 0
    _ = try SystemError.check(clinux_file_system(rawValue, &type, &freeBytes), "fstatfs")
    return (type, freeBytes)
  }

  /// The free and total bytes of the file's file system (`statvfs(3)`).
  public func space() throws(SystemError) -> (free: Int64, total: Int64) {
    var facts = statvfs()
    _ = try SystemError.checkErrno("fstatvfs") { fstatvfs(rawValue, &facts) }
    let block = Int64(clamping: facts.f_frsize)
    return (
      Int64(clamping: facts.f_bavail).multipliedClamping(by: block),
      Int64(clamping: facts.f_blocks).multipliedClamping(by: block)
    )
  }

  /// `ST_RDONLY` (`statvfs(3)`).
  private static let readOnly: UInt = 1

  /// Whether the file's file system is mounted read-only.
  ///
  /// A file system that turned read-only after an error may not report it; a write then fails with `EROFS`.
  public func isOnReadOnlyDisk() throws(SystemError) -> Bool {
    var facts = statvfs()
    _ = try SystemError.checkErrno("fstatvfs") { fstatvfs(rawValue, &facts) }
    return UInt(facts.f_flag) & Self.readOnly != 0
  }

  /// Whether a process has the file open for writing; nil where the kernel cannot tell.
  ///
  /// The descriptor must be open for reading only.
  public func hasWriter() -> Bool? {
    let answer = clinux_has_writer(rawValue)
    return answer < 0 ? nil : answer == 1
  }

  /// Takes an exclusive advisory lock (`flock(2)`), held until the descriptor is closed; false when it is taken.
  public func lockExclusively() throws(SystemError) -> Bool {
    do {
      _ = try SystemError.checkErrno("flock") { flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.errno == EWOULDBLOCK {
      return false
    }
  }
}

/// The system calls of ``DirectoryWatch``.
extension Descriptor {
  static func directoryWatch() throws(SystemError) -> Descriptor {
    Descriptor(owning: CInt(try SystemError.check(clinux_watch_open(), "inotify_init1")))
  }

  /// Both ends of a new pipe.
  public static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [CInt] = [-1, -1]
    _ = try SystemError.check(clinux_pipe(&ends), "pipe2")
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }

  func addWatch(ofDirectoryAt path: String) throws(SystemError) -> CInt {
    CInt(try SystemError.check(clinux_watch_add(rawValue, path), "inotify_add_watch"))
  }

  func removeWatch(_ number: CInt) {
    _ = clinux_watch_remove(rawValue, number)
  }

  /// Waits until this descriptor is readable: true, or `end` is: false, or the timeout has passed: nil.
  ///
  /// A negative timeout waits for ever.
  func waitForWatch(orEnd end: Descriptor, within milliseconds: CInt) throws(SystemError) -> Bool? {
    let result = try SystemError.check(clinux_watch_wait(rawValue, end.rawValue, milliseconds), "poll")
    return result == 2 ? nil : result == 1
  }

  /// The kind of event in an inotify mask.
  static func watched(_ mask: UInt32) -> DirectoryWatch.Event.Kind {
    let meaning = UInt32(clinux_watch_meaning(mask))
    if meaning & clinux_watch_overflow.rawValue != 0 { return .overflow }
    if meaning & clinux_watch_gone.rawValue != 0 { return .gone }
    return meaning & clinux_watch_directory.rawValue != 0 ? .directory : .file
  }
}

extension Int64 {
  /// The product, clamped, because some file systems report unlimited sizes.
  fileprivate func multipliedClamping(by other: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
