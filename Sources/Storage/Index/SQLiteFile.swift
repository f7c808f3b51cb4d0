import DocumentModel
import GRDB
import Glibc
import LinuxSystem
import Synchronization

/// A SQLite database of the server's own: how it is opened, and how it is read and written without blocking.
///
/// WAL, `synchronous=FULL` (a commit survives power loss), foreign keys, and five seconds of patience with another
/// process that writes. Access that has begun is not given up when the calling task is cancelled. A client that
/// hangs up must not leave the index behind the tree.
struct SQLiteFile: Sendable {
  static let patience = 5.0
  static let readers = 4

  typealias WriteObserver = @Sendable () throws -> Void

  private let writer: any DatabaseWriter
  private let commits: GroupCommit
  private let subject: String
  private let place: DatabasePlace?
  private let refusal: @Sendable () -> CInt?
  /// Damage that was met in use, in SQLite's words, for one listener: the latest is kept until it listens.
  let damages: AsyncStream<String>
  private let met: AsyncStream<String>.Continuation

  /// A database that is open already.
  ///
  /// - Parameters:
  ///   - writer: its connections.
  ///   - subject: what refusals call it: "the index".
  ///   - place: where it lies; nothing is written once it does not any more.
  ///   - onWrite: called before each transaction that writes, which does not happen when it throws; for tests.
  ///   - refusal: the kernel's reason for which the disk takes nothing, asked when a write failed; blocks.
  init(
    _ writer: any DatabaseWriter, subject: String, at place: DatabasePlace? = nil,
    onWrite: @escaping WriteObserver = {}, refusal: @escaping @Sendable () -> CInt? = { nil }
  ) {
    self.writer = writer
    commits = GroupCommit(writer) {
      try onWrite()
      guard place?.isKept == false else { return }
      throw DocumentError(
        .readOnly,
        "\(subject) was removed or replaced on the disk while it was used; nothing more is taken until it is back, or the server is started again"
      )
    }
    self.subject = subject
    self.place = place
    self.refusal = refusal
    (damages, met) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Opens or makes the file at `path` and brings it to the newest form.
  ///
  /// Throws what SQLite throws.
  init(opening path: String, subject: String, migrator: DatabaseMigrator) throws {
    try self.init(opening: path, subject: subject) { try migrator.migrate($0) }
  }

  /// Opens or makes the file at `path`, and lets `migrate` bring it to the newest form; `locate` says where it lies then.
  ///
  /// Throws what SQLite, `migrate` or `locate` throws.
  ///
  /// - Parameter cache: the most memory that each connection keeps pages of the file in, in KiB.
  init(
    opening path: String, subject: String, cache: Int = 2_000, onWrite: @escaping WriteObserver = {},
    locate: () throws -> DatabasePlace? = { nil },
    migrate: (any DatabaseWriter) throws -> Void
  ) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let writer: any DatabaseWriter
    do {
      writer = try Self.pool(path, in: folder, cache, migrate)
    } catch let error as DatabaseError where Self.isForWantOfRoom(error, folder) && Self.isMade(path) {
      writer = try Self.onlyConnection(path, cache, migrate)
    }
    self.init(
      writer, subject: subject, at: try locate(), onWrite: onWrite,
      refusal: { DiskRefusal.reason(in: folder) })
  }

  private static func pool(
    _ path: String, in folder: String, _ cache: Int, _ migrate: (any DatabaseWriter) throws -> Void
  ) throws -> DatabasePool {
    try requireSharedRoom(in: folder)
    closeToOthers(path)
    let pool = try DatabasePool(path: path, configuration: configuration(cache: cache))
    // GRDB chooses NORMAL when it turns WAL on, which may lose the last commits with the power.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try migrate(pool)
    try openReaders(of: pool)
    return pool
  }

  /// Makes the database and the files beside it, which take its permissions, readable for their owner alone.
  ///
  /// SQLite makes files that all users can read. SQLite reports a file that cannot be made. An existing file is not
  /// opened here: closing it would end the locks of another connection of this process (fcntl(2)).
  private static func closeToOthers(_ path: String) {
    _ = try? Descriptor.open(path, flags: O_RDWR | O_CREAT | O_EXCL)
    for suffix in ["", SQLiteSidecars.log, "-shm"] { _ = chmod(path + suffix, 0o600) }
  }

  /// Opens all connections that read, which GRDB does one by one when they are needed: later another's file may be at the path.
  private static func openReaders(of pool: DatabasePool) throws {
    let (opened, end) = (Semaphore(), Semaphore())
    let refusal = Mutex<(any Error)?>(nil)
    for _ in 0..<readers {
      pool.asyncRead { result in
        if case .failure(let error) = result { refusal.withLock { $0 = error } }
        opened.post()
        // Of one that could not be opened GRDB tells on the queue on which it opens the next.
        if case .success = result { end.wait() }
      }
    }
    for _ in 0..<readers { opened.wait() }
    for _ in 0..<readers { end.post() }
    if let error = refusal.withLock(\.self) { throw error }
  }

  /// The one connection that a full disk leaves.
  ///
  /// A connection that lets no other in shares no memory, which would have to be made on the disk (sqlite.org/wal.html, "Use of
  /// WAL Without Shared-Memory"). With it everything is read, one after the other, and written again once there is room.
  private static func onlyConnection(
    _ path: String, _ cache: Int, _ migrate: (any DatabaseWriter) throws -> Void
  ) throws -> DatabaseQueue {
    var configuration = configuration(cache: cache)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try migrate(queue)
    return queue
  }

  private static func isForWantOfRoom(_ error: DatabaseError, _ folder: String) -> Bool {
    guard error.isOfDisk || error.resultCode == .SQLITE_FULL else { return false }
    if [ENOSPC, EDQUOT].contains(DiskRefusal.reason(in: folder)) { return true }
    // A page may be left, and be less than what is shared takes.
    var disk = statvfs()
    return statvfs(folder, &disk) == 0 && disk.f_bavail * disk.f_frsize < sharedBytes
  }

  private static func isMade(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  /// Opens the file at `path` without ever writing to it.
  ///
  /// On a read-only file system SQLite cannot make the files that it needs beside a WAL database. No other
  /// program writes to the database there either, and it is read as it is. Not so while a log lies beside it,
  /// which would be passed over.
  init(inspecting path: String, subject: String) throws {
    let isFinal = Self.isOnReadOnlyFileSystem(path) && Self.hasNoLog(path)
    try self.init(inspecting: isFinal ? Self.immutable(path) : path, named: subject)
  }

  private init(inspecting path: String, named subject: String) throws {
    var configuration = Self.configuration()
    configuration.readonly = true
    self.init(try DatabaseQueue(path: path, configuration: configuration), subject: subject)
  }

  /// `path` as a URI that tells SQLite that the file does not change (sqlite.org/uri.html).
  static func immutable(_ path: String) -> String {
    let plain = Set("/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    var uri = "file:"
    for byte in path.utf8 {
      uri += plain.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + hexadecimal(byte)
    }
    return uri + "?immutable=1"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func isOnReadOnlyFileSystem(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  private static func hasNoLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) != 0 || status.st_size == 0
  }

  /// SQLite writes what its connections share (`-shm`) as memory.
  ///
  /// The blocks of a full disk may be shorter than the pages of that memory, as those of a small ext4. There such a
  /// write ends the process (SIGBUS) instead of failing.
  private static func requireSharedRoom(in folder: String) throws {
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0, disk.f_frsize < UInt(getpagesize()) else { return }
    guard disk.f_bavail * disk.f_frsize < sharedBytes else { return }
    throw DatabaseError(resultCode: .SQLITE_FULL, message: "there is no room for the memory that is shared")
  }

  private static let sharedBytes: UInt = 128 << 10

  private static func configuration(cache: Int = 2_000) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(patience)
    configuration.maximumReaderCount = readers
    configuration.prepareDatabase { database in
      // Sorting uses memory, not files outside the workspace.
      try database.execute(
        sql: "PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -\(cache)"
      )
    }
    return configuration
  }

  /// The result of `body`, all from one moment.
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

  /// Writes of `body` happen wholly and are durable, or not at all when it throws.
  ///
  /// Concurrent writes may share its transaction (``GroupCommit``); when that fails `body` is called again.
  ///
  /// - Parameter reachesOut: whether `body` does something outside the database. Then it has a transaction of its
  ///   own, and is called once, after all that came before it is durable.
  func write<Value: Sendable>(
    reachingOut reachesOut: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(DocumentError) -> Value {
    let result: Result<Value, DocumentError> = await withUnsafeContinuation { continuation in
      // Told on the thread of the write: to ask the disk may take as long as the write did.
      commits.add(
        ValuedWrite(reachingOut: reachesOut, body) { [self] result in
          continuation.resume(returning: result.mapError { refused($0) })
        })
    }
    return try result.get()
  }

  /// As ``read(_:)``, on the caller's thread; for opening and tests.
  func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try writer.read(body)
  }

  /// Writes a copy of the database to `path`, where nothing may be, as it is at one moment.
  ///
  /// Reads and writes go on meanwhile. The copy is not durable yet.
  func copy(to path: String) async throws(DocumentError) {
    let result: Result<Void, any Error> = await withUnsafeContinuation { continuation in
      writer.asyncWriteWithoutTransaction { database in
        continuation.resume(returning: Result { try database.vacuum(into: path) })
      }
    }
    try settled(result)
  }

  /// Copies the database page by page, as it is at one moment, to `path`, where nothing may be.
  ///
  /// Returns what is wrong with the structure of the copy, nil when nothing is.
  ///
  /// Reads and writes go on meanwhile. The copy is whole by itself, and not durable yet. Blocks.
  func backUp(to path: String) throws -> String? {
    let copy = try DatabaseQueue(path: path)
    defer { try? copy.close() }
    try writer.backup(to: copy, pagesPerStep: Self.step)
    return try copy.writeWithoutTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      return try CheckResult.quick(database).damage()
    }
  }

  private static let step: CInt = 256

  /// Writes the log into the database itself, as far as no reader needs the state before, and empties the log.
  func takeInLog() async throws(DocumentError) {
    let result: Result<Void, any Error> = await withUnsafeContinuation { continuation in
      writer.asyncWriteWithoutTransaction { database in
        continuation.resume(returning: Result { _ = try database.checkpoint(.truncate) })
      }
    }
    try settled(result)
  }

  /// Whether its files still lie where they were when it was opened; also when that cannot be asked.
  func isInPlace() async -> Bool {
    guard let place else { return true }
    return (try? await read { _ in place.isKept }) ?? true
  }

  /// The faults that SQLite finds in the structure, one table after the other, so that no single read lasts
  /// long.
  ///
  /// Nil when there are none. Reads and writes go on meanwhile. Throws when the disk does not give a page.
  func damage() async throws(DocumentError) -> String? {
    let tables = try await read { try String.fetchAll($0, sql: Self.tables) }
    for table in tables {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
      if let damage = try await read({ try CheckResult.quick($0, table: table).damage() }) { return damage }
    }
    return nil
  }

  private static let tables = """
    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%''%' AND sql NOT LIKE 'CREATE VIRTUAL%'
    """

  /// SQLite's findings in the whole file; `["ok"]` when there are none.
  func integrity() async throws(DocumentError) -> [String] {
    try await read { try String.fetchAll($0, sql: "PRAGMA integrity_check(10)") }
  }

  func close() {
    try? writer.close()
  }

  private func refused(_ error: any Error) -> DocumentError {
    report(error)
    let isOfDisk = (error as? DatabaseError)?.isOfDisk == true
    return DocumentError(database: error, of: subject, refusedBy: isOfDisk ? refusal() : nil)
  }

  private func settled<Value>(_ result: Result<Value, any Error>) throws(DocumentError) -> Value {
    do {
      return try result.get()
    } catch {
      report(error)
      throw DocumentError(database: error, of: subject)
    }
  }

  func report(_ error: any Error) {
    guard let error = error as? DatabaseError, error.meansDamage else { return }
    met.yield(error.message ?? "no reason is given")
  }
}

extension DatabaseError {
  /// Whether the disk failed, for a reason that SQLite does not tell.
  var isOfDisk: Bool { [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode) }
}

extension Database {
  func vacuum(into path: String) throws {
    try execute(sql: "VACUUM INTO ?", arguments: [path])
  }
}

/// Statements that each connection compiles once: of a short read or write compiling is the longest part.
///
/// No statement is used while the rows of an earlier use are still being read.
extension Database {
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func isTrue(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try Bool.fetchOne(try cachedStatement(sql: sql), arguments: arguments) ?? false
  }
}

extension FetchableRecord {
  static func first(_ database: Database, _ sql: String, _ arguments: StatementArguments) throws -> Self? {
    try fetchOne(try database.cachedStatement(sql: sql), arguments: arguments)
  }
}
