import DocumentModel
import FoundationEssentials
import GRDB

/// How marks lie in a row of `document` and in `documentTag`.
enum MarksRow {
  /// Marks from the column `marks`.
  static func marks(_ json: String?) throws -> Marks {
    guard let json else { return .none }
    guard let marks = try? JSONDecoder().decode(Marks.self, from: Data(json.utf8)) else {
      throw DocumentError(.storageFailed, "the index holds marks that cannot be read")
    }
    return marks
  }

  /// Gives the document `key` these marks in place of its own.
  static func set(_ marks: Marks, of key: Int64, in database: Database) throws {
    let json = marks == .none ? nil : String(decoding: try encoder.encode(marks), as: UTF8.self)
    try database.execute(
      sql: "UPDATE document SET marks = ?, favourite = ? WHERE key = ?",
      arguments: [json, marks.favourite ? 1 : 0, key])
    try database.execute(sql: "DELETE FROM documentTag WHERE document = ?", arguments: [key])
    for tag in marks.tags {
      try database.execute(
        sql: "INSERT INTO documentTag (folded, document, name) VALUES (?, ?, ?)",
        arguments: [tag.folded, key, tag.description])
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
