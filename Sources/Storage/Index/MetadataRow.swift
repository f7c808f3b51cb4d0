import DocumentModel
import FoundationEssentials
import GRDB

/// How metadata lie in a row of `document` and in `documentTag`.
enum MetadataRow {
  static func metadata(_ json: String?) throws -> DocumentMetadata {
    guard let json else { return .none }
    guard let metadata = try? JSONDecoder().decode(DocumentMetadata.self, from: Data(json.utf8)) else {
      throw DocumentError(.storageFailed, "the index holds metadata that cannot be read")
    }
    return metadata
  }

  /// Gives the document `key` these metadata in place of its own.
  static func set(_ metadata: DocumentMetadata, of key: Int64, in database: Database) throws {
    let json = metadata == .none ? nil : String(decoding: try encoder.encode(metadata), as: UTF8.self)
    try database.run(
      "UPDATE document SET marks = ?, favourite = ?, tagNames = ? WHERE key = ?",
      [json, metadata.favourite ? 1 : 0, ListOrder.tagNames(metadata), key])
    try database.run(
      "DELETE FROM documentTag WHERE document = ?", [key])
    for tag in metadata.tags {
      try database.run(
        "INSERT INTO documentTag (folded, document, name) VALUES (?, ?, ?)",
        [tag.folded, key, tag.description])
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
