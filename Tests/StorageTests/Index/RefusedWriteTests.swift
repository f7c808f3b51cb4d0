import DocumentModel
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A database that cannot be written says why")
struct RefusedWriteTests {
  let workspace = TemporaryWorkspace(inMemory: true)

  /// A database with one table, on a disk of which `refusal` tells.
  private func file(refusal: @escaping @Sendable () -> CInt? = { nil }) throws -> SQLiteFile {
    let pool = try DatabasePool(path: "\(workspace.path)/test.sqlite")
    try pool.write { try $0.execute(sql: "CREATE TABLE text (bytes BLOB NOT NULL)") }
    return SQLiteFile(pool, subject: "the index", refusal: refusal)
  }

  private func refusal(
    of file: SQLiteFile, _ body: @escaping @Sendable (Database) throws -> Void
  ) async -> DocumentError? {
    do throws(DocumentError) {
      try await file.write(body)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "by what the disk says when a write failed, as SQLite does not tell",
    arguments: [
      (EROFS, DocumentError.Code.readOnly, "the index cannot be written: the disk is read-only"),
      (EACCES, .readOnly, "the index cannot be written: the permissions there do not allow it"),
      (EPERM, .readOnly, "the index cannot be written: the permissions there do not allow it"),
      (EDQUOT, .storageFull, "the index could not be written: the disk is full"),
      (ENOSPC, .storageFull, "the index could not be written: the disk is full"),
      (EMFILE, .busy, "the index could not be opened: too many files are open; try again"),
      (EIO, .storageFailed, "the index failed"),
    ] as [(CInt, DocumentError.Code, String)])
  func reasons(_ reason: CInt, _ code: DocumentError.Code, _ detail: String) async throws {
    let file = try file(refusal: { reason })
    for result in [ResultCode.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_CANTOPEN] {
      let refused = await refusal(of: file) { _ in throw DatabaseError(resultCode: result) }
      let error = try #require(refused)
      #expect(error.code == code && error.detail == detail)
      #expect((error.cause as? DatabaseError)?.extendedResultCode == result)
    }
    file.close()
  }

  @Test("by what failed where the disk takes what it is given, and then the disk is not asked for the rest")
  func unexplained() async throws {
    let taking = try file()
    let failed = await refusal(of: taking) { _ in throw DatabaseError(resultCode: .SQLITE_IOERR_WRITE) }
    #expect(failed?.code == .storageFailed && failed?.detail == "the index failed")
    taking.close()
    let asked = SQLiteFile(
      try DatabaseQueue(), subject: "the index",
      refusal: {
        Issue.record("the disk was asked")
        return EROFS
      })
    let refused = await refusal(of: asked) { _ in throw DocumentError(.nameTaken, "taken") }
    #expect(refused?.code == .nameTaken)
    let damaged = await refusal(of: asked) { _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    #expect(damaged?.code == .storageFailed && damaged?.detail == "the index is damaged")
  }

  @Test("when it may be read alone")
  func readOnly() async throws {
    let file = try file()
    try await file.write { try $0.execute(sql: "PRAGMA query_only = 1") }
    let error = await refusal(of: file) { try $0.execute(sql: "INSERT INTO text VALUES (x'00')") }
    #expect(error?.code == .readOnly)
    file.close()
  }

  @Test("when there is no room, and what it has is whole")
  func full() async throws {
    let file = try file()
    try await file.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 1)")
      try database.execute(sql: "INSERT INTO text VALUES (x'00')")
    }
    let error = await refusal(of: file) {
      try $0.execute(sql: "INSERT INTO text VALUES (zeroblob(1000000))")
    }
    #expect(error?.code == .storageFull)
    let rows = try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM text") }
    #expect(rows == 1)
    file.close()
  }

  @Test("a disk is asked by giving it bytes, of which nothing stays")
  func asked() throws {
    _ = try workspace.open()
    let before = workspace.names(in: "Library")
    #expect(DiskRefusal.reason(in: "\(workspace.path)/Library") == nil)
    #expect(workspace.names(in: "Library") == before)
    #expect(DiskRefusal.reason(in: "\(workspace.path)/nowhere") == ENOENT)
  }

  @Test(
    "permissions are the reason where the disk can be written, and the disk where it cannot",
    arguments: [(EACCES, EROFS), (EPERM, EROFS), (EROFS, EROFS), (ENOSPC, ENOSPC), (EIO, EIO)])
  func permissionsOrDisk(_ errno: CInt, _ onReadOnlyDisk: CInt) throws {
    #expect(DiskRefusal.reason(of: errno, isReadOnly: false) == errno)
    #expect(DiskRefusal.reason(of: errno, isReadOnly: true) == onReadOnlyDisk)
    let directory = try Directory(opening: workspace.path)
    #expect(try directory.descriptor.isOnReadOnlyDisk() == false)
    let error = #expect(throws: SystemError.self) {
      try DiskRefusal.explaining(on: directory) { () throws -> Void in
        throw SystemError(errno: errno, call: "mkdirat")
      }
    }
    #expect(error == SystemError(errno: errno, call: "mkdirat"))
  }

  @Test(
    "a disk that is mounted read-only says so, whatever the kernel says first",
    .enabled(if: SmallDisk.isPossible))
  func readOnlyDisk() throws {
    let disk = try #require(SmallDisk(at: workspace.path))
    try #require(disk.turnReadOnly())
    #expect(DiskRefusal.reason(in: disk.path) == EROFS)
    let directory = try Directory(opening: disk.path)
    #expect(try directory.descriptor.isOnReadOnlyDisk())
    let error = #expect(throws: SystemError.self) {
      try DiskRefusal.explaining(on: directory) { () throws -> Void in
        throw SystemError(errno: EACCES, call: "mkdirat")
      }
    }
    #expect(error == SystemError(errno: EROFS, call: "mkdirat"))
    withExtendedLifetime(disk) {}
  }

  @Test("a full disk says that it is full", .enabled(if: SmallDisk.isPossible))
  func fullDisk() throws {
    let disk = try #require(SmallDisk(at: workspace.path))
    let filler = try Descriptor.open("\(disk.path)/filler", flags: O_WRONLY | O_CREAT)
    while (try? filler.append([UInt8](repeating: 1, count: 1 << 20))) != nil {}
    while (try? filler.append([UInt8](repeating: 1, count: 4096))) != nil {}
    #expect(DiskRefusal.reason(in: disk.path) == ENOSPC)
  }
}
