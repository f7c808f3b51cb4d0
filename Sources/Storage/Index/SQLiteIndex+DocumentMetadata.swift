public import DocumentModel
public import FoundationEssentials
import GRDB

extension SQLiteIndex {
  /// Other metadata, and another place with it where one is given.
  public func setMetadata(
    of id: DocumentID, to metadata: DocumentMetadata, movingTo place: NewPlace?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try place?.location.checked()
    return try await file.write { [retention] database in
      if let place {
        let moved = try Self.move(id, to: place, at: date, in: database)
        _ = try EventRow.insert(.moved, moved, at: date, retention: retention, in: database)
      }
      let row = try DocumentRow.require(id, in: database)
      try MetadataRow.set(metadata, of: row.key, in: database)
      var document = row.document
      document.metadata = metadata
      return try EventRow.insert(.metadataChanged, document, at: date, retention: retention, in: database)
    }
  }

  private static func move(
    _ id: DocumentID, to place: NewPlace, at date: Date, in database: Database
  ) throws -> Document {
    let row = try DocumentRow.require(id, in: database)
    try Self.place(row, at: place.location, type: place.type, modified: date, in: database)
    return try DocumentRow.require(id, in: database).document
  }

  /// Every tag with how many documents have it; the cost is that of the tags.
  public func tags() async throws(DocumentError) -> [TagCount] {
    let rows = try await file.read { database in
      try Row.fetchAll(database, sql: Self.countedTags).map { row in
        try (
          folded: row.read("folded") as String, name: row.read("name") as String,
          documents: row.read("documents") as Int
        )
      }
    }
    var counts: [TagCount] = []
    var (last, best) = (String?.none, 0)
    for row in rows {
      let tag = try Tag(row.name)
      if row.folded == last, let count = counts.popLast() {
        let isUsedMore = row.documents > best
        best = max(best, row.documents)
        counts.append(TagCount(tag: isUsedMore ? tag : count.tag, documents: count.documents + row.documents))
      } else {
        (last, best) = (row.folded, row.documents)
        counts.append(TagCount(tag: tag, documents: row.documents))
      }
    }
    return counts.sorted { ($1.documents, $0.tag) < ($0.documents, $1.tag) }
  }

  static let countedTags = "SELECT folded, name, documents FROM tag ORDER BY folded, name"

  /// The tag of `tags` that the fewest documents have, and whether few enough have all of them to be sorted.
  static func rarest(
    of tags: [Tag], in database: Database
  ) throws -> (tag: Tag, hasFewHits: Bool)? {
    var counted: [(tag: Tag, documents: Int)] = []
    for tag in tags {
      let count = try Int.fetchOne(database, sql: tagUse, arguments: [tag.folded]) ?? 0
      counted.append((tag, count))
    }
    guard let rarest = counted.min(by: { $0.documents < $1.documents })?.tag else { return nil }
    let (sql, arguments) = ListStatement.countTagged(tags, startingAt: rarest)
    let hits = try Int.fetchOne(database, sql: sql, arguments: arguments) ?? 0
    return (rarest, hits <= ListStatement.fewHits)
  }

  static let tagUse = "SELECT coalesce(sum(documents), 0) FROM tag WHERE folded = ?"
}
