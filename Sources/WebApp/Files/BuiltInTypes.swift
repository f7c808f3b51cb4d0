import DocumentModel
import FoundationEssentials
import Synchronization

/// The types and handlers that Sheaf knows by itself: `Resources/file-types.json`.
enum BuiltInTypes {
  /// The latest file and what it says: a process that serves several sites reads it once.
  private static let latest = Mutex<(json: [UInt8], registry: FileTypeRegistry)?>(nil)

  static func load(_ files: AppFiles) throws -> FileTypeRegistry {
    let json = try files.read("file-types.json")
    if let known = latest.withLock({ $0 }), known.json == json { return known.registry }
    let registry = try FileTypeRegistry(decoding: Data(json))
    latest.withLock { $0 = (json, registry) }
    return registry
  }
}
