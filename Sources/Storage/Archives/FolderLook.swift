import LinuxSystem

/// How a folder was just before its names were read, by which it is known whether somebody has written to it since.
///
/// A clock has ticks: a folder that was written to within a tick of the look cannot be told from one that was written to
/// once more, and counts as changed.
struct FolderLook: Sendable {
  /// When the folder last changed, in nanoseconds since 1970; nobody can set that back.
  let changed: Int64
  /// Whether a change after the look has another time.
  let isSettled: Bool
  private let device: UInt64
  private let inode: UInt64

  /// Looks at `directory` at a `moment` that was just before, by the clock that files are stamped with; blocks.
  init(_ directory: Directory, at moment: Int64) throws(SystemError) {
    let status = try directory.descriptor.status()
    (device, inode, changed) = (status.device, status.inode, status.changed)
    isSettled = FileStatus.isPast(changed, at: moment)
  }

  /// Whether nobody wrote to it until `now`, for sure.
  func isStillTrue(of now: FolderLook) -> Bool {
    isSettled && now.device == device && now.inode == inode && now.changed == changed
  }
}
