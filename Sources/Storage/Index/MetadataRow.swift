import DocumentModel
import FoundationEssentials
import GRDB

/// How marks lie in a row of `document` and in `documentTag`.
enum MetadataRow {
  static func marks(_ json: String?) throws -> DocumentMetadata {
    guard let json else { return .none }
    guard let marks = try? JSONDecoder().decode(DocumentMetadata.self, from: Data(json.utf8)) else {
      throw DocumentError(.storageFailed, "the index holds marks that cannot be read")
    }
    return marks
  }

  /// Gives the document `key` these marks in place of its own.
  static func set(_ marks: DocumentMetadata, of key: Int64, in database: Database) throws {
    let json = marks == .none ? nil : String(decoding: try encoder.encode(marks), as: UTF8.self)
    try database.run(
      "UPDATE document SET marks = ?, favourite = ? WHERE key = ?",
      [json, marks.favourite ? 1 : 0, key])
    try database.run(
      "DELETE FROM documentTag WHERE document = ?", [key])
    for tag in marks.tags {
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
