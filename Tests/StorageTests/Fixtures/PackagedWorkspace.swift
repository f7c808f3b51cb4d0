import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

/// A workspace in which folders called `….pack` are documents.
struct PackagedWorkspace {
  let workspace = TemporaryWorkspace()
  let root: SandboxRoot
  let store: FileContentStore

  init() async throws {
    root = try workspace.open()
    try await root.takeForDocuments(PackageNames(extensions: ["pack"]))
    store = FileContentStore(root: root)
  }

  /// Makes a package with a file in it, a hidden one, and a folder with another.
  func makePackage(_ path: String = "Documents/x.pack", text: String = "hello") throws {
    try makeFolder(path)
    try makeFolder("\(path)/Data")
    try workspace.write(text, to: "\(path)/text.txt")
    try workspace.write("h", to: "\(path)/.hidden")
    try workspace.write("picture", to: "\(path)/Data/picture.txt")
  }

  func makeFolder(_ path: String) throws {
    try #require(mkdir("\(workspace.path)/\(path)", 0o755) == 0)
  }

  func archive(of path: String) throws -> [UInt8] {
    try #require(try root.packages.open(path)).bytes()
  }

  func archive(text: String) throws -> [UInt8] {
    let path = "tmp/\(DocumentID()).pack"
    try makeFolder(path)
    try workspace.write(text, to: "\(path)/text.txt")
    defer { try? FileManager.default.removeItem(atPath: "\(workspace.path)/\(path)") }
    return try archive(of: path)
  }
}
