import GRDB

/// What is needed to remove documents from the Trash for good.
///
/// `removedDocument` notes in the transaction in which a document's row goes that its file in `Library/Trash` is still to
/// be removed: so a file without a row is either noted here, or of an index that was lost, and then nobody's to remove.
extension IndexSchema {
  static func registerTrash(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("documents removed from the Trash") { database in
      try database.execute(
        sql: """
          CREATE TABLE removedDocument (id TEXT PRIMARY KEY NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
          CREATE INDEX documentTrashedAt ON document (trashed, id) WHERE trashed IS NOT NULL;
          """)
    }
  }
}
