public import DocumentModel
public import FoundationEssentials
import LinuxSystem
public import Storage

/// Copies of the index in `Library/Backups`, for the day on which it is damaged.
///
/// ```
/// Library/Backups/copying.sqlite          a copy that is being made; a crash leaves it for the next one to remove
///                 index-of-<time>-<n>.sqlite   whole, checked and durable; the last three
///                 index-before-….sqlite   see IndexMigration
/// ```
/// A copy is made page by page while the server reads and writes. A copy with a damaged structure means a damaged
/// index: it is not kept, so that it takes no good copy's place.
public struct IndexCopies: Sendable {
  /// The result of making a copy.
  public enum Outcome: Hashable, Sendable {
    /// It is there, under this name.
    case kept(String)
    /// Nothing happened since the newest one was made.
    case unchanged
    /// The index is damaged; what SQLite says of it.
    case damaged(String)
  }

  /// So many are kept, the last ones.
  public static let count = 3
  /// The age at which a newest copy is replaced while the index changes, in seconds.
  ///
  /// With the time until the next look at most ten minutes can be lost.
  public static let age: TimeInterval = 540
  /// Up to so many bytes are copied at the end of a server, which must not take long.
  public static let quickBytes: Int64 = 256 << 20

  private static let unfinished = SandboxPath.unfinishedIndexCopy
  private let root: SandboxRoot
  private let index: SQLiteIndex

  /// Copies of `index`, the index of the workspace at `root`, which was opened to be served.
  public init(of index: SQLiteIndex, in root: SandboxRoot) {
    self.index = index
    self.root = root
  }

  /// Whether the newest one is too old at `date`, or of a time that is still to come, or there is none.
  public func isDue(at date: Date) async throws(DocumentError) -> Bool {
    let newest = try await root.run(Self.failure) { try all().first }
    guard let newest else { return true }
    return !(0..<Self.age).contains(date.timeIntervalSince1970 - Double(newest.modified) / 1e9)
  }

  /// Bytes that a copy takes.
  public func size() async throws(DocumentError) -> Int64 {
    try await root.run(Self.failure) { try root.directory.status(SandboxPath.index).size }
  }

  /// Makes a copy if something happened since the newest one was made, and lets go of old ones.
  ///
  /// Takes as long as reading and writing the file twice, on a thread that may block.
  ///
  /// Throws `.storageFull` and `.storageFailed`.
  @discardableResult
  public func keep(at date: Date = Date()) async throws(DocumentError) -> Outcome {
    let last = try await index.lastEvent()
    let isKnown = try await root.run(Self.failure) {
      try all().first.map { $0.knowledge(in: root)?.lastEvent == last } ?? false
    }
    guard !isKnown else { return .unchanged }
    return try await root.write(Self.failure) {
      try copy(IndexCopy.next(.daily, SQLiteIndex.stamp(date), in: root))
    }
  }

  /// Makes the index whole without its log, at the end of a server.
  ///
  /// The log is empty then, so that a copy or a loss of it
  /// does not matter.
  ///
  /// Throws `.storageFull` and `.storageFailed`.
  public func takeInLog() async throws(DocumentError) {
    try await index.takeInLog()
  }

  private static let failure = "the index could not be copied"

  private func copy(_ name: IndexCopyName) throws -> Outcome {
    _ = try root.directory.makeDirectory(SandboxPath.indexCopies, mode: 0o700)
    try removeUnfinished()
    do {
      if let damage = try index.backUp(to: "\(root.path)/\(Self.unfinished)") {
        try removeUnfinished()
        return .damaged(damage)
      }
      try root.directory.open(Self.unfinished).synchronize()
      try root.directory.rename(Self.unfinished, to: name.path)
      try root.directory.directory(SandboxPath.indexCopies).synchronize()
      try root.directory.directory(SandboxArea.library.path).synchronize()
    } catch {
      try? removeUnfinished()
      throw error
    }
    try removeOld()
    return .kept(name.text)
  }

  /// Keeps the last three, and the last one of a day before.
  ///
  /// Repeated starts after a fault must not push out the copies from before it.
  private func removeOld() throws {
    let all = try all()
    let earlier = all.first { all[0].modified &- $0.modified >= Self.day }
    for old in all.dropFirst(Self.count) where old.path != earlier?.path {
      try root.directory.remove(old.path)
    }
  }

  /// In nanoseconds, as files are stamped.
  private static let day: Int64 = 86_400_000_000_000

  private func removeUnfinished() throws {
    for ending in ["", "-journal", "-wal", "-shm"]
    where try root.directory.statusIfPresent(Self.unfinished + ending) != nil {
      try root.directory.remove(Self.unfinished + ending)
    }
  }

  private func all() throws -> [IndexCopy] {
    try IndexCopy.all([.daily], in: root)
  }
}
