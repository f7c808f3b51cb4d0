import DocumentModel
import Glibc
import LinuxSystem

final class LocalFile: ReadableContent {
  private let file: Descriptor
  let size: Int64
  let name: FileName

  var descriptor: CInt { file.rawValue }

  /// Throws ``StartError`` for a file that cannot be opened or is not regular.
  init(path: String) throws(StartError) {
    do {
      file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      guard status.kind == .regular else { throw SystemError(errno: EINVAL, call: "open") }
      size = status.size
    } catch {
      throw StartError("\(path) cannot be opened: \(error)")
    }
    name = FileName(sanitizing: path.split(separator: "/").last.map(String.init) ?? path)
  }
}
