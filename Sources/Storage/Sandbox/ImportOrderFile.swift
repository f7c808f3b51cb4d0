public import DocumentModel
import FoundationEssentials

/// The imports from the web that are not done, as JSON in `Library/imports.json`.
///
/// The file may be removed while no server runs: the imports are forgotten then.
public struct ImportOrderFile: ImportOrderStore {
  private let file: LibraryFile
  static let maximumBytes: Int64 = 16 << 20

  /// The imports of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.imports, maximumBytes: Self.maximumBytes)
  }

  /// The orders that were kept last; none at first.
  ///
  /// Throws `.storageFailed` when the file cannot be understood.
  public func orders() async throws(DocumentError) -> [ImportOrder] {
    guard let bytes = try await file.read() else { return [] }
    return try Self.decode(bytes)
  }

  static func decode(_ bytes: [UInt8]) throws(DocumentError) -> [ImportOrder] {
    do {
      return try JSONDecoder().decode([ImportOrder].self, from: Data(bytes))
    } catch {
      throw DocumentError(
        .storageFailed, "Library/imports.json is not a list of imports; remove it", cause: error)
    }
  }

  /// Keeps `orders` in place of the earlier ones, durably.
  public func save(_ orders: [ImportOrder]) async throws(DocumentError) {
    try await file.write(LibraryFile.json(orders, at: SandboxPath.imports))
  }
}
