import DocumentModel
import GRDB

/// Puts documents together again whose rows cannot be read, of what the indexes of their table repeat of them.
///
/// An index lies on pages of its own, and is read without a look at the table. Together they have all of a document in
/// `Documents` but its note and its handler; the name of one in the Trash is in the table alone.
///
/// All calls block.
struct IndexedDocuments {
  /// So many are put together at most, since they are held in memory.
  static let limit = 20_000

  private typealias Columns = [String: (any DatabaseValueConvertible)?]

  /// Which index repeats what, for documents in `Documents` or for all.
  private static let parts: [(index: String, columns: String, isOfListed: Bool)] = [
    ("documentPlace", "folder, name", true), ("documentFile", "fingerprint", true),
    ("documentBy_size", "size, type", true), ("documentBy_created", "created", true),
    ("documentBy_modified", "modified", true), ("documentContent", "sha256", false),
    ("documentVersion", "version", false),
  ]

  let source: Database

  /// The documents that can be put together of those whose key `isMissing`, by their keys.
  func documents(where isMissing: (Int64) throws -> Bool) throws -> [SalvagedDocument] {
    var found: [Int64: Columns] = [:]
    for row in rows("SELECT key, id FROM document INDEXED BY sqlite_autoindex_document_1") {
      guard let key = SalvagedRow.integer(row, "key"), found.count < Self.limit, try isMissing(key) else {
        continue
      }
      found[key] = columns(row)
    }
    guard !found.isEmpty else { return [] }
    for part in Self.parts {
      let condition = part.isOfListed ? " WHERE trashed IS NULL" : ""
      for row in rows("SELECT key, \(part.columns) FROM document INDEXED BY \(part.index)\(condition)") {
        guard let key = SalvagedRow.integer(row, "key") else { continue }
        found[key]?.merge(columns(row)) { $1 }
      }
    }
    let (tagged, liked) = (tags(of: found), favourites())
    return found.keys.sorted().compactMap { key in
      guard var document = found[key].flatMap({ SalvagedRow.document(Row($0)) }) else { return nil }
      document.document.marks =
        (try? Marks(tags: tagged[key] ?? [], favourite: liked.contains(key), note: "", handler: nil)) ?? .none
      return document
    }
  }

  private func columns(_ row: Row) -> Columns {
    var columns: Columns = [:]
    for (name, value) in row { columns[name] = value }
    return columns
  }

  private func tags(of found: [Int64: Columns]) -> [Int64: [Tag]] {
    var tags: [Int64: [Tag]] = [:]
    for row in rows("SELECT document, name FROM documentTag INDEXED BY documentTagOf") {
      guard let key = SalvagedRow.integer(row, "document"), found[key] != nil,
        let tag = SalvagedRow.text(row, "name").flatMap({ try? Tag($0) })
      else { continue }
      tags[key, default: []].append(tag)
    }
    return tags
  }

  private func favourites() -> Set<Int64> {
    let sql = "SELECT key FROM document INDEXED BY documentFavouriteBy_size WHERE favourite = 1"
    return Set(rows(sql).compactMap { SalvagedRow.integer($0, "key") })
  }

  /// The rows of a statement up to what cannot be read.
  private func rows(_ sql: String) -> IteratorSequence<SalvagedRows> {
    IteratorSequence(SalvagedRows(sql, in: source))
  }
}

/// Rows up to the first that cannot be read.
private struct SalvagedRows: IteratorProtocol {
  private let cursor: RowCursor?

  init(_ sql: String, in database: Database) {
    cursor = try? Row.fetchCursor(database, sql: sql)
  }

  func next() -> Row? {
    (try? cursor?.next())?.copy()
  }
}
