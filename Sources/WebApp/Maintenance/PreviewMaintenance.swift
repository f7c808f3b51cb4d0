import DocumentModel
import Logging
import Previews
import ServiceLifecycle
import Workspace

/// Removes previews of contents that no document or version has any more.
///
/// ```
///   start ── a minute ──► every content of the cache is looked up in the index, a part at a time ──► a day ─┐
///               ▲               │ the cache is not read yet, or the index cannot be                ▲        │
///               └───────────────┘                                                                  └────────┘
/// ```
/// Deleting a content removes its preview at once. But the process may end between the two, and a command that deletes
/// contents without a server does not reach the cache. A preview that is removed by mistake is drawn again.
struct PreviewMaintenance: Service {
  /// The wait from the start to the first pass, and after a pass that failed.
  static let rest = Duration.seconds(60)
  static let interval = Duration.seconds(86_400)
  static let step = 500

  private let cache: PreviewCache
  private let renderer: CachingRenderer
  private let versionIndex: any VersionIndex
  private let log: Logger
  private let task: PeriodicTask

  init(
    _ cache: PreviewCache, _ renderer: CachingRenderer, _ versionIndex: any VersionIndex, log: Logger,
    task: PeriodicTask = PeriodicTask(resting: PreviewMaintenance.rest)
  ) {
    self.cache = cache
    self.renderer = renderer
    self.versionIndex = versionIndex
    self.log = log
    self.task = task
  }

  func run() async throws {
    await task.run { _ in
      let gone = await pass()
      if let gone, gone > 0 {
        log.info("previews of contents that are gone were removed", metadata: ["contents": "\(gone)"])
      }
      return gone == nil ? Self.rest : Self.interval
    }
  }

  /// One pass; the number of removed previews, or nil when some contents could not be looked up.
  func pass() async -> Int? {
    guard var waiting = cache.contents.map({ $0[...] }) else { return nil }
    var count = 0
    while !waiting.isEmpty {
      let part = Array(waiting.prefix(Self.step))
      waiting = waiting.dropFirst(Self.step)
      guard !Task.isCancelled, let used = try? await versionIndex.contentsInUse(among: part) else {
        return nil
      }
      for hash in part where !used.contains(hash) {
        await renderer.forget(hash)
        count += 1
      }
    }
    return count
  }
}
