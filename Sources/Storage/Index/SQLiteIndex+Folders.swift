public import DocumentModel
public import FoundationEssentials
import GRDB

extension SQLiteIndex {
  /// The documents at these places, by one search in the index for each.
  public func entries(at locations: [Location]) async throws(DocumentError) -> [IndexEntry] {
    guard !locations.isEmpty else { return [] }
    return try await file.read { database in
      let places = locations.map { [$0.folder.description, $0.name.description] }
      let prepared = try database.cachedStatement(sql: Self.entriesAtPlaces)
      return readable(try Row.fetchAll(prepared, arguments: [Self.json(places)])).map(\.entry)
    }
  }

  /// See ``DocumentIndex/entries(_:)``.
  public func entries(_ ids: [DocumentID]) async throws(DocumentError) -> [IndexEntry] {
    guard !ids.isEmpty else { return [] }
    return try await file.read { database in
      let prepared = try database.cachedStatement(sql: Self.entriesOfIDs)
      return readable(try Row.fetchAll(prepared, arguments: [Self.json(ids.map(\.description))])).map(\.entry)
    }
  }

  private static let entriesOfIDs = """
    SELECT \(DocumentRow.columns) FROM document WHERE id IN (SELECT value FROM json_each(?))
    """

  static let entriesAtPlaces = """
    SELECT \(DocumentRow.columns) FROM json_each(?) AS wanted CROSS JOIN document INDEXED BY documentPlace
    ON folder = json_extract(wanted.value, '$[0]') AND name = json_extract(wanted.value, '$[1]') AND trashed IS NULL
    """

  /// The entries directly in each of these folders, out of one index.
  public func tallies(
    of folders: [FolderPath]
  ) async throws(DocumentError) -> [FolderPath: FolderTally] {
    guard !folders.isEmpty else { return [:] }
    return try await file.read { database in
      let texts = try Self.json(folders.map(\.description))
      var found: [String: FolderTally] = [:]
      for row in try Row.fetchAll(database, sql: Self.talliesOfFolders, arguments: [texts]) {
        found[try row.read("folder")] = FolderTally(
          documents: try row.read("documents"), modified: Date(microseconds: try row.read("modified")))
      }
      return folders.reduce(into: [:]) { $0[$1] = found[$1.description] }
    }
  }

  static let talliesOfFolders = """
    SELECT wanted.value AS folder, count(*) AS documents, max(modified) AS modified
    FROM json_each(?) AS wanted CROSS JOIN document INDEXED BY documentInFolderBy_modified
    ON document.folder = wanted.value AND trashed IS NULL GROUP BY wanted.value
    """

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// Whether at most a few documents are within the folder of a deep query.
  static func isSmallTree(_ query: DocumentQuery, in database: Database) throws -> Bool {
    guard let tree = query.tree, !query.trashed else { return false }
    let count = try Int.fetchOne(database, sql: FolderRange.count, arguments: tree.arguments) ?? 0
    return count <= ListStatement.fewHits
  }

  /// Another place for all documents within a folder, in one transaction.
  public func moveFolder(
    _ folder: FolderPath, to target: FolderPath, at date: Date
  ) async throws(DocumentError) -> Int {
    let target = try target.checked()
    guard !folder.isTop, !target.isWithin(folder) else {
      throw DocumentError(.folderStays, "a folder cannot be moved into itself")
    }
    let (source, goal) = (FolderRange(folder), FolderRange(target))
    return try await file.write { database in
      guard try Bool.fetchOne(database, sql: FolderRange.exists, arguments: goal.arguments) == false else {
        throw DocumentError(.nameTaken, "there are documents in \"\(target)\" already")
      }
      try Self.requireRoom(for: source, in: goal, database)
      try database.execute(
        sql: Self.folderMove,
        arguments: [goal.text, source.text, date.microseconds] + source.arguments)
      let rows = try Row.fetchCursor(
        database, sql: Self.within, arguments: goal.arguments)
      return try Self.record(.moved, rows, at: date, in: database)
    }
  }

  static let folderMove = """
    UPDATE document SET folder = ? || substr(folder, length(?) + 1), modified = ?
    WHERE key IN (\(FolderRange.keys))
    """
  static let within = """
    SELECT \(DocumentRow.columns) FROM (\(FolderRange.keys)) AS within
    CROSS JOIN document ON document.key = within.place
    """

  /// Throws `.invalidName` when a document in `folder` would lie too deep in `target`; what ``moveFolder(_:to:at:)`` asks
  /// as well.
  public func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try await file.read { try Self.requireRoom(for: FolderRange(folder), in: FolderRange(target), $0) }
  }

  /// Throws `.invalidName` when a document of `source` would lie too deep in `goal` to be read again.
  private static func requireRoom(
    for source: FolderRange, in goal: FolderRange, _ database: Database
  ) throws {
    let row = try Row.fetchOne(database, sql: deepest, arguments: source.arguments)
    guard let row, let bytes = row["bytes"] as Int?, let slashes = row["slashes"] as Int? else { return }
    let (old, new) = (source.text.utf8, goal.text.utf8)
    let slash = UInt8(ascii: "/")
    let depth = slashes + 1 - old.count { $0 == slash } + new.count { $0 == slash }
    guard bytes - old.count + new.count <= FolderPath.maximumBytes, depth <= FolderPath.maximumDepth else {
      throw FolderPath.tooDeepInside
    }
  }

  static let deepest = """
    SELECT max(length(CAST(folder AS BLOB))) AS bytes,
      max(length(folder) - length(replace(folder, '/', ''))) AS slashes
    FROM (\(FolderRange.keys)) AS within CROSS JOIN document ON document.key = within.place
    """

  /// To the Trash with all documents within a folder, in one transaction.
  public func trashFolder(_ folder: FolderPath, at date: Date) async throws(DocumentError) -> Int {
    guard !folder.isTop else { throw DocumentError(.folderStays, "Documents itself cannot be removed") }
    let range = FolderRange(folder)
    return try await file.write { database in
      try database.execute(
        sql: Self.folderToTrash, arguments: [date.microseconds] + range.arguments)
      let rows = try Row.fetchCursor(
        database, sql: Self.thrownAway, arguments: [date.microseconds, ""] + range.arguments + [Int.max])
      return try Self.record(.deleted, rows, at: date, in: database)
    }
  }

  static let folderToTrash = "UPDATE document SET trashed = ? WHERE key IN (\(FolderRange.keys))"

  /// Documents that went to the Trash at one moment from a folder and below it.
  public func trashed(
    within folder: FolderPath, at date: Date, after id: DocumentID?, limit: Int
  ) async throws(DocumentError) -> [Document] {
    let range = FolderRange(folder)
    return try await file.read { database in
      readable(
        try Row.fetchAll(
          database, sql: Self.thrownAway,
          arguments: [date.microseconds, id?.description ?? ""] + range.arguments + [max(0, limit)])
      ).map(\.document)
    }
  }

  static let thrownAway = """
    SELECT \(DocumentRow.columns) FROM document INDEXED BY documentThrownAway
    WHERE trashed = ? AND id > ? AND \(FolderRange.condition) ORDER BY id LIMIT ?
    """

  /// Writes an event for each row that is a document; returns how many there are.
  ///
  /// No event is let go of before it could be read.
  private static func record(
    _ kind: DocumentEvent.Kind, _ rows: RowCursor, at date: Date, in database: Database
  ) throws -> Int {
    var count = 0
    while let next = try rows.next() {
      guard let row = try? DocumentRow(row: next) else { continue }
      _ = try EventRow.insert(kind, row.document, at: date, retention: .max, in: database)
      count += 1
    }
    return count
  }
}
