public import DocumentModel
import GRDB

/// What the index says of itself: the sum of all contents, and what happened.
extension StoreVerifier {
  /// The sum that is carried forward against one that is counted, both of one moment.
  func checkUsage(
    _ index: SQLiteMetadataStore, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    guard let sums = try await index.usageSums(), sums.kept != sums.counted else { return }
    report.add(
      .wrongUsage, SandboxPath.index,
      "it says that all contents have \(sums.kept) bytes together, and they have \(sums.counted)")
  }

  /// Every entry: one that can be no document is in no list.
  func checkEntries(
    _ index: SQLiteMetadataStore, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    var last = Int64.min
    while let page = try await index.page(after: last) {
      for (key, reason) in page.unreadable {
        report.add(.unreadableEntry, "\(SandboxPath.index)#document-\(key)", "no document: \(reason)")
      }
      last = page.last
    }
  }

  /// Every event: one that cannot be read keeps all later ones from who listens.
  func checkEvents(
    _ index: SQLiteMetadataStore, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    var last = Int64.min
    while true {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
      let page = try await index.readableEvents(after: last)
      for sequence in page.unreadable {
        report.add(.unreadableEvent, "\(SandboxPath.index)#\(sequence)", "an event that cannot be read")
      }
      guard let end = page.last else { return }
      last = end
    }
  }
}

/// Repairs of what the index says of itself.
extension StoreRepair {
  func correctUsage(_ index: SQLiteMetadataStore) async throws(DocumentError) -> RepairAction? {
    try await index.file.write { try IndexSchema.countUsage(in: $0) }
    return RepairAction(.corrected, SandboxPath.index, "the sum of all contents was counted anew")
  }

  /// Puts every entry aside that can be no document, so that its file is taken up as one that nobody knows.
  public func setAsideEntries(of index: SQLiteMetadataStore) async throws(DocumentError) -> [RepairAction] {
    var (actions, last) = ([RepairAction](), Int64.min)
    while let page = try await index.page(after: last) {
      for (key, reason) in page.unreadable {
        guard let text = try await index.takeOut(key) else { continue }
        let (root, path) = (root, "\(SandboxPath.index)#document-\(key)")
        let place = try await root.run("an entry of the index could not be put aside") {
          try DamagedFolder(root: root.directory).keep(text, of: path, "It can be no document: \(reason).")
        }
        actions.append(RepairAction(.setAside, path, "it can be no document, and is \(place) now"))
      }
      last = page.last
    }
    return actions
  }

  func removeEvent(
    _ place: String, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> RepairAction? {
    guard let sequence = place.split(separator: "#").last.flatMap({ Int64($0) }) else { return nil }
    try await index.file.write { database in
      try database.execute(sql: "DELETE FROM event WHERE sequence = ?", arguments: [sequence])
    }
    return RepairAction(.corrected, place, "an event that could not be read is not told any more")
  }
}

extension SQLiteMetadataStore {
  /// The sum of all contents as it is carried forward and as it should be; nil in an index of a form without one.
  func usageSums() async throws(DocumentError) -> (kept: Int64, counted: Int64)? {
    try await file.read { database in
      guard try database.tableExists("usage"), try database.viewExists("keptVersion") else { return nil }
      return (
        try Int64.fetchOne(database, sql: "SELECT bytes FROM usage") ?? 0,
        try Int64.fetchOne(database, sql: IndexSchema.countedUsage) ?? 0
      )
    }
  }

  /// Which of the next thousand events after `sequence` cannot be read, and the last one's number; nil after the end.
  func readableEvents(
    after sequence: Int64
  ) async throws(DocumentError) -> (unreadable: [Int64], last: Int64?) {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT *, typeof(kind) = 'text' AND typeof(document) = 'text' AND typeof(date) = 'integer' AS isTyped
          FROM event WHERE sequence > ? ORDER BY sequence LIMIT 1000
          """, arguments: [sequence])
      let unreadable = rows.filter { !($0["isTyped"] as Bool) || (try? EventRow(row: $0)) == nil }
      return (unreadable.map { $0["sequence"] }, rows.last?["sequence"])
    }
  }
}
