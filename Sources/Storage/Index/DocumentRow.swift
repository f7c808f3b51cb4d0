import DocumentModel
import FoundationEssentials
import GRDB

struct DocumentRow: FetchableRecord {
  let key: Int64
  let document: Document
  let fingerprint: Fingerprint

  var entry: IndexEntry { IndexEntry(document: document, fingerprint: fingerprint) }

  static let columns = "document.*"

  init(row: Row) throws {
    key = try row.read("key")
    // A fingerprint that no release wrote is like no file's: the file is read again.
    fingerprint = Fingerprint(try row.read("fingerprint") as String) ?? .unknown
    document = try Document(row: row)
  }

  static func fetch(_ id: DocumentID, in database: Database) throws -> DocumentRow? {
    try first(database, "SELECT \(columns) FROM document WHERE id = ?", [id.description])
  }

  /// The row of the document `id`; throws `.notFound` unless it is in `Documents` (or in the Trash, as asked).
  static func require(_ id: DocumentID, trashed: Bool = false, in database: Database) throws -> DocumentRow {
    guard let row = try fetch(id, in: database), (row.document.trashed != nil) == trashed else {
      throw DocumentError(.notFound, "there is no such document\(trashed ? " in the Trash" : "")")
    }
    return row
  }

  static func fetch(at location: Location, in database: Database) throws -> DocumentRow? {
    try first(
      database,
      """
      SELECT \(columns) FROM document INDEXED BY documentPlace
      WHERE folder = ? AND name = ? AND trashed IS NULL
      """,
      [location.folder.description, location.name.description])
  }
}

extension Document {
  fileprivate init(row: Row) throws {
    let (size, version): (Int64, Int) = (try row.read("size"), try row.read("version"))
    guard let id = DocumentID(try row.read("id") as String),
      let type = TypeIdentifier(try row.read("type") as String),
      let sha256 = ContentHash(try row.read("sha256") as String), size >= 0, version > 0
    else { throw Self.unreadable }
    self.init(
      id: id, location: try Location(row: row), type: type, size: size, sha256: sha256, version: version,
      created: try Self.date(row.read("created")), modified: try Self.date(row.read("modified")),
      trashed: try row.readIfPresent("trashed").map(Self.date),
      metadata: try MetadataRow.metadata(row.readIfPresent("marks")))
  }

  fileprivate static var unreadable: DocumentError {
    DocumentError(.storageFailed, "the index holds a document that cannot be read")
  }

  /// Years of four digits, which is all that RFC 3339 can say.
  private static let microseconds: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

  private static func date(_ microseconds: Int64) throws(DocumentError) -> Date {
    guard Self.microseconds.contains(microseconds) else { throw unreadable }
    return Date(microseconds: microseconds)
  }

  /// The document as it comes back from the store: its times in whole microseconds.
  var kept: Document {
    var kept = self
    kept.modified = modified.kept
    kept.trashed = trashed?.kept
    return Document(
      id: kept.id, location: kept.location, type: kept.type, size: kept.size, sha256: kept.sha256,
      version: kept.version, created: created.kept, modified: kept.modified, trashed: kept.trashed,
      metadata: kept.metadata)
  }
}

extension Location {
  fileprivate init(row: Row) throws {
    let (folder, name): (String, String) = (try row.read("folder"), try row.read("name"))
    guard let folder = try? FolderPath(parsing: folder), let name = try? FileName(name) else {
      throw Document.unreadable
    }
    self.init(folder: folder, name: name)
  }

  /// This location, if it can be kept and read again.
  ///
  /// Throws `.invalidName` for a folder nested too deeply.
  func checked() throws(DocumentError) -> Location {
    Location(folder: try FolderPath(parsing: folder.description), name: try FileName(name.description))
  }
}
