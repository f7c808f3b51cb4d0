import Glibc

/// Tells of names that come into chosen directories, leave them, or are closed after writing (`inotify(7)`).
///
/// The kernel tells of what this machine does; what others do on a shared disk it does not know. One thread waits, while
/// any may ``stop()``.
public final class DirectoryWatch: Sendable {
  /// Something that happened.
  public struct Event: Hashable, Sendable {
    /// What it was.
    public enum Kind: Hashable, Sendable {
      /// Something about a file of this name.
      case file
      /// Something about a directory of this name.
      case directory
      /// So much happened that the kernel lost count.
      case overflow
      /// The directory is no longer watched.
      case gone
    }

    /// The number of the directory, as ``DirectoryWatch/add(_:)`` gave it; -1 for an overflow.
    public let directory: CInt
    /// The name's bytes.
    public let name: [UInt8]
    /// What it was.
    public let kind: Kind
  }

  private static let headBytes = 16

  private let watch: Descriptor
  private let end: Descriptor
  private let stopper: Descriptor

  /// A watch of no directory yet.
  ///
  /// Throws `EMFILE` when the machine gives no more of them.
  public init() throws(SystemError) {
    watch = try .directoryWatch()
    (end, stopper) = try Descriptor.pipe()
  }

  /// Watches a directory too, and gives its number: the same as before for one that is watched already.
  ///
  /// Throws `ENOSPC` when the machine watches as many as it may (`fs.inotify.max_user_watches`).
  public func add(_ directory: Directory) throws(SystemError) -> CInt {
    try watch.addWatch(ofDirectoryAt: "/proc/self/fd/\(directory.descriptor.rawValue)")
  }

  /// Watches a directory no longer.
  ///
  /// Nothing happens when it is gone.
  public func remove(_ directory: CInt) {
    watch.removeWatch(directory)
  }

  /// Waits for something to happen; nil after ``stop()``, nothing when nothing happened for as long as `pause`.
  ///
  /// Blocks; for ever when `pause` is nil.
  public func next(within pause: Duration? = nil) throws(SystemError) -> [Event]? {
    guard let isTold = try watch.waitForWatch(orEnd: end, within: Self.milliseconds(pause)) else { return [] }
    guard isTold else { return nil }
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

  /// At least one, so that who waits for a moment does wait; -1 for ever.
  private static func milliseconds(_ pause: Duration?) -> CInt {
    guard let pause else { return -1 }
    let (seconds, attoseconds) = pause.components
    return max(1, CInt(clamping: min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000))
  }

  /// Lets whoever waits return.
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
