import Glibc

extension Directory {
  /// Removes the file or directory tree at a path of bytes, without following links.
  ///
  /// A missing path is no error. The first failure ends the removal; files removed before it stay removed.
  public func removeTree(bytes path: [UInt8]) throws {
    guard let error = failure(unlinking: path, 0), error.errno != ENOENT else { return }
    guard error.errno == EISDIR else { throw error }
    let inner = try directory(bytes: path)
    for entry in try inner.entries() { try inner.removeTree(bytes: entry.bytes) }
    if let error = failure(unlinking: path, AT_REMOVEDIR) { throw error }
  }

  /// Removes a tree as ``removeTree(bytes:)`` does.
  public func removeTree(_ path: String) throws {
    try removeTree(bytes: Array(path.utf8))
  }

  private func failure(unlinking path: [UInt8], _ flags: CInt) -> SystemError? {
    do {
      let (parent, name) = try parent(ofBytes: path)
      _ = try SystemError.checkErrno("unlinkat") { unlinkat(parent.rawValue, name, flags) }
      return nil
    } catch {
      return error
    }
  }
}
