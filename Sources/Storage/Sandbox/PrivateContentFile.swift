public import DocumentModel
import FoundationEssentials

/// The private contents, as JSON in `Library/private.json`.
///
/// The file may be removed while no server runs: what is made of these contents is kept from then on.
public struct PrivateContentFile: PrivateContentStore {
  private let file: LibraryFile
  static let maximumBytes: Int64 = 16 << 20

  /// The private contents of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.privateContents, maximumBytes: Self.maximumBytes)
  }

  /// The contents that were kept last; none at first.
  ///
  /// Throws `.storageFailed` when the file cannot be understood.
  public func contents() async throws(DocumentError) -> Set<ContentHash> {
    guard let bytes = try await file.read() else { return [] }
    return try Self.decode(bytes)
  }

  static func decode(_ bytes: [UInt8]) throws(DocumentError) -> Set<ContentHash> {
    do {
      return try JSONDecoder().decode(Set<ContentHash>.self, from: Data(bytes))
    } catch {
      throw DocumentError(
        .storageFailed, "Library/private.json is not a list of contents; remove it", cause: error)
    }
  }

  /// Keeps `contents` in place of the earlier ones, durably.
  public func save(_ contents: Set<ContentHash>) async throws(DocumentError) {
    try await file.write(
      LibraryFile.json(contents.sorted { $0.description < $1.description }, at: SandboxPath.privateContents))
  }
}
