import DocumentModel
import GRDB

/// The tables of the index, as the sequence of steps that made them.
///
/// A released step is never changed.
enum IndexSchema {
  /// Brings a database of any earlier form to the newest.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    func step(_ name: String, _ sql: String...) {
      migrator.registerMigration(name) { database in
        for statements in sql { try database.execute(sql: statements) }
      }
    }
    step("documents, versions, events", documents, versions, events, perColumn(listIndexes))
    step("search by name", search)
    step("documents by file", "CREATE INDEX documentFile ON document (fingerprint) WHERE trashed IS NULL")
    step(
      "who made a version",
      "ALTER TABLE version ADD COLUMN author TEXT; ALTER TABLE version ADD COLUMN restoredFrom INTEGER")
    step("contents of versions that were let go of", released)
    step("bytes of all contents", usage)
    step("contents that are lost", lost)
    step("marks of documents", metadata, perColumn(favouriteIndexes))
    step("documents removed from the Trash", removed)
    step("batches", batches)
    step(
      "what went to the Trash at one moment",
      "CREATE INDEX documentThrownAway ON document (trashed, id, folder) WHERE trashed IS NOT NULL")
    migrator.registerMigration("epoch of the events", migrate: addEpoch)
    step("contents that were kept from edits on the disk", rescued)
    step(
      "lists by type, folder and tags", laterOrders,
      (ListOrder.laterColumns.map { listIndexes($0) + favouriteIndexes($0) }).joined())
    step("documents that rules are to judge", arrivals)
    return migrator
  }

  private static func perColumn(_ statements: (String) -> String) -> String {
    ListOrder.columns.map(statements).joined()
  }

  // MARK: Documents, versions and events

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

  // Contents whose last version may have gone. Written by a trigger, so that whatever removes versions, with their
  // document or by themselves, leaves a note in the same transaction. So the file is looked after even when the
  // process ends before.
  private static let released = """
    CREATE TABLE released (sha256 TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER versionReleased AFTER DELETE ON version BEGIN
      INSERT OR IGNORE INTO released (sha256) VALUES (old.sha256);
    END;
    CREATE INDEX documentVersion ON document (version);
    """

  // MARK: The sum of all contents

  // The sum of all contents, each once however many documents and versions have it. A content counts while a
  // version has it that is kept. A content that another program overwrote on the disk was gone before it
  // could be kept, unless it is known that it was not (`rescued`). Triggers hold that, so that no way of
  // writing or removing versions can forget it.
  //
  // In each trigger the two rows that change their state are left out of the search. They are `new` or `old`
  // itself, and the version before one from the disk.
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

  static let countedUsage =
    "SELECT coalesce(sum(size), 0) FROM (SELECT max(size) AS size FROM keptVersion GROUP BY sha256)"

  static func countUsage(in database: Database) throws {
    try database.execute(sql: "UPDATE usage SET bytes = (\(countedUsage))")
  }

  private static let lost = """
    CREATE TABLE lostContent (sha256 TEXT PRIMARY KEY NOT NULL, noted INTEGER NOT NULL) WITHOUT ROWID
    """

  // MARK: Metadata

  private static let isListed = "EXISTS (SELECT 1 FROM document WHERE key = %.document AND trashed IS NULL)"

  // Metadata lie beside the document as it is read, and spread for lists to go by. `document.marks` is all of
  // it as JSON, null for nothing; `favourite` and `documentTag` repeat parts of it for indexes. `tag` counts the
  // documents in `Documents` by tag and spelling. So neither the list of tags nor its cost depends on how many
  // documents there are.
  //
  // A document's row goes before its tags do, and only from the Trash, where they count no more.
  private static let metadata = """
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

  private static func favouriteIndexes(_ column: String) -> String {
    "CREATE INDEX documentFavouriteBy_\(column) ON document (\(column), id, type, trashed) WHERE favourite = 1;"
  }

  // The keys of the later orders are made by SQLite, as ``ListOrder`` makes them. `tagNames` is set with the tags.
  private static let laterOrders = """
    ALTER TABLE document ADD COLUMN tagNames TEXT;
    UPDATE document SET tagNames = (
      SELECT group_concat(folded, char(2)) FROM (SELECT folded FROM documentTag WHERE document = key ORDER BY folded))
      WHERE marks IS NOT NULL;
    ALTER TABLE document ADD COLUMN typeKey TEXT AS (type || char(1) || sortKey);
    ALTER TABLE document ADD COLUMN folderKey TEXT AS (lower(folder) || char(1) || sortKey);
    ALTER TABLE document ADD COLUMN tagKey TEXT AS (coalesce(tagNames, char(0x10FFFF)) || char(1) || sortKey);
    """

  // MARK: Removals, batches, epochs

  // `removedDocument` notes in the transaction in which a document's row goes that its file in
  // `Library/Trash` is still to be removed. So a file without a row is either noted here, or of an index that
  // was lost. A file of a lost index is not to be removed.
  private static let removed = """
    CREATE TABLE removedDocument (id TEXT PRIMARY KEY NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX documentTrashedAt ON document (trashed, id) WHERE trashed IS NOT NULL;
    """

  // A journal while batches run, and what is needed to undo them afterwards. `summary` is what lists show: the content of a
  // batch can be long.
  private static let batches = """
    CREATE TABLE batch (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      summary TEXT NOT NULL,
      content TEXT NOT NULL
    );
    CREATE INDEX batchByState ON batch (state, number);
    """

  // `sequence` is the number of the event by which a document arrived. `rules` are the ids of the rules that found it,
  // with spaces between them.
  private static let arrivals = """
    CREATE TABLE arrival (
      document TEXT PRIMARY KEY NOT NULL,
      folder TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      judged INTEGER NOT NULL DEFAULT 0,
      rules TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID;
    CREATE INDEX arrivalByNumber ON arrival (judged, sequence);
    CREATE TABLE arrivalPosition (only INTEGER PRIMARY KEY CHECK (only = 1), position TEXT NOT NULL);
    """

  /// Says of which index the numbers of the events are.
  private static func addEpoch(_ database: Database) throws {
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

  // MARK: Contents that are kept though other programs replaced them

  /// Whether a content that was replaced on the disk is known to be kept; `hash` is an expression.
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

  // `rescuedContent` says of a content that it was held (``HeldFolder``) and is kept, and it counts as any
  // other. Where it says nothing, it is not known whether a content could be kept. That is so of all contents
  // that were replaced before there was this table.
  //
  // As in `usage`. A rescued content counts whether or not a version from the disk follows, so that nothing changes
  // for it when that one goes. The note goes last, since all before it looks there.
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
