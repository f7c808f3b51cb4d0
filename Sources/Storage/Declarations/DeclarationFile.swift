public import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

/// The types and handlers that users declared, as JSON in `Library/types.json`, which people may edit.
public struct DeclarationFile: DeclarationStore {
  private let root: SandboxRoot
  /// More cannot have been meant.
  private static let maximumBytes: Int64 = 16 << 20

  /// The declarations of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// What users declared; empty at first.
  ///
  /// Throws `.storageFailed` when the file is not what it should be.
  public func declarations() async throws(DocumentError) -> TypeDeclarations {
    try await root.run("Library/types.json could not be read") {
      guard let (file, status) = try FileContent.open(SandboxPath.declarations, in: root.directory) else {
        return TypeDeclarations()
      }
      guard status.size <= Self.maximumBytes else {
        throw DocumentError(
          .storageFailed, "Library/types.json is larger than any list of types; repair or remove it")
      }
      return try Self.decode(Data(try file.read(Int(status.size))))
    }
  }

  /// Keeps `declarations` in place of the earlier ones: written aside, made durable, then renamed.
  public func save(_ declarations: TypeDeclarations) async throws(DocumentError) {
    try await root.run("Library/types.json could not be written") {
      let staging = StagingArea.path(StagingArea.stageName())
      do {
        let file = try root.directory.open(staging, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try file.append(Self.encode(declarations))
        try file.synchronize()
        try root.directory.rename(staging, to: SandboxPath.declarations)
      } catch {
        try? root.directory.remove(staging)
        throw error
      }
      try root.directory.directory(SandboxArea.library.path).synchronize()
    }
  }

  private static func encode(_ declarations: TypeDeclarations) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(declarations)
  }

  private static func decode(_ json: Data) throws -> TypeDeclarations {
    do {
      return try JSONDecoder().decode(TypeDeclarations.self, from: json)
    } catch {
      throw DocumentError(
        .storageFailed, "Library/types.json is not a list of types; repair or remove it", cause: error)
    }
  }
}
