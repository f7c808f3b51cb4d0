import GRDB

/// What people say of documents: beside the document as it is read, and spread for lists to go by.
///
/// `document.marks` is all of it as JSON, null for nothing; `favourite` and `documentTag` repeat parts of it for indexes.
/// `tag` counts the documents in `Documents` by tag and spelling; triggers carry it forward, so that neither the list
/// of tags nor its cost depends on how many documents there are.
extension IndexSchema {
  static func registerMarks(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("marks of documents") { database in
      try database.execute(sql: marks)
      for column in ListOrder.columns {
        try database.execute(
          sql: """
            CREATE INDEX documentFavouriteBy_\(column) ON document (\(column), id, type, trashed) WHERE favourite = 1
            """)
      }
    }
  }

  private static let isListed = "EXISTS (SELECT 1 FROM document WHERE key = %.document AND trashed IS NULL)"

  // A document's row goes before its tags do, and only from the Trash, where they count no more.
  private static let marks = """
    ALTER TABLE document ADD COLUMN marks TEXT;
    ALTER TABLE document ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE documentTag (
      folded TEXT NOT NULL,
      document INTEGER NOT NULL REFERENCES document (key) ON DELETE CASCADE,
      name TEXT NOT NULL,
      PRIMARY KEY (folded, document)
    ) WITHOUT ROWID;
    CREATE INDEX documentTagOf ON documentTag (document, folded, name);
    CREATE TABLE tag (
      folded TEXT NOT NULL,
      name TEXT NOT NULL,
      documents INTEGER NOT NULL,
      PRIMARY KEY (folded, name)
    ) WITHOUT ROWID;
    CREATE TRIGGER tagInsert AFTER INSERT ON documentTag
    WHEN \(isListed.replacing("%", with: "new")) BEGIN
      INSERT OR IGNORE INTO tag (folded, name, documents) VALUES (new.folded, new.name, 0);
      UPDATE tag SET documents = documents + 1 WHERE folded = new.folded AND name = new.name;
    END;
    CREATE TRIGGER tagDelete AFTER DELETE ON documentTag
    WHEN \(isListed.replacing("%", with: "old")) BEGIN
      UPDATE tag SET documents = documents - 1 WHERE folded = old.folded AND name = old.name;
      DELETE FROM tag WHERE folded = old.folded AND name = old.name AND documents <= 0;
    END;
    CREATE TRIGGER tagTrashed AFTER UPDATE OF trashed ON document
    WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) AND new.marks IS NOT NULL BEGIN
      INSERT OR IGNORE INTO tag (folded, name, documents)
        SELECT folded, name, 0 FROM documentTag WHERE document = new.key;
      UPDATE tag SET documents = documents + CASE WHEN new.trashed IS NULL THEN 1 ELSE -1 END
        WHERE (folded, name) IN (SELECT folded, name FROM documentTag WHERE document = new.key);
      DELETE FROM tag WHERE documents <= 0
        AND (folded, name) IN (SELECT folded, name FROM documentTag WHERE document = new.key);
    END;
    """
}
