import Synchronization

/// Directories whose parents this process has synchronised since the directories were made.
///
/// Two requests may need one new folder. The second finds the folder that the first has made but perhaps not
/// synchronised yet, and must not report a file in it as stored. Safe to use from any thread.
final class DurableNames: Sendable {
  static let known = DurableNames()

  private struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
    let birth: Int64?
  }

  /// A bound for memory; a forgotten directory is synchronised once more.
  private static let most = 50_000

  private let places = Mutex<Set<Place>>([])

  private static func place(_ directory: FileStatus) -> Place {
    Place(device: directory.device, inode: directory.inode, birth: directory.birth)
  }

  func contains(_ directory: FileStatus) -> Bool {
    places.withLock { $0.contains(Self.place(directory)) }
  }

  func insert(_ directory: FileStatus) {
    places.withLock { places in
      if places.count >= Self.most { places.removeAll() }
      places.insert(Self.place(directory))
    }
  }
}
