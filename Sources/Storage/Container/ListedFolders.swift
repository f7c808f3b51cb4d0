import DocumentModel
import LinuxSystem
import Synchronization

/// The folders whose names a survey has read, and how each looked just before.
///
/// What is moved while a workspace is listed may go from a folder that nobody read yet into one that was read: then
/// neither has shown it. The folder into which it went tells, as its last change is a later one. A clock has ticks: a
/// folder that was written to within a tick of being read cannot be told from one that was written to once more, and
/// counts as changed.
///
/// Safe from any thread; all calls but ``settling`` block. One object, as a survey is handed from thread to thread.
final class ListedFolders: Sendable {
  private struct State {
    var looks: [ContainerPath: FolderLook] = [:]
    /// When all of them have settled, in nanoseconds since 1970.
    var settled: Int64 = 0
  }

  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// None yet; `now` is the clock that files are stamped with.
  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// To be called for each folder, open as `directory`, before its names are read.
  func note(_ folder: ContainerPath, _ directory: Directory) throws(SystemError) {
    guard folder.keepsContents else { return }
    let look = try FolderLook(directory, at: now())
    state.withLock { state in
      state.looks[folder] = look
      guard !look.isSettled else { return }
      state.settled = max(state.settled, look.changed + FileStatus.tick(of: look.changed))
    }
  }

  /// How long it is until each change shows: a moment, or seconds where file times count seconds.
  var settling: Duration {
    .nanoseconds(max(0, state.withLock { $0.settled } - now()))
  }

  /// Those that were, or may have been, written to since, beneath `top`.
  ///
  /// Throws `.contentChanged` for one that is gone by now, or that nobody may look into any more.
  func written(in top: Directory) throws -> Set<ContainerPath> {
    var written: Set<ContainerPath> = []
    for (folder, look) in state.withLock({ $0.looks }) {
      guard let directory = try folder.directoryIfReadable(in: top) else { throw folder.changed }
      if try !look.isStillTrue(of: FolderLook(directory, at: now())) { written.insert(folder) }
    }
    return written
  }
}
