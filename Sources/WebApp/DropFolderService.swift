import LinuxSystem
import Logging
import ServiceLifecycle
import Workspace

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
