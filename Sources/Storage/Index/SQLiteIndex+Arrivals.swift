public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteIndex: ArrivalStore {
  /// See ``ArrivalStore/arrivalPosition()``.
  public func arrivalPosition() async throws(DocumentError) -> EventID? {
    try await file.read { database in
      try String.fetchOne(database, sql: "SELECT position FROM arrivalPosition").flatMap { EventID($0) }
    }
  }

  /// See ``ArrivalStore/note(_:upTo:)``.
  public func note(_ arrivals: [Arrival], upTo position: EventID) async throws(DocumentError) {
    try await file.write { database in
      for arrival in arrivals {
        try database.execute(
          sql: """
            INSERT INTO arrival (document, folder, sequence, judged, rules) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (document) DO NOTHING
            """,
          arguments: [
            arrival.document.description, arrival.folder.description, arrival.sequence, arrival.isJudged,
            Self.text(of: arrival.rules),
          ])
      }
      try database.execute(
        sql: """
          INSERT INTO arrivalPosition (only, position) VALUES (1, ?)
          ON CONFLICT (only) DO UPDATE SET position = excluded.position
          """, arguments: [position.description])
    }
  }

  /// See ``ArrivalStore/arrivals(judged:before:limit:)``.
  public func arrivals(
    judged isJudged: Bool, before sequence: Int64, limit: Int
  ) async throws(DocumentError) -> [Arrival] {
    try await file.read { database in
      try Row.fetchAll(
        database, sql: Self.lastArrivals, arguments: [isJudged, sequence, max(0, limit)]
      ).compactMap(Self.arrival)
    }
  }

  static let lastArrivals = """
    SELECT document, folder, sequence, judged, rules FROM arrival INDEXED BY arrivalByNumber
    WHERE judged = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
    """

  /// See ``ArrivalStore/keepJudged(_:)``.
  public func keepJudged(_ arrivals: [Arrival]) async throws(DocumentError) {
    guard !arrivals.isEmpty else { return }
    try await file.write { database in
      for arrival in arrivals {
        try database.execute(
          sql: "UPDATE arrival SET judged = 1, rules = ? WHERE document = ?",
          arguments: [Self.text(of: arrival.rules), arrival.document.description])
      }
    }
  }

  /// See ``ArrivalStore/forgetArrivals(of:)``.
  public func forgetArrivals(of documents: [DocumentID]) async throws(DocumentError) {
    guard !documents.isEmpty else { return }
    try await file.write { database in
      for document in documents {
        try database.execute(
          sql: "DELETE FROM arrival WHERE document = ?", arguments: [document.description])
      }
    }
  }

  private static func text(of rules: [RuleID]) -> String {
    rules.map(\.description).joined(separator: " ")
  }

  /// Nil for a row that none of this program's releases wrote.
  private static func arrival(_ row: Row) -> Arrival? {
    guard let document = DocumentID(row["document"] as String),
      let folder = try? FolderPath(parsing: row["folder"])
    else { return nil }
    let rules = (row["rules"] as String).split(separator: " ").compactMap { RuleID($0) }
    return Arrival(
      document, in: folder, sequence: row["sequence"], isJudged: row["judged"], rules: rules)
  }
}
