import GRDB

/// Batches: a journal while they run, and what is needed to undo them afterwards.
extension IndexSchema {
  static func registerBatches(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("batches") { database in
      // `summary` is what lists show: the content of a batch can be long.
      try database.execute(
        sql: """
          CREATE TABLE batch (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL,
            summary TEXT NOT NULL,
            content TEXT NOT NULL
          );
          CREATE INDEX batchByState ON batch (state, number);
          """)
    }
  }
}
