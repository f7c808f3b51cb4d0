import DocumentModel
import FoundationEssentials
import GRDB

struct VersionRow: FetchableRecord {
  let version: Version

  init(row: Row) throws {
    guard let sha256 = ContentHash(try row.read("sha256") as String),
      let type = TypeIdentifier(try row.read("type") as String),
      let origin = Origin(rawValue: try row.read("origin"))
    else { throw DocumentError(.storageFailed, "the index holds a version that cannot be read") }
    version = Version(
      number: try row.read("number"), sha256: sha256, size: try row.read("size"), type: type,
      created: Date(microseconds: try row.read("created")), origin: origin,
      author: try row.readIfPresent("author"), restoredFrom: try row.readIfPresent("restoredFrom"))
  }

  /// The newest versions of the document `key`, below the number `before` if that is given.
  static let page = "SELECT * FROM version WHERE document = ? AND number < ? ORDER BY number DESC LIMIT ?"

  static func insert(_ version: Version, of key: Int64, in database: Database) throws {
    try database.run(
      """
      INSERT INTO version (document, number, sha256, size, type, created, origin, author, restoredFrom)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key, version.number, version.sha256.description, version.size, version.type.description,
        version.created.microseconds, version.origin.rawValue, version.author, version.restoredFrom,
      ])
  }
}
