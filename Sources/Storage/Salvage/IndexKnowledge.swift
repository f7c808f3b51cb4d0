import GRDB

/// How far an index, or a copy of one, knows what has happened in its workspace.
struct IndexKnowledge: Hashable, Sendable {
  /// The epoch of its events; nil in one of an early form.
  let epoch: String?
  /// The last event that it gave a number.
  let lastEvent: Int64
  /// Whether it has any document, in `Documents` or in the Trash.
  let hasDocuments: Bool

  /// What is read in `database`, which has the tables of an index.
  init(_ database: Database) throws {
    let hasEpoch = try database.tableExists("eventEpoch")
    epoch = hasEpoch ? try String.fetchOne(database, sql: "SELECT epoch FROM eventEpoch") : nil
    lastEvent =
      try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    hasDocuments = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM document)") ?? false
  }

  /// Whether it cannot be what the index was when `copy` was made of it, or later: it was emptied, its log was lost, or
  /// somebody put an older one in its place.
  ///
  /// One that was made anew has another epoch than its copies, and documents.
  func isBehind(_ copy: IndexKnowledge) -> Bool {
    guard copy.hasDocuments else { return false }
    if let epoch, epoch == copy.epoch { return lastEvent < copy.lastEvent }
    return !hasDocuments && lastEvent == 0
  }
}
