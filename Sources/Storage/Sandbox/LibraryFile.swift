import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

/// A small file in `Library` that is read and replaced as a whole.
struct LibraryFile {
  let root: SandboxRoot
  let path: String
  let maximumBytes: Int64

  /// Its bytes; nil when there is none.
  ///
  /// Throws `.storageFailed` when it cannot be read or is too long.
  func read() async throws(DocumentError) -> [UInt8]? {
    let (path, maximumBytes, root) = (path, maximumBytes, root)
    return try await root.run("\(path) could not be read") {
      guard let (file, status) = try FileContent.open(path, in: root.directory) else { return nil }
      guard status.size <= maximumBytes else {
        throw DocumentError(
          .storageFailed, "\(path) is longer than \(maximumBytes) bytes; repair or remove it")
      }
      return [UInt8](try file.read(Int(status.size)))
    }
  }

  /// Replaces it: written aside, made durable unless its loss is no harm, then renamed.
  func write(_ bytes: [UInt8], durably: Bool = true) async throws(DocumentError) {
    let (path, root) = (path, root)
    try await root.write("\(path) could not be written") {
      try Self.replace(path, by: bytes, in: root.directory, durably: durably)
    }
  }

  /// As ``write(_:durably:)``, of the file at `path`; blocks.
  static func replace(_ path: String, by bytes: [UInt8], in root: Directory, durably: Bool = true) throws {
    let staging = StagingArea.path(StagingArea.stageName())
    do {
      let file = try root.open(staging, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try file.append(bytes)
      if durably { try file.synchronize() }
      try root.rename(staging, to: path)
    } catch {
      try? root.remove(staging)
      throw error
    }
    if durably {
      try root.directory(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])).synchronize()
    }
  }

  /// JSON that people may read and edit.
  ///
  /// Throws `.storageFailed` for what cannot be written as JSON.
  static func json(_ value: some Encodable, at path: String) throws(DocumentError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(value))
    } catch {
      throw DocumentError(.storageFailed, "\(path) could not be written", cause: error)
    }
  }
}
