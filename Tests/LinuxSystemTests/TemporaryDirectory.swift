import Glibc
import LinuxSystem

final class TemporaryDirectory {
  let path: String
  let directory: Directory

  init() throws {
    var template = Array("/tmp/sheaf-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(errno: errno, call: "mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    directory = try Directory(opening: path)
  }

  deinit {
    let child = try? ChildProcess(
      spawning: "/bin/rm", arguments: ["-rf", "--", path],
      descriptors: [Descriptor.open("/dev/null"), Descriptor.open("/dev/null")])
    _ = try? child?.reap()
  }

  func write(_ text: String, to name: String) throws {
    let file = try directory.open(name, flags: O_WRONLY | O_CREAT | O_TRUNC)
    try file.append(Array(text.utf8))
  }

  func text(of name: String) throws -> String {
    String(decoding: try directory.open(name).read(4096), as: UTF8.self)
  }
}
