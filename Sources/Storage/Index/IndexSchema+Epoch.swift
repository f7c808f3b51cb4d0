import DocumentModel
import GRDB

/// Of which index the numbers of the events are.
extension IndexSchema {
  static func registerEpoch(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("epoch of the events") { database in
      // `unmarked` is the last number that an earlier release gave out as an id without an epoch.
      try database.execute(
        sql: """
          CREATE TABLE eventEpoch (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            epoch TEXT NOT NULL,
            unmarked INTEGER NOT NULL
          );
          """)
      try database.execute(
        sql: """
          INSERT INTO eventEpoch (only, epoch, unmarked)
          VALUES (1, ?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event'), 0))
          """, arguments: [EventEpoch().description])
    }
  }
}
