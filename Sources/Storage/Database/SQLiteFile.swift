import DocumentModel
import GRDB

/// A SQLite database of the server's own: how it is opened, and how it is read and written without blocking.
///
/// WAL, `synchronous=FULL` (a commit survives power loss), foreign keys, and five seconds of patience with another
/// process that writes. Access that has begun is not given up when the calling task is cancelled: a client that
/// hangs up must not leave the index behind the tree.
struct SQLiteFile: Sendable {
  /// How long to wait for another process's write lock, in seconds.
  static let patience = 5.0
  /// Connections that read beside the one that writes.
  static let readers = 4

  private let writer: any DatabaseWriter
  private let subject: String

  /// A database that is open already.
  ///
  /// `subject` is what refusals call it: "the index".
  init(_ writer: any DatabaseWriter, subject: String) {
    self.writer = writer
    self.subject = subject
  }

  /// Opens or makes the file at `path` and brings it to the newest form.
  ///
  /// Throws what SQLite throws.
  init(opening path: String, subject: String, migrator: DatabaseMigrator) throws {
    let pool = try DatabasePool(path: path, configuration: Self.configuration())
    // GRDB chooses NORMAL when it turns WAL on, which may lose the last commits with the power.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try migrator.migrate(pool)
    self.init(pool, subject: subject)
  }

  /// Opens the file at `path` without ever writing to it.
  init(inspecting path: String, subject: String) throws {
    var configuration = Self.configuration()
    configuration.readonly = true
    self.init(try DatabaseQueue(path: path, configuration: configuration), subject: subject)
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(patience)
    configuration.maximumReaderCount = readers
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
    }
    return configuration
  }

  /// What `body` reads, all from one moment.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(DocumentError) -> Value {
    let result: Result<Value, any Error> = await withUnsafeContinuation { continuation in
      writer.asyncRead { database in
        continuation.resume(returning: Result { try body(database.get()) })
      }
    }
    return try settled(result)
  }

  /// One transaction: what `body` writes happens wholly, or not at all when it throws.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(DocumentError) -> Value {
    let result: Result<Value, any Error> = await withUnsafeContinuation { continuation in
      writer.asyncWrite(body) { _, result in continuation.resume(returning: result) }
    }
    return try settled(result)
  }

  /// As ``read(_:)``, on the caller's thread; for opening and tests.
  func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try writer.read(body)
  }

  /// What SQLite finds wrong in the whole file; `["ok"]` when nothing is.
  func integrity() async throws(DocumentError) -> [String] {
    try await read { try String.fetchAll($0, sql: "PRAGMA integrity_check(10)") }
  }

  /// Closes all connections; later calls fail.
  func close() {
    try? writer.close()
  }

  private func settled<Value>(_ result: Result<Value, any Error>) throws(DocumentError) -> Value {
    do {
      return try result.get()
    } catch {
      throw DocumentError(database: error, of: subject)
    }
  }
}
