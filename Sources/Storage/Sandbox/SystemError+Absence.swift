import Glibc
package import LinuxSystem

extension SystemError {
  /// Nothing is at the path, or only something that the store does not see: a link, or a path through a file.
  package var meansAbsence: Bool {
    [ENOENT, ENOTDIR, ELOOP, EXDEV, ENXIO].contains(errno)
  }
}

extension Directory {
  /// What the kernel knows of the file at `path`; nil when nothing is there.
  package func statusIfPresent(_ path: String) throws(SystemError) -> FileStatus? {
    do {
      return try status(path)
    } catch  where error.meansAbsence {
      return nil
    }
  }

  /// The directory at `path`; nil when none is there.
  package func directoryIfPresent(_ path: String) throws(SystemError) -> Directory? {
    do {
      return try directory(path)
    } catch  where error.meansAbsence {
      return nil
    }
  }
}
