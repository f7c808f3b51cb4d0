import Foundation
import Glibc
import LinuxSystem

final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/sheaf-previews-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(errno: errno, call: "mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func files() -> [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).filter {
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(path)/\($0)", isDirectory: &isFolder) && !isFolder
    }
  }
}
