import DocumentModel
import FoundationEssentials
import GRDB

/// Writes what was read of a damaged index, and of a copy of it, into a new one.
///
/// All calls block.
struct SalvageWriter {
  private let target: Database
  private let now = Date()
  private(set) var report = SalvageReport()

  /// Whether a document has a file.
  private let isThere: (Document) -> Bool

  /// A writer into an empty index, inside a transaction of it.
  init(_ target: Database, isThere: @escaping (Document) -> Bool) {
    self.target = target
    self.isThere = isThere
  }

  /// Takes what `first` has, and what `copy` has where something was in the way.
  ///
  /// `isCurrent` says that `first` is the index itself: what was going on in a copy of it is over.
  mutating func take(_ first: Database, _ copy: Database?, isCurrent: Bool) throws {
    var scan = DamagedScan("document", by: "key", in: first)
    while case let rows = scan.next(), !rows.isEmpty {
      for row in rows { try take(row, first, copy) }
    }
    report.gaps = scan.gaps
    try takeNotes(first, isCurrent: isCurrent)
    report.isOfCopy = !isCurrent
    let hasLosses = report.gaps + report.invalid > 0
    if hasLosses { try rejoin(first, copy) }
    // Of one that was mixed with an older one whole pages are missing, and nothing shows it; who has no file was removed since.
    if let copy, hasLosses || isCurrent { try fill(from: copy, first, onlyThere: !hasLosses) }
    try takeRescued(first)
    try IndexSchema.countUsage(in: target)
  }

  // MARK: Documents

  private mutating func take(_ row: Row, _ first: Database, _ copy: Database?) throws {
    guard let found = SalvagedRow.document(row) else { return report.invalid += 1 }
    var history = SalvageSource.history(of: found.key, in: first)
    if !history.isWhole {
      var isComplete = false
      if let copy, let twin = SalvageSource.document(found.document.id, in: copy) {
        history = history.filled(from: SalvageSource.history(of: twin.key, in: copy))
        report.usesCopy = true
        isComplete = history.reaches(found.document.version)
      }
      report.shortened += isComplete ? 0 : 1
    }
    guard try add(found, history.versions) else { return report.invalid += 1 }
  }

  /// Documents of which `first` lost the row, put together of what its indexes repeat.
  private mutating func rejoin(_ first: Database, _ copy: Database?) throws {
    for found in try IndexedDocuments(source: first).documents(where: { try !isUsed($0) }) {
      let twin = copy.flatMap { SalvageSource.document(found.document.id, in: $0) }
      var history = SalvageSource.history(of: found.key, in: first)
      if !history.isWhole, let copy, let twin {
        history = history.filled(from: SalvageSource.history(of: twin.key, in: copy))
      }
      guard try isMissing(found.document.id), try add(found.annotated(as: twin), history.versions) else {
        continue
      }
      report.rejoined += 1
      if twin != nil { report.usesCopy = true }
    }
  }

  /// Documents that `first` may have lost, with the versions that it still has of them.
  private mutating func fill(
    from copy: Database, _ first: Database, onlyThere: Bool
  ) throws {
    var scan = DamagedScan("document", by: "key", in: copy)
    while case let rows = scan.next(), !rows.isEmpty {
      for found in rows.compactMap(SalvagedRow.document) {
        guard try isMissing(found.document.id), try !onlyThere || hasFile(found.document) else { continue }
        var history = SalvageSource.history(of: found.key, in: copy)
        let own = SalvageSource.history(of: found.key, in: first)
        let isSame = own.versions.contains {
          $0.number == found.document.version && $0.sha256 == found.document.sha256
        }
        if isSame, try !isUsed(found.key) { history = own.filled(from: history) }
        guard try add(found, history.versions) else { continue }
        report.copied += 1
        report.usesCopy = true
      }
    }
  }

  /// Whether a document's file is there, and is no other's by now.
  private func hasFile(_ document: Document) throws -> Bool {
    guard isThere(document) else { return false }
    return try document.trashed != nil || DocumentRow.fetch(at: document.location, in: target) == nil
  }

  private func isMissing(_ id: DocumentID) throws -> Bool {
    try Bool.fetchOne(
      target,
      sql: """
        SELECT NOT EXISTS (SELECT 1 FROM document WHERE id = :id)
          AND NOT EXISTS (SELECT 1 FROM removedDocument WHERE id = :id)
        """, arguments: ["id": id.description]) ?? false
  }

  private func isUsed(_ key: Int64) throws -> Bool {
    try Bool.fetchOne(
      target, sql: "SELECT EXISTS (SELECT 1 FROM document WHERE key = ?)", arguments: [key]) ?? false
  }

  /// Writes a document with its versions; false when that breaks a promise of the schema.
  private mutating func add(_ found: SalvagedDocument, _ versions: [Version]) throws -> Bool {
    let (document, versions) = Self.agreeing(found.document, versions)
    do {
      try target.inSavepoint {
        let placed = try freed(document)
        let key = try insert(placed, fingerprint: found.fingerprint, preferring: found.key)
        for version in versions { try VersionRow.insert(version, of: key, in: target) }
        if placed.marks != .none { try MarksRow.set(placed.marks, of: key, in: target) }
        return .commit
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return false
    }
    report.documents += 1
    report.versions += versions.count
    if document.trashed != nil { report.trashed += 1 }
    if found.lostMarks { report.unmarked += 1 }
    return true
  }

  /// A document and its versions, the last of which it has.
  private static func agreeing(_ document: Document, _ found: [Version]) -> (Document, [Version]) {
    var versions = found
    if versions.last.map({ $0.number < document.version }) ?? true {
      versions.append(
        Version(
          number: document.version, sha256: document.sha256, size: document.size, type: document.type,
          created: document.modified, origin: .api))
    }
    guard let last = versions.last, last.number != document.version || last.sha256 != document.sha256 else {
      return (document, versions)
    }
    var agreed = document
    (agreed.type, agreed.size, agreed.sha256, agreed.version) = (
      last.type, last.size, last.sha256, last.number
    )
    return (agreed, versions)
  }

  /// The document, in the Trash when another one is at its place: should its file be found, it comes back.
  private func freed(_ document: Document) throws -> Document {
    guard document.trashed == nil, try DocumentRow.fetch(at: document.location, in: target) != nil else {
      return document
    }
    var freed = document
    freed.trashed = now
    return freed
  }

  private func insert(
    _ document: Document, fingerprint: Fingerprint, preferring key: Int64
  ) throws -> Int64 {
    let key = try isUsed(key) ? nil : key
    try target.execute(
      sql: """
        INSERT INTO document
          (key, id, folder, name, sortKey, words, type, size, sha256, version, created, modified, trashed, fingerprint)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        key, document.id.description, document.location.folder.description,
        document.location.name.description, NameSortKey.key(of: document.location.name),
        NameWords.indexed(document.location.name), document.type.description, document.size,
        document.sha256.description, document.version, document.created.microseconds,
        document.modified.microseconds, document.trashed?.microseconds, fingerprint.description,
      ])
    return target.lastInsertedRowID
  }

  // MARK: Notes

  /// What was to be done still, what is known to be lost, and what can be undone.
  private mutating func takeNotes(_ source: Database, isCurrent: Bool) throws {
    for row in SalvageSource.all("lostContent", in: source) ?? [] {
      guard let hash = SalvagedRow.hash(row), let noted = SalvagedRow.integer(row, "noted") else { continue }
      try target.execute(
        sql: "INSERT OR IGNORE INTO lostContent (sha256, noted) VALUES (?, ?)",
        arguments: [hash.description, noted])
    }
    for row in SalvageSource.all("removedDocument", in: source) ?? [] {
      guard let hash = SalvagedRow.hash(row), let id = SalvagedRow.text(row, "id").flatMap({ DocumentID($0) })
      else { continue }
      try target.execute(
        sql: """
          INSERT OR IGNORE INTO removedDocument (id, sha256)
          SELECT :id, :hash WHERE NOT EXISTS (SELECT 1 FROM document WHERE id = :id)
          """, arguments: ["id": id.description, "hash": hash.description])
    }
    guard isCurrent else { return }
    try takeBatches(source)
    // A content is removed when no row has it: only where every row is known.
    guard report.isWhole else { return }
    for hash in (SalvageSource.all("released", in: source) ?? []).compactMap(SalvagedRow.hash) {
      try target.execute(
        sql: "INSERT OR IGNORE INTO released (sha256) VALUES (?)", arguments: [hash.description])
    }
  }

  /// Of contents that others replaced and that are kept; to be called when all versions are there.
  private func takeRescued(_ source: Database) throws {
    for hash in (SalvageSource.all("rescuedContent", in: source) ?? []).compactMap(SalvagedRow.hash) {
      try target.execute(
        sql: """
          INSERT OR IGNORE INTO rescuedContent (sha256)
          SELECT :hash WHERE EXISTS (SELECT 1 FROM version WHERE sha256 = :hash)
          """, arguments: ["hash": hash.description])
    }
  }

  private mutating func takeBatches(_ source: Database) throws {
    var scan = DamagedScan("batch", by: "number", in: source)
    while case let rows = scan.next(), !rows.isEmpty {
      for row in rows {
        guard let batch = SalvagedRow.batch(row) else { continue }
        try target.execute(
          sql: "INSERT OR IGNORE INTO batch (number, id, state, summary, content) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            row["number"], batch.id.description, batch.state.rawValue, row["summary"], row["content"],
          ])
        report.batches += 1
      }
    }
  }
}
