public import DocumentModel
import GRDB

extension SQLiteIndex {
  /// A document with its fingerprint, as it is now, also in the Trash.
  public func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry? {
    try await file.read { try DocumentRow.fetch(id, in: $0)?.entry }
  }

  /// The document at this place in `Documents`.
  public func document(at location: Location) async throws(DocumentError) -> Document? {
    try await file.read { try DocumentRow.fetch(at: location, in: $0)?.document }
  }

  /// The documents in `Documents` whose files had this number when they were indexed.
  public func entries(withFile fingerprint: Fingerprint) async throws(DocumentError) -> [IndexEntry] {
    let prefix = fingerprint.filePrefix
    return try await file.read { database in
      // A semicolon follows the colon with which the prefix ends: all that begins so.
      let rows = try Row.fetchAll(
        database, sql: Self.documentByFile, arguments: [prefix, "\(prefix.dropLast());"])
      return readable(rows).map(\.entry)
    }
  }

  private static let documentByFile = """
    SELECT \(DocumentRow.columns) FROM document INDEXED BY documentFile
    WHERE fingerprint >= ? AND fingerprint < ? AND trashed IS NULL
    """

  /// How many documents are in `Documents`.
  public func documentCount() async throws(DocumentError) -> Int {
    try await file.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM document WHERE trashed IS NULL") ?? 0
    }
  }

  /// A page of the list; see ``ListStatement`` for its cost.
  public func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    guard query.limit > 0 else {
      throw DocumentError(.invalidParameter, "a list has at least one document a page")
    }
    let cursor = try ListCursor(of: query)
    guard query.types?.isEmpty != true else { return DocumentList(documents: [], next: nil) }
    let pattern = query.text.flatMap(NameWords.pattern)
    let found = try await file.read { database in
      let rarest = try Self.rarest(of: query.tags, in: database)
      let hasFewHits = try Self.hasFewHits(pattern, in: database)
      let isSmallTree = try Self.isSmallTree(query, in: database)
      return try listed(query.limit + 1, in: database) { (spare) throws in
        try ListStatement(
          query, after: cursor, pattern: pattern, hasFewHits: hasFewHits,
          startingAt: rarest.flatMap { $0.hasFewHits ? $0.tag : nil }, isSmallTree: isSmallTree, spare: spare)
      }
    }
    return try Self.page(found, of: query)
  }

  /// So many documents of a list, if there are; more rows are asked for where some of them can be no documents.
  private func listed(
    _ count: Int, in database: Database, by statement: (_ spare: Int) throws -> ListStatement
  ) throws -> [Document] {
    while true {
      let spare = unreadable.count
      let wanted = try statement(spare)
      let rows = try Row.fetchAll(
        try database.cachedStatement(sql: wanted.sql), arguments: wanted.arguments)
      let documents = readable(rows).prefix(count).map(\.document)
      // Of those that were met just now more rows are in the way than were asked for.
      let isShort = documents.count < count && rows.count == count + spare && unreadable.count > spare
      guard isShort else { return documents }
    }
  }

  private static func hasFewHits(_ pattern: String?, in database: Database) throws -> Bool {
    guard let pattern else { return false }
    let hits = try Int.fetchOne(database, sql: ListStatement.countHits, arguments: [pattern]) ?? 0
    return hits <= ListStatement.fewHits
  }

  private static func page(
    _ found: [Document], of query: DocumentQuery
  ) throws(DocumentError) -> DocumentList {
    let documents = Array(found.prefix(query.limit))
    guard found.count > query.limit, let last = documents.last else {
      return DocumentList(documents: documents, next: nil)
    }
    do {
      return DocumentList(documents: documents, next: try ListCursor(after: last, of: query).encoded())
    } catch {
      throw DocumentError(.storageFailed, "the list could not be continued", cause: error)
    }
  }

  /// Versions of a document by their numbers, also of one in the Trash.
  public func versions(
    of id: DocumentID, before number: Int?, limit: Int
  ) async throws(DocumentError) -> [Version] {
    try await file.read { database in
      let arguments: StatementArguments = [
        try Self.key(of: id, in: database), number ?? .max, max(0, limit),
      ]
      return try VersionRow.fetchAll(try database.cachedStatement(sql: VersionRow.page), arguments: arguments)
        .map(\.version)
    }
  }

  private static func key(of id: DocumentID, in database: Database) throws -> Int64 {
    guard let row = try DocumentRow.fetch(id, in: database) else {
      throw DocumentError(.notFound, "there is no such document")
    }
    return row.key
  }

  /// A document that has this content now; one in `Documents` before one in the Trash.
  public func document(withContent sha256: ContentHash) async throws(DocumentError) -> Document? {
    try await file.read { database in
      try DocumentRow.first(database, Self.documentByContent, [sha256.description])?.document
    }
  }

  static let documentByContent = """
    SELECT \(DocumentRow.columns) FROM document INDEXED BY documentContent
    WHERE sha256 = ? ORDER BY trashed IS NOT NULL LIMIT 1
    """

  /// Documents in the Trash with this content, or that lay at this place.
  public func trashed(
    like sha256: ContentHash, from location: Location
  ) async throws(DocumentError) -> [IndexEntry] {
    let (folder, name) = (location.folder.description, location.name.description)
    return try await file.read { database in
      let alike = readable(
        try Row.fetchAll(
          try database.cachedStatement(sql: Self.trashedByContent),
          arguments: [sha256.description, folder, name, name]))
      let known = Set(alike.map(\.key))
      let there = readable(
        try Row.fetchAll(
          try database.cachedStatement(sql: Self.trashedByPlace),
          arguments: [NameSortKey.key(of: location.name), folder, name]))
      return (alike + there.filter { !known.contains($0.key) }).map(\.entry)
    }
  }

  static let trashedByContent = """
    SELECT \(DocumentRow.columns) FROM document INDEXED BY documentContent
    WHERE sha256 = ? AND trashed IS NOT NULL
    ORDER BY folder = ? AND name = ? DESC, name = ? DESC, trashed DESC LIMIT 100
    """
  static let trashedByPlace = """
    SELECT \(DocumentRow.columns) FROM document INDEXED BY documentInTrashBy_sortKey
    WHERE sortKey = ? AND trashed IS NOT NULL AND folder = ? AND name = ? ORDER BY trashed DESC LIMIT 100
    """

  package func isCurrent(_ sha256: ContentHash) async throws(DocumentError) -> Bool {
    try await file.read { database in
      try database.isTrue("SELECT EXISTS (SELECT 1 FROM document WHERE sha256 = ?)", [sha256.description])
    }
  }

  package func isVersion(_ sha256: ContentHash) async throws(DocumentError) -> Bool {
    try await file.read { database in
      try database.isTrue(Self.versionExists, [sha256.description])
    }
  }

  static let versionExists = "SELECT EXISTS (SELECT 1 FROM version WHERE sha256 = ?)"

  /// Bytes of all contents that are kept, each once; a look at one row.
  public func storedBytes() async throws(DocumentError) -> Int64 {
    try await file.read { try Int64.fetchOne($0.cachedStatement(sql: "SELECT bytes FROM usage")) ?? 0 }
  }

  /// The room that each part takes up; the sums by type come from an index alone.
  public func storageTally() async throws(DocumentError) -> StorageTally {
    try await file.read { database in
      let shares = try Row.fetchAll(database, sql: Self.bytesByType).compactMap { row in
        try TypeIdentifier(row.read("type") as String).map {
          StorageTally.Share(type: $0, documents: try row.read("documents"), bytes: try row.read("bytes"))
        }
      }
      let trash = try Row.fetchOne(database, sql: Self.bytesInTrash)
      return StorageTally(
        shares: shares, trashedDocuments: try trash?.read("documents") ?? 0,
        trashedBytes: try trash?.read("bytes") ?? 0,
        currentBytes: try Int64.fetchOne(database, sql: Self.currentBytes) ?? 0)
    }
  }

  private static let bytesByType = """
    SELECT type, count(*) AS documents, sum(size) AS bytes FROM document
    WHERE trashed IS NULL GROUP BY type ORDER BY type
    """
  private static let bytesInTrash = """
    SELECT count(*) AS documents, coalesce(sum(size), 0) AS bytes FROM document WHERE trashed IS NOT NULL
    """
  private static let currentBytes = """
    SELECT coalesce(sum(size), 0) FROM (SELECT max(size) AS size FROM document GROUP BY sha256)
    """

  /// Every document in `Documents` with the fingerprint of its file.
  public func entries() -> AsyncThrowingStream<IndexEntry, any Error> {
    let pages = EntryPages(self)
    return AsyncThrowingStream { try await pages.next() }
  }
}

// MARK: - Events

extension SQLiteIndex {
  /// The events after `sequence`; rows that cannot be read are entries that say so.
  public func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage {
    try await file.read { database in
      let rows = try Row.fetchAll(
        try database.cachedStatement(sql: Self.eventsAfter), arguments: [sequence, max(0, limit)])
      let forgotten = try Int64.fetchOne(try database.cachedStatement(sql: Self.eventsForgotten)) ?? 0
      return EventPage(start: max(sequence, forgotten), entries: rows.map(EventRow.entry))
    }
  }

  static let eventsAfter = "SELECT * FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?"

  // The counter of AUTOINCREMENT: right even when every event is gone.
  private static let lastSequence = "(SELECT seq FROM sqlite_sequence WHERE name = 'event')"
  /// The number of the last event that was let go of.
  static let eventsForgotten = "SELECT coalesce((SELECT min(sequence) - 1 FROM event), \(lastSequence), 0)"

  /// Where the events stand; a look at two rows.
  public func eventLogState() async throws(DocumentError) -> EventLogState {
    try await file.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT epoch, unmarked, coalesce(\(Self.lastSequence), 0) AS last FROM eventEpoch")
      guard let row, let epoch = String.fromDatabaseValue(row["epoch"]).flatMap({ EventEpoch($0) }),
        let unmarked = Int64.fromDatabaseValue(row["unmarked"]),
        let last = Int64.fromDatabaseValue(row["last"])
      else { throw DocumentError(.storageFailed, "the index does not say which events are its own") }
      return EventLogState(epoch: epoch, unmarked: unmarked, last: last)
    }
  }

  /// Begins another epoch: from now on the index gives out numbers that it may have given out before.
  ///
  /// For an index that was put in the place of a later one. Ids that were heard before are unknown then.
  package func beginEpoch() async throws(DocumentError) {
    try await file.write { try Self.beginEpoch(in: $0) }
  }

  static func beginEpoch(in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO eventEpoch (only, epoch, unmarked) VALUES (1, ?, 0)",
      arguments: [EventEpoch().description])
  }
}
