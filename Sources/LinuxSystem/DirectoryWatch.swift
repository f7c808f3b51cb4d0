import Glibc

/// Reports names that are added to or removed from watched directories, or closed after writing (`inotify(7)`).
///
/// The kernel reports changes by this machine only, not those by other machines on a shared disk. One thread waits,
/// while any may ``stop()``.
public final class DirectoryWatch: Sendable {
  /// A change.
  public struct Event: Hashable, Sendable {
    /// The kind of change.
    public enum Kind: Hashable, Sendable {
      /// A file of this name changed.
      case file
      /// A directory of this name changed.
      case directory
      /// The kernel's queue overflowed and changes were lost.
      case overflow
      /// The directory is no longer watched.
      case gone
    }

    /// The number of the directory from ``DirectoryWatch/add(_:)``; -1 for an overflow.
    public let directory: CInt
    /// The name's bytes.
    public let name: [UInt8]
    /// The kind of change.
    public let kind: Kind
  }

  private static let headBytes = 16

  private let watch: Descriptor
  private let end: Descriptor
  private let stopper: Descriptor

  /// A watch without directories.
  ///
  /// Throws `EMFILE` at the machine's limit of watches.
  public init() throws(SystemError) {
    watch = try .directoryWatch()
    (end, stopper) = try Descriptor.pipe()
  }

  /// Watches a directory and returns its number, which is the same for a directory that is already watched.
  ///
  /// Throws `ENOSPC` at the machine's limit of directories (`fs.inotify.max_user_watches`).
  public func add(_ directory: Directory) throws(SystemError) -> CInt {
    try watch.addWatch(ofDirectoryAt: "/proc/self/fd/\(directory.descriptor.rawValue)")
  }

  /// Stops watching a directory; a directory that is gone is no error.
  public func remove(_ directory: CInt) {
    watch.removeWatch(directory)
  }

  /// Waits for changes; nil after ``stop()``, empty after `pause` without changes.
  ///
  /// Blocks; without limit when `pause` is nil.
  public func next(within pause: Duration? = nil) throws(SystemError) -> [Event]? {
    guard let hasEvents = try watch.waitForWatch(orEnd: end, within: Self.milliseconds(pause)) else {
      return []
    }
    guard hasEvents else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = bytes.withUnsafeMutableBytes { read(watch.rawValue, $0.baseAddress, $0.count) }
    guard count > 0 else {
      guard count == 0 || errno == EAGAIN || errno == EINTR else {
        throw SystemError(errno: errno, call: "read")
      }
      return []
    }
    return Self.events(in: bytes[..<count])
  }

  /// At least one, so that a short pause does wait; -1 for no limit.
  private static func milliseconds(_ pause: Duration?) -> CInt {
    guard let pause else { return -1 }
    let (seconds, attoseconds) = pause.components
    return max(1, CInt(clamping: min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000))
  }

  /// Makes a waiting ``next(within:)`` return nil.
  public func stop() {
    _ = [UInt8(0)].withUnsafeBytes { write(stopper.rawValue, $0.baseAddress, 1) }
  }

  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var (events, rest): ([Event], ArraySlice<UInt8>) = ([], bytes)
    while rest.count >= headBytes {
      let head = rest.withUnsafeBytes { head in
        (
          number: head.loadUnaligned(fromByteOffset: 0, as: Int32.self),
          mask: head.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          length: Int(head.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      let name = rest.dropFirst(headBytes).prefix(head.length).prefix { $0 != 0 }
      events.append(Event(directory: head.number, name: Array(name), kind: Descriptor.watched(head.mask)))
      rest = rest.dropFirst(headBytes + head.length)
    }
    return events
  }
}
