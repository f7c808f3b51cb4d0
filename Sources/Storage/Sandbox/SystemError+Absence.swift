import Glibc
package import LinuxSystem

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
