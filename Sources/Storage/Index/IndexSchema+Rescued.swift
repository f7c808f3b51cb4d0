import GRDB

/// Contents that others replaced on the disk and that are kept all the same, because they were held (``HeldFolder``).
///
/// `rescuedContent` says so of each, and each counts as any other that is kept. Where it says nothing, as of all that was
/// replaced before there was this table, nobody knows whether a content could be kept, and it need not be there.
extension IndexSchema {
  static func registerRescued(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("contents that were kept from edits on the disk") { database in
      try database.execute(sql: rescued)
    }
  }

  /// Whether a content is known to be kept although others replaced it; `hash` is an expression.
  static func isRescued(_ hash: String) -> String {
    "EXISTS (SELECT 1 FROM rescuedContent WHERE rescuedContent.sha256 = \(hash))"
  }

  /// As ``isRescued(_:)``; false in an index of a form that cannot say so.
  static func isRescued(_ hash: String, in database: Database) throws -> String {
    try database.tableExists("rescuedContent") ? isRescued(hash) : "0"
  }

  private static func isFollowed(_ version: String) -> String {
    """
    EXISTS (SELECT 1 FROM version AS next
      WHERE next.document = \(version).document AND next.number = \(version).number + 1 AND next.origin = 'disk')
    """
  }

  // As in `usage`. What is rescued counts whether or not a version from the disk follows, so that nothing changes for it when
  // that one goes; the note goes last, since all before it looks there.
  private static let rescued = """
    CREATE TABLE rescuedContent (sha256 TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    DROP TRIGGER usageDelete;
    DROP VIEW keptVersion;
    CREATE VIEW keptVersion AS
      SELECT document, number, sha256, size FROM version AS kept
      WHERE NOT \(isFollowed("kept")) OR \(isRescued("kept.sha256"));
    CREATE TRIGGER usageRescue AFTER INSERT ON rescuedContent BEGIN
      UPDATE usage SET bytes = bytes + coalesce((SELECT max(size) FROM version WHERE sha256 = new.sha256), 0)
        WHERE NOT EXISTS (
          SELECT 1 FROM version AS kept WHERE kept.sha256 = new.sha256 AND NOT \(isFollowed("kept")));
    END;
    CREATE TRIGGER usageDelete AFTER DELETE ON version BEGIN
      UPDATE usage SET bytes = bytes - old.size
        WHERE (NOT \(isFollowed("old")) OR \(isRescued("old.sha256")))
        AND NOT EXISTS (
          SELECT 1 FROM keptVersion AS kept WHERE kept.sha256 = old.sha256
            AND (\(isRescued("old.sha256"))
              OR NOT (old.origin = 'disk' AND kept.document = old.document AND kept.number = old.number - 1)));
      UPDATE usage SET bytes = bytes + coalesce((
        SELECT back.size FROM version AS back
        WHERE old.origin = 'disk' AND back.document = old.document AND back.number = old.number - 1
          AND NOT \(isRescued("back.sha256"))
          AND NOT EXISTS (
            SELECT 1 FROM keptVersion AS kept WHERE kept.sha256 = back.sha256
              AND NOT (kept.document = back.document AND kept.number = back.number))), 0);
      DELETE FROM rescuedContent WHERE sha256 = old.sha256
        AND NOT EXISTS (SELECT 1 FROM version WHERE version.sha256 = old.sha256);
    END;
    """
}
