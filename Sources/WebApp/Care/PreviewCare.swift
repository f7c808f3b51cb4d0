import DocumentModel
import Logging
import Previews
import ServiceLifecycle
import Workspace

/// Gives up previews of contents that nothing has any more.
///
/// ```
///   start ── a minute ──► every content of the cache is looked up in the index, a part at a time ──► a day ─┐
///               ▲               │ the cache is not read yet, or the index cannot be                ▲        │
///               └───────────────┘                                                                  └────────┘
/// ```
/// Whoever lets go of a content tells the cache at once. But a process may end between the two, and of what a command
/// removes while no server runs no cache hears. What goes wrongly, because its content comes back in that moment, is
/// drawn again.
struct PreviewCare: Service {
  /// From the start to the first look, and to the next after one that did not come through.
  static let rest = Duration.seconds(60)
  /// From one look to the next.
  static let interval = Duration.seconds(86_400)
  /// Contents that are looked up at a time.
  static let step = 500

  private let cache: PreviewCache
  private let renderer: CachingRenderer
  private let metadata: any MetadataStore
  private let log: Logger
  private let rounds: Rounds

  init(
    _ cache: PreviewCache, _ renderer: CachingRenderer, _ metadata: any MetadataStore, log: Logger,
    rounds: Rounds = Rounds(resting: PreviewCare.rest)
  ) {
    self.cache = cache
    self.renderer = renderer
    self.metadata = metadata
    self.log = log
    self.rounds = rounds
  }

  /// Looks after them until the service group shuts down.
  func run() async throws {
    await rounds.run { _ in
      let gone = await pass()
      if let gone, gone > 0 {
        log.info("previews of contents that are gone were removed", metadata: ["contents": "\(gone)"])
      }
      return gone == nil ? Self.rest : Self.interval
    }
  }

  /// Looks once; how many contents went, nil when not all could be looked up.
  func pass() async -> Int? {
    guard var waiting = cache.contents.map({ $0[...] }) else { return nil }
    var count = 0
    while !waiting.isEmpty {
      let part = Array(waiting.prefix(Self.step))
      waiting = waiting.dropFirst(Self.step)
      guard !Task.isCancelled, let used = try? await metadata.contentsInUse(among: part) else { return nil }
      for hash in part where !used.contains(hash) {
        await renderer.forget(hash)
        count += 1
      }
    }
    return count
  }
}
