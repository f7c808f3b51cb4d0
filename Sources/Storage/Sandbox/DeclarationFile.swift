public import DocumentModel
import FoundationEssentials

/// The types and handlers that users declared, as JSON in `Library/types.json`, which people may edit.
public struct DeclarationFile: DeclarationStore {
  private let file: LibraryFile
  static let maximumBytes: Int64 = 16 << 20

  /// The declarations of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.declarations, maximumBytes: Self.maximumBytes)
  }

  /// The users' declarations; empty at first.
  ///
  /// Throws `.storageFailed` when the file cannot be understood.
  public func declarations() async throws(DocumentError) -> TypeDeclarations {
    guard let bytes = try await file.read() else { return TypeDeclarations() }
    return try Self.decode(bytes)
  }

  /// Keeps `declarations` in place of the earlier ones: written aside, made durable, then renamed.
  public func save(_ declarations: TypeDeclarations) async throws(DocumentError) {
    try await file.write(Self.encode(declarations))
  }

  private static func encode(_ declarations: TypeDeclarations) throws(DocumentError) -> [UInt8] {
    try LibraryFile.json(declarations, at: SandboxPath.declarations)
  }

  static func decode(_ json: [UInt8]) throws(DocumentError) -> TypeDeclarations {
    do {
      return try JSONDecoder().decode(TypeDeclarations.self, from: Data(json))
    } catch {
      throw DocumentError(
        .storageFailed, "Library/types.json is not a list of types; repair or remove it", cause: error)
    }
  }
}
