import LinuxSystem
import Synchronization

/// How the names in folders are spelt, remembered as long as a folder does not change.
///
/// Many look-ups of names that are not there, as of documents that another program removed, cost one reading
/// of the folder.
///
/// A memory, not a truth: bounded, and asked again after any change in the folder. A listing within the tick of the
/// folder's last change is not kept, since a second change would not show (see ``FileStatus/isSettled(at:)``).
///
/// Safe from any thread.
final class ListedSpellings: Sendable {
  static let shared = ListedSpellings()

  /// Names in all folders together; about 10 MB.
  private static let capacity = 100_000

  private struct Key: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Folder {
    let status: FileStatus
    /// Strings are equal when they are canonically equivalent (UAX #15).
    let names: [String: String]
  }

  private let folders = Mutex<[Key: Folder]>([:])

  /// How a name is spelt in `directory`, in whatever form; nil when nothing is called so.
  ///
  /// Of several the first by its bytes counts.
  ///
  /// Blocks.
  ///
  /// - Parameters:
  ///   - clock: tells the time in nanoseconds since 1970.
  ///   - onListing: called before all names are read.
  func spelling(
    of name: String, in directory: Directory, clock: () -> Int64, onListing: () -> Void
  ) throws -> String? {
    let status = try directory.descriptor.status()
    let key = Key(device: status.device, inode: status.inode)
    if let known = folders.withLock({ $0[key] }), known.status == status { return known.names[name] }
    onListing()
    let moment = clock()
    let names = try Self.names(in: directory)
    if status.isSettled(at: moment) { keep(Folder(status: status, names: names), key) }
    return names[name]
  }

  private static func names(in directory: Directory) throws -> [String: String] {
    var names: [String: String] = [:]
    try directory.forEachEntry { entry in
      guard let name = entry.name, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return }
      if let other = names[name], !name.utf8.lexicographicallyPrecedes(other.utf8) { return }
      names[name] = name
    }
    return names
  }

  private func keep(_ folder: Folder, _ key: Key) {
    guard folder.names.count <= Self.capacity else { return }
    folders.withLock { folders in
      // Starting over is simpler than ageing, and costs one reading of each folder at most.
      let count = folders.values.reduce(folder.names.count) { $0 + $1.names.count + 1 }
      if count > Self.capacity { folders.removeAll() }
      folders[key] = folder
    }
  }
}
