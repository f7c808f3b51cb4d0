import Glibc

extension Directory {
  /// Removes what lies at the path of these bytes, a directory with all that is in it, without following any link.
  ///
  /// Nothing happens when it is not there. What cannot be removed ends it, and what was removed until then is gone.
  public func removeTree(bytes path: [UInt8]) throws {
    guard let error = failure(unlinking: path, 0), error.errno != ENOENT else { return }
    guard error.errno == EISDIR else { throw error }
    let inner = try directory(bytes: path)
    for entry in try inner.entries() { try inner.removeTree(bytes: entry.bytes) }
    if let error = failure(unlinking: path, AT_REMOVEDIR) { throw error }
  }

  /// As ``removeTree(bytes:)``.
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
