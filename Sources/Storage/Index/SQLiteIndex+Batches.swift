public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteIndex {
  /// Keeps a batch in place of what it was before, and lets go of old ones that are done.
  public func save(_ batch: Batch) async throws(DocumentError) {
    try await file.write { database in
      let (summary, content) = (try Self.json(batch.summary), try Self.json(batch))
      try database.execute(
        sql: """
          INSERT INTO batch (id, state, summary, content) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET state = excluded.state, summary = excluded.summary, content = excluded.content
          """,
        arguments: [batch.id.description, batch.state.rawValue, summary, content])
      try database.execute(sql: Self.oldBatches, arguments: [Self.keptBatches])
    }
  }

  /// So many batches that are done can be undone.
  public static let keptBatches = 100

  static let oldBatches = """
    DELETE FROM batch WHERE number IN (
      SELECT number FROM batch INDEXED BY batchByState WHERE state = 'done' ORDER BY number DESC LIMIT -1 OFFSET ?)
    """

  /// Forgets a batch.
  public func removeBatch(_ id: BatchID) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM batch WHERE id = ?", arguments: [id.description])
    }
  }

  /// The batch of this name.
  public func batch(_ id: BatchID) async throws(DocumentError) -> Batch? {
    try await file.read { database in
      try String.fetchOne(
        database, sql: "SELECT content FROM batch WHERE id = ?", arguments: [id.description]
      ).map { try Self.value(Batch.self, $0) }
    }
  }

  /// The last batches that are done.
  public func batches(limit: Int) async throws(DocumentError) -> [BatchSummary] {
    try await file.read { database in
      try String.fetchAll(database, sql: Self.lastBatches, arguments: [max(0, limit)])
        .map { try Self.value(BatchSummary.self, $0) }
    }
  }

  static let lastBatches = """
    SELECT summary FROM batch INDEXED BY batchByState WHERE state = 'done' ORDER BY number DESC LIMIT ?
    """

  /// Batches that were begun and not done, the last one first.
  public func runningBatches() async throws(DocumentError) -> [Batch] {
    try await file.read { database in
      try String.fetchAll(database, sql: Self.openBatches).map { try Self.value(Batch.self, $0) }
    }
  }

  static let openBatches = """
    SELECT content FROM batch INDEXED BY batchByState WHERE state = 'running' ORDER BY number DESC
    """

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try EventRow.encoder.encode(value), as: UTF8.self)
  }

  private static func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    guard let value = try? EventRow.decoder.decode(type, from: Data(json.utf8)) else {
      throw DocumentError(.storageFailed, "the index holds a batch that cannot be read")
    }
    return value
  }
}
