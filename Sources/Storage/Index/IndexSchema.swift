import GRDB

/// The tables of the index, as the sequence of steps that made them.
///
/// A released step is never changed.
enum IndexSchema {
  /// Brings a database of any earlier form to the newest.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("documents, versions, events") { database in
      try database.execute(sql: documents)
      try database.execute(sql: versions)
      try database.execute(sql: events)
      for column in ListOrder.columns { try database.execute(sql: listIndexes(column)) }
    }
    migrator.registerMigration("search by name") { database in
      try database.execute(sql: search)
    }
    migrator.registerMigration("documents by file") { database in
      try database.execute(
        sql: "CREATE INDEX documentFile ON document (fingerprint) WHERE trashed IS NULL")
    }
    migrator.registerMigration("who made a version") { database in
      try database.execute(
        sql: "ALTER TABLE version ADD COLUMN author TEXT; ALTER TABLE version ADD COLUMN restoredFrom INTEGER"
      )
    }
    migrator.registerMigration("contents of versions that were let go of") { database in
      try database.execute(sql: released)
    }
    registerUsage(in: &migrator)
    registerMarks(in: &migrator)
    registerTrash(in: &migrator)
    registerBatches(in: &migrator)
    registerFolders(in: &migrator)
    registerEpoch(in: &migrator)
    registerRescued(in: &migrator)
    return migrator
  }

  // `key` is SQLite's rowid: it ties versions and the search index to a document without its 16 letters.
  // `sortKey` and `words` are derived from `name`. Times are microseconds since 1970.
  private static let documents = """
    CREATE TABLE document (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      name TEXT NOT NULL,
      sortKey TEXT NOT NULL,
      words TEXT NOT NULL,
      type TEXT NOT NULL,
      size INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      version INTEGER NOT NULL,
      created INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      trashed INTEGER,
      fingerprint TEXT NOT NULL
    );
    CREATE UNIQUE INDEX documentPlace ON document (folder, name) WHERE trashed IS NULL;
    CREATE INDEX documentContent ON document (sha256);
    """

  private static let versions = """
    CREATE TABLE version (
      document INTEGER NOT NULL REFERENCES document (key) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      size INTEGER NOT NULL,
      type TEXT NOT NULL,
      created INTEGER NOT NULL,
      origin TEXT NOT NULL,
      PRIMARY KEY (document, number)
    ) WITHOUT ROWID;
    CREATE INDEX versionContent ON version (sha256);
    """

  // Contents whose last version may have gone. Written by a trigger, so that whatever removes versions, with their document
  // or by themselves, leaves a note in the same transaction: the file is looked after even when the process ends before.
  private static let released = """
    CREATE TABLE released (sha256 TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER versionReleased AFTER DELETE ON version BEGIN
      INSERT OR IGNORE INTO released (sha256) VALUES (old.sha256);
    END;
    CREATE INDEX documentVersion ON document (version);
    """

  // AUTOINCREMENT: a sequence number is never given out again, even after the newest events are gone.
  private static let events = """
    CREATE TABLE event (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      document TEXT NOT NULL,
      date INTEGER NOT NULL
    );
    """

  /// The orders of a list by one column, each total through the id.
  ///
  /// The type comes along so that a filter by type is decided without looking up the row.
  private static func listIndexes(_ column: String) -> String {
    """
    CREATE INDEX documentBy_\(column) ON document (\(column), id, type) WHERE trashed IS NULL;
    CREATE INDEX documentInFolderBy_\(column) ON document (folder, \(column), id, type) WHERE trashed IS NULL;
    CREATE INDEX documentInTrashBy_\(column) ON document (\(column), id, type) WHERE trashed IS NOT NULL;
    """
  }

  // The words are split and folded before they come here; the tokenizer only parts them at the spaces.
  // The trigger on update names its column, so that a new fingerprint does not rewrite the search index.
  private static let search = """
    CREATE VIRTUAL TABLE documentSearch USING fts5 (
      words, content = 'document', content_rowid = 'key', prefix = '1 2 3', detail = 'full',
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* S*'"
    );
    CREATE TRIGGER documentSearchInsert AFTER INSERT ON document BEGIN
      INSERT INTO documentSearch (rowid, words) VALUES (new.key, new.words);
    END;
    CREATE TRIGGER documentSearchDelete AFTER DELETE ON document BEGIN
      INSERT INTO documentSearch (documentSearch, rowid, words) VALUES ('delete', old.key, old.words);
    END;
    CREATE TRIGGER documentSearchUpdate AFTER UPDATE OF words ON document BEGIN
      INSERT INTO documentSearch (documentSearch, rowid, words) VALUES ('delete', old.key, old.words);
      INSERT INTO documentSearch (rowid, words) VALUES (new.key, new.words);
    END;
    INSERT INTO documentSearch (documentSearch) VALUES ('rebuild');
    """
}
