public import DocumentModel
import GRDB

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
