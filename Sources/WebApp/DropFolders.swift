import Glibc
import LinuxSystem
import Logging
import ServiceLifecycle
import Workspace

/// The operator's drop folders, checked before files are imported from them.
struct DropFolders: Sendable {
  /// The longest wait of the start for folders that do not answer.
  private static let answerTime = Duration.seconds(5)

  /// A configured folder and its resolved path; nil marks the end of the wait.
  private typealias ResolvedFolder = (folder: String, path: String)?

  private let folders: [String]
  private let bearing: PeriodicTask.Pause
  private let resolve: @Sendable (String) -> String

  /// `bearing` waits as long as a folder has to answer; tests replace it and `resolve`.
  init(
    _ folders: [String], bearing: @escaping PeriodicTask.Pause = PeriodicTask.sleep,
    resolve: @escaping @Sendable (String) -> String = Self.resolved
  ) {
    self.folders = folders
    self.bearing = bearing
    self.resolve = resolve
  }

  /// Throws ``StartError`` when a drop folder lies in the workspace at `root`, contains it, or overlaps another drop
  /// folder: imported files would be imported again.
  func check(root: String) async throws(StartError) {
    let paths = await resolved()
    var taken = [Self.resolved(root)]
    for folder in folders {
      // A folder that does not answer is on another disk than the workspace, so its configured path is compared.
      let path = paths[folder] ?? folder
      guard !taken.contains(where: { Self.overlaps($0, path) }) else {
        throw StartError(
          "the drop folder \(folder) overlaps the workspace or another drop folder; give it a place of its own"
        )
      }
      taken.append(path)
    }
  }

  /// The resolved paths of the folders that answer in time, by their configured names.
  private func resolved() async -> [String: String] {
    let asked = Set(folders)
    let (answers, answer) = AsyncStream<ResolvedFolder>.makeStream()
    for folder in asked {
      // Each folder has a thread of its own, because an unresponsive one blocks it.
      let pool = BlockingPool(threads: 1, name: "drop")
      Task { [resolve] in answer.yield((folder, await pool.run { resolve(folder) })) }
    }
    let limit = Task { [bearing] in
      await bearing(Self.answerTime)
      answer.yield(nil)
    }
    defer { limit.cancel() }
    var (paths, iterator) = ([String: String](), answers.makeAsyncIterator())
    while paths.count < asked.count, let next = await iterator.next(), let (folder, path) = next {
      paths[folder] = path
    }
    return paths
  }

  static func overlaps(_ left: String, _ right: String) -> Bool {
    let (one, other) = (beneath(left), beneath(right))
    return one.hasPrefix(other) || other.hasPrefix(one)
  }

  private static func beneath(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

  /// The path with its links resolved, as far as it exists.
  ///
  /// Blocks as long as a disk on the way does not answer.
  @Sendable static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return path }
      return resolved(String(path[..<slash])) + path[slash...]
    }
    defer { free(real) }
    return String(cString: real)
  }
}

/// The drop folders of a server as one service; a folder that hangs does not delay the other folders at the
/// end.
struct DropFolderService: Service {
  let watchers: [DropFolderWatcher]

  /// The threads of one folder: an unresponsive share blocks these threads only.
  private static let threads = 2

  init(_ paths: [String], importer: (BlockingPool) -> FileImporter, log: Logger) {
    watchers = paths.map { path in
      let pool = BlockingPool(threads: Self.threads, name: "drop")
      return DropFolderWatcher(path: path, importer: importer(pool), pool: pool, log: log)
    }
  }

  func resume() async {
    await withDiscardingTaskGroup { group in
      for watcher in watchers { group.addTask { await watcher.resume() } }
    }
  }

  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for watcher in watchers { group.addTask { try await watcher.run() } }
    }
  }
}
