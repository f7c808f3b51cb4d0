import Glibc

extension Directory {
  /// `O_NOATIME` (`open(2)`), which Glibc hides without _GNU_SOURCE.
  private static let keepsAccessTime: CInt = 0o1000000

  /// Opens the file at `path` for reading without changing its access time.
  ///
  /// Only the file's owner may do so; other users open it in the usual way.
  public func openUnnoticed(_ path: String) throws(SystemError) -> Descriptor {
    do {
      return try open(path, flags: O_RDONLY | Self.keepsAccessTime)
    } catch  where error.errno == EPERM {
      return try open(path)
    }
  }
}
