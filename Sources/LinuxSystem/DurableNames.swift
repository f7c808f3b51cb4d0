import Synchronization

/// Directories whose names are durable for all that this process knows: it has synchronised what lies above them.
///
/// Who finds a directory that somebody else made a moment ago does not know that, and must not tell of a file in it before
/// it is so: two requests may need one new folder, and the first be still on its way.
///
/// Safe from any thread.
final class DurableNames: Sendable {
  static let known = DurableNames()

  private struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
    let birth: Int64?
  }

  /// What is forgotten is synchronised once more; memory stays bounded.
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
