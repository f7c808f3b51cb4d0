import GRDB

/// What whole folders need of the index.
extension IndexSchema {
  static func registerFolders(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("what went to the Trash at one moment") { database in
      try database.execute(
        sql: """
          CREATE INDEX documentThrownAway ON document (trashed, id, folder) WHERE trashed IS NOT NULL
          """)
    }
  }
}
