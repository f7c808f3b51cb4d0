package import DocumentModel
import GRDB
import Glibc
package import LinuxSystem

extension DocumentError {
  /// The refusal that a failed system call means for a caller.
  ///
  /// - Parameters:
  ///   - error: what the kernel said; kept as the cause.
  ///   - action: what failed, as the beginning of a sentence: "the content could not be written".
  init(_ error: SystemError, _ action: String) {
    switch error.errno {
    case ENOSPC, EDQUOT:
      self.init(.storageFull, "\(action): the disk is full; free some space and try again", cause: error)
    case EROFS:
      self.init(.readOnly, "\(action): the disk is read-only", cause: error)
    case EACCES, EPERM:
      self.init(.readOnly, "\(action): the permissions there do not allow it", cause: error)
    case ENAMETOOLONG:
      self.init(.invalidName, "\(action): the name or path is too long for the file system", cause: error)
    case EMFILE, ENFILE:
      self.init(.busy, "\(action): too many files are open; try again", cause: error)
    default:
      self.init(.storageFailed, action, cause: error)
    }
  }

  package init(disk error: any Error, _ action: String) {
    switch error {
    case let error as DocumentError: self = error
    case let error as SystemError: self.init(error, action)
    default: self.init(.storageFailed, action, cause: error)
    }
  }
}

package func refusing<Value>(
  _ action: String, _ body: () throws -> Value
) throws(DocumentError) -> Value {
  do {
    return try body()
  } catch {
    throw DocumentError(disk: error, action)
  }
}

// MARK: - Database

extension DocumentError {
  /// The refusal that a failed statement means for a caller; the database's error is kept as the cause.
  ///
  /// - Parameters:
  ///   - subject: what the database is for, as in "the index".
  ///   - reason: why the disk takes nothing, where SQLite says no more than that it did not; see ``DiskRefusal``.
  init(database error: any Error, of subject: String, refusedBy reason: CInt? = nil) {
    guard let error = error as? DatabaseError else {
      self = (error as? DocumentError) ?? DocumentError(.storageFailed, "\(subject) failed", cause: error)
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL:
      self.init(.storageFull, "\(subject) could not be written: the disk is full", cause: error)
    case .SQLITE_READONLY, .SQLITE_PERM:
      self.init(.readOnly, "\(subject) cannot be written", cause: error)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.busy, "\(subject) is being written by another process; try again", cause: error)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.storageFailed, "\(subject) is damaged", cause: error)
    case .SQLITE_IOERR, .SQLITE_CANTOPEN:
      self.init(disk: reason, of: subject, cause: error)
    default:
      self.init(.storageFailed, "\(subject) failed", cause: error)
    }
  }

  /// The refusal to open a database of the workspace: names its file at `path` beneath the root, and says what SQLite
  /// says.
  ///
  /// Blocks for a look at the disk where SQLite says no more than that it failed.
  init(opening path: String, _ subject: String, _ error: any Error, in root: SandboxRoot) {
    let isOfDisk = (error as? DatabaseError)?.isOfDisk == true
    let reason = isOfDisk ? DiskRefusal.reason(in: "\(root.path)/\(SandboxArea.library.path)") : nil
    let refusal = DocumentError(database: error, of: "\(subject) (\(path))", refusedBy: reason)
    guard refusal.code == .storageFailed, let message = (error as? DatabaseError)?.message else {
      self = refusal
      return
    }
    self.init(.storageFailed, "\(refusal.detail): \(message.prefix { !$0.isNewline })", cause: error)
  }

  private init(disk reason: CInt?, of subject: String, cause: DatabaseError) {
    switch reason {
    case ENOSPC, EDQUOT:
      self.init(.storageFull, "\(subject) could not be written: the disk is full", cause: cause)
    case EROFS:
      self.init(.readOnly, "\(subject) cannot be written: the disk is read-only", cause: cause)
    case EACCES, EPERM:
      self.init(
        .readOnly, "\(subject) cannot be written: the permissions there do not allow it", cause: cause)
    case EMFILE, ENFILE:
      self.init(.busy, "\(subject) could not be opened: too many files are open; try again", cause: cause)
    default:
      self.init(.storageFailed, "\(subject) failed", cause: cause)
    }
  }
}

extension SystemError {
  /// Nothing is at the path, or only something that the store does not see: a link, or a path through a file.
  package var meansAbsence: Bool {
    [ENOENT, ENOTDIR, ELOOP, EXDEV, ENXIO].contains(errno)
  }
}

extension Directory {
  package func statusIfPresent(_ path: String) throws(SystemError) -> FileStatus? {
    do {
      return try status(path)
    } catch  where error.meansAbsence {
      return nil
    }
  }

  package func directoryIfPresent(_ path: String) throws(SystemError) -> Directory? {
    do {
      return try directory(path)
    } catch  where error.meansAbsence {
      return nil
    }
  }
}
