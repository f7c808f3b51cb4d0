import DocumentModel
import FoundationEssentials

/// The types and handlers that Sheaf knows by itself: `Resources/file-types.json`.
enum BuiltInTypes {
  static func load(_ files: AppFiles) throws -> FileTypeRegistry {
    try FileTypeRegistry(decoding: Data(try files.read("file-types.json")))
  }
}
