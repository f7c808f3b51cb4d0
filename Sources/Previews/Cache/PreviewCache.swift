public import DocumentModel
public import LinuxSystem
public import Logging
import Metrics
import Synchronization

/// Page images, facts and texts that were made once, in files below `Caches`.
///
/// Bounded in bytes, of which every file costs whole blocks and something for its entry; what was used longest ago goes
/// first, also after a restart (then to the hour). Any file or folder of it may be deleted at any time: it is then drawn
/// again. Nothing is synchronised to the disk, since all of it can be made again; a file that a power failure cut short is
/// known by its length.
///
/// Safe to use from any task; the disk is touched on threads of its own, and what is looked up waits for nothing that is
/// written, deleted or listed.
public final class PreviewCache: Sendable {
  /// How full the cache is and how well it serves.
  public struct Status: Hashable, Sendable {
    /// Entries kept.
    public let entries: Int
    /// What they occupy, in whole blocks and with their entries.
    public let bytes: Int
    /// What they may occupy.
    public let byteLimit: Int
    /// Look-ups that found something, since the start.
    public let hits: Int
    /// Look-ups that did not.
    public let misses: Int
  }

  /// Something that was kept.
  struct Hit: Sendable {
    let content: OpenContent
    let image: ImageFacts?
    let digest: String?

    init(_ content: OpenContent, of file: PreviewFile) {
      self.content = content
      image = file.image
      digest = file.digest
    }
  }

  /// On its way to the disk, and served from memory until it is there.
  private struct Pending {
    let file: PreviewFile
    let content: OpenContent
  }

  private struct State {
    var files: PreviewIndex
    var pending: [String: Pending] = [:]
    var pendingBytes = 0
    /// Entries that are written, or for which others are being deleted.
    var unsettled = 0
    var hits = 0
    var misses = 0
    /// Looks for the entries of earlier runs.
    var loading: Task<Void, Never>?
    /// They are found.
    var isLoaded = false
  }

  /// More than this waiting for a slow disk is not kept.
  private static let maximumPendingBytes = 64 << 20

  private let folder: CacheFolder
  private let logger: Logger
  private let state: Mutex<State>
  /// Look-ups, for which somebody waits.
  private let reading = BlockingPool(threads: 2, name: "preview-open")
  /// Everything else; tests keep it busy.
  let writing = BlockingPool(threads: 2, name: "preview-cache")
  private let hitCounter = Counter(label: "sheaf_cache_hits_total")
  private let missCounter = Counter(label: "sheaf_cache_misses_total")
  private let byteGauge = Gauge(label: "sheaf_cache_bytes")

  /// A cache in `path` below `directory`, which need not exist.
  ///
  /// It knows of earlier entries after ``load()``.
  ///
  /// Give a directory that stays (the workspace's top), so that even `Caches` itself may be deleted.
  public init(in directory: Directory, at path: String, byteLimit: Int = 1 << 30, logger: Logger) {
    folder = CacheFolder(directory: directory, path: path)
    self.logger = logger
    state = Mutex(State(files: PreviewIndex(byteLimit: byteLimit)))
  }

  /// How full it is and how well it serves.
  public var status: Status {
    state.withLock { state in
      Status(
        entries: state.files.count + state.pending.count, bytes: state.files.bytes + state.pendingBytes,
        byteLimit: state.files.limit, hits: state.hits, misses: state.misses)
    }
  }

  /// The contents of which there are files, in no order; nil until the entries of earlier runs are found.
  ///
  /// As many as there are files at most, which their bound in bytes bounds as well.
  public var contents: [ContentHash]? {
    let names: [Substring]? = state.withLock { $0.isLoaded ? $0.files.contentNames : nil }
    return names?.compactMap { ContentHash($0) }
  }

  /// Finds the entries of earlier runs, once, however many ask for it.
  ///
  /// To be run beside the start, which need not wait for it: until it is done they are only missing.
  public func load() async {
    let loading = state.withLock { state -> Task<Void, Never> in
      if let loading = state.loading { return loading }
      let task = Task { await findEntries() }
      state.loading = task
      return task
    }
    await loading.value
  }

  private func findEntries() async {
    let found = await writing.run { [folder] in folder.scan() }
    let surplus = state.withLock { state -> [PreviewFile] in
      state.isLoaded = true
      let unknown = found.filter { !state.files.contains($0.stem) && state.pending[$0.stem] == nil }
      return state.files.insert(earlier: unknown)
    }
    await delete(surplus)
    byteGauge.record(status.bytes)
    logger.debug("the preview cache is loaded", metadata: ["entries": "\(found.count)"])
  }

  /// Gives up everything that was made from a content.
  ///
  /// To be called when the content itself goes, and after work about it was told so, which would bring entries
  /// back: ``WorkerPool/forget(_:)``.
  public func remove(_ hash: ContentHash) async {
    let name = hash.description
    let files = state.withLock { state in
      for (stem, pending) in state.pending where pending.file.content == name {
        state.pending[stem] = nil
        state.pendingBytes -= pending.file.cost
      }
      return state.files.removeAll(of: hash)
    }
    await delete(files)
    byteGauge.record(status.bytes)
  }

  /// What was kept under `key`; nil when there is nothing, or it was deleted behind the cache's back.
  func value(for key: PreviewKey) async -> Hit? {
    let stem = key.stem
    let (pending, file) = state.withLock { ($0.pending[stem], $0.files.file(stem)) }
    var hit = pending.map { Hit($0.content, of: $0.file) }
    if hit == nil, let file { hit = await open(file) }
    count(hit != nil)
    return hit
  }

  /// Keeps what a worker made.
  ///
  /// Returns at once; from then on it is found.
  func keep(_ work: FinishedWork, drawnWith version: String) {
    guard case .done(let answer) = work.outcome, let content = answer.content,
      let key = PreviewKey(work.key, drawnWith: version)
    else { return }
    let file = PreviewFile(
      stem: key.stem, bytes: Int(content.size), image: answer.image, digest: answer.digest,
      isPDF: answer.isPDF)
    // A request for a region with many digits may have too long a name; it is merely not kept.
    guard file.name.utf8.count <= PreviewFile.maximumName, begin(file, content) else { return }
    Task { await store(file, content) }
  }

  /// Waits until everything that was kept so far has reached its file, and what had to go for it is gone.
  func settle() async {
    while state.withLock({ $0.unsettled > 0 }) { await writing.run {} }
  }

  private func begin(_ file: PreviewFile, _ content: OpenContent) -> Bool {
    state.withLock { state in
      guard state.pending[file.stem] == nil, file.cost <= state.files.limit / 4,
        state.pendingBytes + file.cost <= Self.maximumPendingBytes
      else { return false }
      state.pending[file.stem] = Pending(file: file, content: content)
      state.pendingBytes += file.cost
      state.unsettled += 1
      return true
    }
  }

  private func store(_ file: PreviewFile, _ content: OpenContent) async {
    do {
      try await writing.run { [folder] () throws(SystemError) in
        try folder.write(file, from: content.source)
      }
      await delete(finish(file, isWritten: true))
    } catch {
      logger.debug("a preview was not kept", metadata: ["error": "\(error)"])
      _ = finish(file, isWritten: false)
    }
    state.withLock { $0.unsettled -= 1 }
    byteGauge.record(status.bytes)
  }

  /// Moves an entry from memory to the index; returns the files that have to go.
  private func finish(_ file: PreviewFile, isWritten: Bool) -> [PreviewFile] {
    state.withLock { state in
      guard state.pending.removeValue(forKey: file.stem) != nil else {
        // Its content went while it was written.
        return isWritten ? [file] : []
      }
      state.pendingBytes -= file.cost
      guard isWritten else { return [] }
      return state.files.insert(file)
    }
  }

  private func open(_ file: PreviewFile) async -> Hit? {
    if let content = await reading.run({ [folder] in folder.open(file) }) {
      return Hit(content, of: file)
    }
    state.withLock { $0.files.remove(file.stem) }
    return nil
  }

  private func delete(_ files: [PreviewFile]) async {
    guard !files.isEmpty else { return }
    await writing.run { [folder] in
      for file in files { folder.remove(file) }
    }
  }

  private func count(_ isHit: Bool) {
    (isHit ? hitCounter : missCounter).increment()
    state.withLock { state in
      if isHit { state.hits += 1 } else { state.misses += 1 }
    }
  }
}

extension WorkerAnswer {
  /// What the image is; nil for anything else.
  var image: ImageFacts? {
    if case .rendered(let facts) = payload { facts } else { nil }
  }

  /// Whether the content is a PDF.
  var isPDF: Bool {
    if case .boardDrawn = payload { true } else { false }
  }
}
