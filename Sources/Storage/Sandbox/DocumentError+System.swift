package import DocumentModel
import Glibc
import LinuxSystem

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
