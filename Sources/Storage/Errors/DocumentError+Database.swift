import DocumentModel
import GRDB

extension DocumentError {
  /// The refusal that a failed statement means for a caller; the database's error is kept as the cause.
  ///
  /// - Parameter subject: what the database is for, as in "the index".
  init(database error: any Error, of subject: String) {
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
    default:
      self.init(.storageFailed, "\(subject) failed", cause: error)
    }
  }
}
