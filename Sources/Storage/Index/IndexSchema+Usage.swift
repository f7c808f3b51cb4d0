import GRDB

/// What the contents of a workspace take, as a sum that every change of the versions carries forward.
///
/// A content counts once, however many documents and versions have it. It counts while a version has it that is kept: a
/// content that somebody overwrote on the disk was gone before it could be, unless it is known that it was not (see
/// `IndexSchema+Rescued.swift`). Triggers hold that, so that no way of writing or removing versions can forget it.
extension IndexSchema {
  static func registerUsage(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("bytes of all contents") { database in
      try database.execute(sql: usage)
    }
    migrator.registerMigration("contents that are lost") { database in
      try database.execute(
        sql: """
          CREATE TABLE lostContent (sha256 TEXT PRIMARY KEY NOT NULL, noted INTEGER NOT NULL) WITHOUT ROWID
          """)
    }
  }

  /// What the sum should be.
  static let countedUsage =
    "SELECT coalesce(sum(size), 0) FROM (SELECT max(size) AS size FROM keptVersion GROUP BY sha256)"

  /// Counts the sum anew.
  static func countUsage(in database: Database) throws {
    try database.execute(sql: "UPDATE usage SET bytes = (\(countedUsage))")
  }

  // In each trigger the two rows that change their state are left out of the search: `new` or `old` itself, and the
  // version before one from the disk.
  private static let usage = """
    CREATE VIEW keptVersion AS
      SELECT document, number, sha256, size FROM version AS kept WHERE NOT EXISTS (
        SELECT 1 FROM version AS next
        WHERE next.document = kept.document AND next.number = kept.number + 1 AND next.origin = 'disk');
    CREATE TABLE usage (only INTEGER PRIMARY KEY CHECK (only = 1), bytes INTEGER NOT NULL);
    INSERT INTO usage (only, bytes)
      SELECT 1, coalesce(sum(size), 0) FROM (SELECT max(size) AS size FROM keptVersion GROUP BY sha256);
    CREATE TRIGGER usageInsert AFTER INSERT ON version BEGIN
      UPDATE usage SET bytes = bytes - coalesce((
        SELECT lost.size FROM version AS lost
        WHERE new.origin = 'disk' AND lost.document = new.document AND lost.number = new.number - 1
          AND NOT EXISTS (
            SELECT 1 FROM keptVersion AS kept WHERE kept.sha256 = lost.sha256
              AND NOT (kept.document = new.document AND kept.number = new.number))), 0);
      UPDATE usage SET bytes = bytes + new.size WHERE NOT EXISTS (
        SELECT 1 FROM keptVersion AS kept WHERE kept.sha256 = new.sha256
          AND NOT (kept.document = new.document AND kept.number = new.number));
    END;
    CREATE TRIGGER usageDelete AFTER DELETE ON version BEGIN
      UPDATE usage SET bytes = bytes - old.size
        WHERE NOT EXISTS (
          SELECT 1 FROM version AS next
          WHERE next.document = old.document AND next.number = old.number + 1 AND next.origin = 'disk')
        AND NOT EXISTS (
          SELECT 1 FROM keptVersion AS kept WHERE kept.sha256 = old.sha256
            AND NOT (old.origin = 'disk' AND kept.document = old.document AND kept.number = old.number - 1));
      UPDATE usage SET bytes = bytes + coalesce((
        SELECT back.size FROM version AS back
        WHERE old.origin = 'disk' AND back.document = old.document AND back.number = old.number - 1
          AND NOT EXISTS (
            SELECT 1 FROM keptVersion AS kept WHERE kept.sha256 = back.sha256
              AND NOT (kept.document = back.document AND kept.number = back.number))), 0);
    END;
    """
}
