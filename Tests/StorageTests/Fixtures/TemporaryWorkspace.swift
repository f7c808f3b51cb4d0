import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

@testable import Storage

/// A directory for one test's workspace, removed with it.
final class TemporaryWorkspace: Sendable {
  let path: String

  /// - Parameter inMemory: on a file system without a disk, for tests that commit thousands of times.
  init(inMemory: Bool = false) {
    let parent = inMemory && FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    path = "\(parent)/sheaf-storage-\(getpid())-\(DocumentID())"
    mkdir(path, 0o700)
  }

  deinit {
    // An upload that was dropped removes its file at the same time, and a removal gives up at what is gone already.
    for _ in 1...3 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  func open(for purpose: SandboxRoot.Purpose = .serving) throws -> SandboxRoot {
    try SandboxRoot(opening: path, for: purpose)
  }

  /// Writes a file as another program would: by its path, in place.
  func write(_ text: String, to file: String) throws {
    let descriptor = try Descriptor.open("\(path)/\(file)", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try descriptor.append(Array(text.utf8))
  }

  func text(of file: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(file)").map { String(decoding: $0, as: UTF8.self) }
  }

  func exists(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(file)")
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }

  /// The state after a power cut now, as another workspace.
  func copy() throws -> TemporaryWorkspace {
    let copy = TemporaryWorkspace()
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.copyItem(atPath: path, toPath: copy.path)
    return copy
  }
}
