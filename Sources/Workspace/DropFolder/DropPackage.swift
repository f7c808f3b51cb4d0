import DocumentModel
import LinuxSystem

/// A package in a drop folder, seen with everything in it.
///
/// All calls block.
struct DropPackage {
  /// No more is looked at of what is too large for a package anyway.
  private static let most = 20_000

  let top: Directory

  init(_ top: Directory) {
    self.top = top
  }

  func sighting() throws -> DropContent.Sighting {
    // In no order: the names of a folder come in any.
    var (looks, size, count) = (0, Int64(0), 0)
    try forEach { path, status in
      var hasher = Hasher()
      hasher.combine(path)
      hasher.combine(status)
      looks ^= hasher.finalize()
      count += 1
      // Files with holes may say any length.
      if status.kind == .regular { size = size &+ min(status.size, .max - size) }
      return true
    }
    let own = try top.descriptor.status()
    return DropContent.Sighting(fingerprint: "\(own.device):\(own.inode):\(count):\(looks)", size: size)
  }

  func isBeingWritten() throws -> Bool {
    var isWritten = false
    try forEach { path, status in
      guard status.kind == .regular else { return true }
      // A file that is gone by now is not being written.
      isWritten = (try? top.open(bytes: path))?.hasWriter() == true
      return !isWritten
    }
    return isWritten
  }

  private func forEach(_ body: ([UInt8], FileStatus) throws -> Bool) throws {
    var (waiting, seen): ([[UInt8]], Int) = ([[]], 0)
    while let place = waiting.popLast() {
      guard let folder = place.isEmpty ? top : try? top.directory(bytes: place) else { continue }
      let reader = try DirectoryReader(folder)
      while case let entries = try reader.next(256), !entries.isEmpty {
        for entry in entries {
          guard let status = try? folder.status(bytes: entry.bytes) else { continue }
          let path = place.isEmpty ? entry.bytes : place + [UInt8(ascii: "/")] + entry.bytes
          seen += 1
          guard seen <= Self.most, try body(path, status) else { return }
          if status.kind == .directory { waiting.append(path) }
        }
      }
    }
  }
}
