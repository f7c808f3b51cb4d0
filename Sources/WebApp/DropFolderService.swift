import LinuxSystem
import Logging
import ServiceLifecycle
import Workspace

/// The drop folders of a server, which end together: one that hangs does not keep the others waiting.
struct DropFolderService: Service {
  let watchers: [DropFolderWatcher]

  /// Each folder is read on threads of its own: those of a share that does not answer are held up for as long as it
  /// does not.
  private static let threads = 2

  init(_ paths: [String], into workspace: DocumentWorkspace, log: Logger) {
    watchers = paths.map { path in
      let pool = BlockingPool(threads: Self.threads, name: "drop")
      return DropFolderWatcher(
        path: path, importer: FileImporter(into: workspace, pool: pool), pool: pool, log: log)
    }
  }

  /// Takes up what an earlier run did not finish.
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
