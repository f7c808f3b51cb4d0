import Glibc
import LinuxSystem

/// What became of opening a file beneath a workspace's root.
enum ContainerFile: Sendable {
  case opened(Descriptor, FileStatus)
  /// Nothing of that name is there by now, or something else.
  case gone
  /// The server may not read it, or its path is longer than the system takes.
  case unreadable

  /// Opens what `entry`, a file, names beneath `top`, so that its time of last access stays what it is.
  ///
  /// Never for databases that this process has open (see ``ContainerPath/index``). Blocks.
  init(_ entry: ContainerEntry, in top: Directory) throws(SystemError) {
    do {
      let file = try top.openUnnoticed(bytes: entry.path.bytes)
      let status = try file.status()
      self = status.kind == .regular ? .opened(file, status) : .gone
    } catch  where error.meansAbsence {
      self = .gone
    } catch  where error.meansUnreadable {
      self = .unreadable
    }
  }
}

extension ContainerPath {
  /// The folder of this path beneath `top`; nil when it is gone by now, or a link.
  ///
  /// Blocks.
  func directory(in top: Directory) throws(SystemError) -> Directory? {
    do {
      return try bytes.isEmpty ? top.directory("") : top.directory(bytes: bytes)
    } catch  where error.meansAbsence {
      return nil
    }
  }

  /// The same of a folder that was read before; nil also when nobody may look into it any more.
  ///
  /// Blocks.
  func directoryIfReadable(in top: Directory) throws(SystemError) -> Directory? {
    do {
      return try directory(in: top)
    } catch  where error.meansUnreadable {
      return nil
    }
  }
}

extension ContainerEntry {
  /// What is called `name` in `directory`, which is `folder`; nil when it is gone by now.
  ///
  /// Blocks.
  init?(_ name: [UInt8], in directory: Directory, at folder: ContainerPath) throws(SystemError) {
    let status: FileStatus
    do {
      status = try directory.status(bytes: name)
    } catch  where error.meansAbsence {
      return nil
    }
    self.init(path: folder.appending(name), status: status)
  }

  /// The same, of which is known whether it can be read: a file that would be in an archive is opened for that.
  ///
  /// Blocks.
  func tried(in top: Directory) throws(SystemError) -> ContainerEntry {
    guard kind == .file, exclusion == nil, path != .index,
      case .unreadable = try ContainerFile(self, in: top)
    else { return self }
    var told = self
    told.isUnreadable = true
    return told
  }
}

extension SystemError {
  /// Something is there and cannot be looked into because of what it is.
  var meansUnreadable: Bool {
    [EACCES, EPERM, ENAMETOOLONG].contains(errno)
  }
}
