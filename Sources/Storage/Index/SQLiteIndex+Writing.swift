public import DocumentModel
public import FoundationEssentials
import GRDB

extension SQLiteIndex {
  /// A new document with its first version, in the index's tables and its search.
  public func add(
    _ document: Document, version: Version, fingerprint: Fingerprint
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try document.location.checked()
    guard document.version == version.number, document.sha256 == version.sha256,
      document.size == version.size,
      document.trashed == nil
    else { throw DocumentError(.invalidParameter, "a new document must be what its first version says") }
    return try await file.write { [retention] database in
      try Self.insert(document, fingerprint: fingerprint, in: database)
      let key = database.lastInsertedRowID
      try VersionRow.insert(version, of: key, in: database)
      if document.metadata != .none { try MetadataRow.set(document.metadata, of: key, in: database) }
      let created = try EventRow.insert(
        .created, document.kept, at: version.created, retention: retention, in: database)
      if version.origin == .handOver {
        _ = try EventRow.insert(
          .handedOver, document.kept, at: version.created, retention: retention, in: database)
      }
      return created
    }
  }

  /// New content of a document; the version's number must be the next one.
  public func setContent(
    of id: DocumentID, to version: Version, fingerprint: Fingerprint, expecting expected: ContentHash
  ) async throws(DocumentError) -> DocumentEvent {
    try await change(id, .changed, at: version.created) { row, database in
      guard row.document.sha256 == expected, version.number == row.document.version + 1 else {
        throw DocumentError(.versionConflict, "the document has changed meanwhile; read it again")
      }
      try VersionRow.insert(version, of: row.key, in: database)
      try database.run(
        """
        UPDATE document SET version = ?, sha256 = ?, size = ?, type = ?, modified = ?, fingerprint = ? WHERE key = ?
        """,
        [
          version.number, version.sha256.description, version.size, version.type.description,
          version.created.microseconds, fingerprint.description, row.key,
        ])
    }
  }

  /// Another place; the name's sort key and words with it, and the type that it has under that name.
  public func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try location.checked()
    return try await change(id, .moved, at: date) { row, database in
      try Self.place(row, at: location, type: type, modified: date, in: database)
    }
  }

  /// To the Trash: its place becomes free.
  public func trash(_ id: DocumentID, at date: Date) async throws(DocumentError) -> DocumentEvent {
    try await change(id, .deleted, at: date) { row, database in
      try database.run(
        "UPDATE document SET trashed = ? WHERE key = ?", [date.microseconds, row.key])
    }
  }

  /// Back from the Trash to `location`.
  public func restore(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try location.checked()
    return try await change(id, .restored, trashed: true, at: date) { row, database in
      try Self.place(row, at: location, modified: date, in: database)
    }
  }

  /// Notes how the file looks from outside now; no event.
  public func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError) {
    try await file.write { database in
      try database.run(
        "UPDATE document SET fingerprint = ? WHERE id = ?", [fingerprint.description, id.description])
      guard database.changesCount > 0 else {
        throw DocumentError(.notFound, "there is no such document")
      }
    }
  }

  private func change(
    _ id: DocumentID, _ kind: DocumentEvent.Kind, trashed: Bool = false, at date: Date,
    _ body: @escaping @Sendable (DocumentRow, Database) throws -> Void
  ) async throws(DocumentError) -> DocumentEvent {
    try await file.write { [retention] database in
      try body(try DocumentRow.require(id, trashed: trashed, in: database), database)
      guard let changed = try DocumentRow.fetch(id, in: database) else {
        throw DocumentError(.storageFailed, "the index lost a document while it was changed")
      }
      return try EventRow.insert(kind, changed.document, at: date, retention: retention, in: database)
    }
  }

  private static func insert(_ document: Document, fingerprint: Fingerprint, in database: Database) throws {
    guard try DocumentRow.fetch(document.id, in: database) == nil else {
      throw DocumentError(.invalidParameter, "there is a document with this id already")
    }
    try refuseTaken(document.location, in: database)
    try database.run(
      """
      INSERT INTO document
        (id, folder, name, sortKey, words, type, size, sha256, version, created, modified, fingerprint)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        document.id.description, document.location.folder.description, document.location.name.description,
        NameSortKey.key(of: document.location.name), NameWords.indexed(document.location.name),
        document.type.description, document.size, document.sha256.description, document.version,
        document.created.microseconds, document.modified.microseconds, fingerprint.description,
      ])
  }

  static func place(
    _ row: DocumentRow, at location: Location, type: TypeIdentifier? = nil, modified: Date,
    in database: Database
  ) throws {
    try refuseTaken(location, for: row.key, in: database)
    try database.run(
      """
      UPDATE document SET folder = ?, name = ?, sortKey = ?, words = ?, modified = ?, trashed = NULL WHERE key = ?
      """,
      [
        location.folder.description, location.name.description, NameSortKey.key(of: location.name),
        NameWords.indexed(location.name), modified.microseconds, row.key,
      ])
    guard let type else { return }
    try database.run(
      "UPDATE document SET type = ? WHERE key = ?", [type.description, row.key])
  }

  private static func refuseTaken(
    _ location: Location, for key: Int64? = nil, in database: Database
  ) throws {
    guard let other = try DocumentRow.fetch(at: location, in: database), other.key != key else { return }
    throw DocumentError(.nameTaken, "there is a document named \"\(location.name)\" already")
  }
}
