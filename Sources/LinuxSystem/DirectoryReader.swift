import CLinux
import Glibc
import Synchronization

/// Reads the names of a directory a few at a time, with memory for just those.
///
/// May be used from any thread, one call after the other. Calls block.
public final class DirectoryReader: Sendable {
  private let stream: Mutex<Stream>

  /// Starts at the first name of `directory`, of which nothing is kept.
  public init(_ directory: Directory) throws(SystemError) {
    // fdopendir takes the descriptor over and moves its position, so it gets one of its own.
    let own = try directory.open(".", flags: O_RDONLY | O_DIRECTORY)
    let copy = try SystemError.check(clinux_duplicate(own.rawValue), "fcntl")
    guard let stream = fdopendir(copy) else {
      let reason = Glibc.errno
      close(copy)
      throw SystemError(errno: reason, call: "fdopendir")
    }
    self.stream = Mutex(Stream(stream))
  }

  /// Up to `count` more names, in no order, without `.` and `..`; none after the last.
  public func next(_ count: Int) throws(SystemError) -> [DirectoryEntry] {
    try stream.withLock { stream throws(SystemError) in
      var entries: [DirectoryEntry] = []
      while entries.count < count, let entry = try stream.next() { entries.append(entry) }
      return entries
    }
  }
}

/// The open stream; the C object's one owner.
private struct Stream: ~Copyable {
  private let stream: OpaquePointer

  init(_ stream: OpaquePointer) {
    self.stream = stream
  }

  deinit {
    closedir(stream)
  }

  func next() throws(SystemError) -> DirectoryEntry? {
    while true {
      Glibc.errno = 0
      guard let entry = readdir(stream) else {
        guard Glibc.errno == 0 else { throw SystemError(errno: Glibc.errno, call: "readdir") }
        return nil
      }
      let found = Directory.entry(entry)
      if found.bytes != [0x2E], found.bytes != [0x2E, 0x2E] { return found }
    }
  }
}
