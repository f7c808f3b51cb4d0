import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

enum Damage: String, CaseIterable, Sendable {
  case noDatabase, zeroed, cut, scribbled

  func inflict(on path: String) throws {
    var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
    switch self {
    case .noDatabase: bytes = Array("this is no database, it is a text".utf8)
    case .zeroed: bytes = Array(repeating: 0, count: bytes.count)
    case .cut: bytes.removeLast(bytes.count / 2)
    case .scribbled: for place in 8_192..<bytes.count where place % 7 == 0 { bytes[place] = 0xA5 }
    }
    try Data(bytes).write(to: URL(filePath: path))
    unlink("\(path)-wal")
    unlink("\(path)-shm")
  }
}

/// Another thing than what has to be at a path.
enum Intruder: CaseIterable, Sendable {
  case file, directory, link, pipe

  func put(at path: String) throws {
    switch self {
    case .file: try Descriptor.open(path, flags: O_WRONLY | O_CREAT, mode: 0o600).append(Array("x".utf8))
    case .directory:
      try FileManager.default.createDirectory(atPath: "\(path)/inner", withIntermediateDirectories: true)
    case .link: try #require(symlink("/nowhere/at/all", path) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    }
  }
}
