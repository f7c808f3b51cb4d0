public import DocumentModel
public import LinuxSystem
public import Logging
import Metrics
import Synchronization

/// Page images, facts and texts, cached in files below `Caches`.
///
/// The cache is bounded in bytes; every file counts in whole blocks and with its entry. The least recently used file
/// goes first, also after a restart, where the order is exact to the hour. Every file and folder may be deleted at
/// any time and is then drawn again. Nothing is synchronised to the disk, since all of it can be made again. A file
/// that a power failure truncated is recognised by its length.
///
/// Safe to use from any task. The disk is touched on threads of its own; look-ups never wait for writes, deletions
/// or listings.
public final class PreviewCache: Sendable {
  /// How full the cache is and how well it serves.
  public struct Status: Hashable, Sendable {
    /// Entries kept.
    public let entries: Int
    /// Their size, in whole blocks and with their entries, in bytes.
    public let bytes: Int
    /// The largest size, in bytes.
    public let byteLimit: Int
    /// Look-ups since the start that found an entry.
    public let hits: Int
    /// Look-ups since the start that found none.
    public let misses: Int
  }

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

  /// An entry that is being written, and served from memory until its file is there.
  private struct Pending {
    let file: PreviewFile
    let content: OpenContent
  }

  private struct State {
    var files: PreviewIndex
    var pending: [String: Pending] = [:]
    var pendingBytes = 0
    var unsettled = 0
    var hits = 0
    var misses = 0
    /// The search for the entries of earlier runs.
    var loading: Task<Void, Never>?
    var isLoaded = false
  }

  /// Entries beyond this are dropped while a slow disk is behind.
  private static let maximumPendingBytes = 64 << 20

  private let folder: CacheFolder
  private let logger: Logger
  private let isPrivate: @Sendable (ContentHash) -> Bool
  private let state: Mutex<State>
  /// The threads of look-ups, which requests wait for.
  private let reading = BlockingPool(threads: 2, name: "preview-open")
  /// The threads of all other work; tests keep them busy.
  let writing = BlockingPool(threads: 2, name: "preview-cache")
  private let hitCounter = Counter(label: "sheaf_cache_hits_total")
  private let missCounter = Counter(label: "sheaf_cache_misses_total")
  private let byteGauge = Gauge(label: "sheaf_cache_bytes")

  /// A cache in `path` below `directory`, which need not exist.
  ///
  /// Earlier entries are found by ``load()``. `directory` must be one that stays, such as the workspace's top: then
  /// even `Caches` may be deleted.
  ///
  /// - Parameters:
  ///   - directory: a directory that stays.
  ///   - path: the place below it.
  ///   - byteLimit: the most bytes of all entries.
  ///   - logger: notes what goes wrong.
  ///   - isPrivate: whether nothing that was made of a content may be kept.
  public init(
    in directory: Directory, at path: String, byteLimit: Int = 1 << 30, logger: Logger,
    isPrivate: @escaping @Sendable (ContentHash) -> Bool = { _ in false }
  ) {
    self.isPrivate = isPrivate
    folder = CacheFolder(directory: directory, path: path)
    self.logger = logger
    state = Mutex(State(files: PreviewIndex(byteLimit: byteLimit)))
  }

  /// The cache's size and hit counts.
  public var status: Status {
    state.withLock { state in
      Status(
        entries: state.files.count + state.pending.count, bytes: state.files.bytes + state.pendingBytes,
        byteLimit: state.files.limit, hits: state.hits, misses: state.misses)
    }
  }

  /// The contents that have entries, in no order; nil until ``load()`` has finished.
  public var contents: [ContentHash]? {
    let names: Set<Substring>? = state.withLock { state in
      guard state.isLoaded else { return nil }
      return Set(state.files.contentNames).union(state.pending.values.map { $0.file.content[...] })
    }
    return names?.compactMap { ContentHash($0) }
  }

  /// Finds the entries of earlier runs; later calls wait for the first.
  ///
  /// The server's start need not wait for it: until then those entries are misses.
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

  /// Removes everything that was made from a content.
  ///
  /// Call ``WorkerPool/forget(_:)`` first, because running work on the content would bring entries back.
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

  /// The entry of `key`; nil when there is none, or its file was deleted from outside.
  func value(for key: PreviewKey) async -> Hit? {
    let stem = key.stem
    let (pending, file) = state.withLock { ($0.pending[stem], $0.files.file(stem)) }
    var hit = pending.map { Hit($0.content, of: $0.file) }
    if hit == nil, let file { hit = await open(file) }
    count(hit != nil)
    return hit
  }

  /// Stores a worker's result.
  ///
  /// Returns at once; look-ups find the result from then on.
  func keep(_ work: FinishedWork, drawnWith version: String) {
    guard case .done(let answer) = work.outcome, let content = answer.content,
      let key = PreviewKey(work.key, drawnWith: version)
    else { return }
    keep(
      PreviewFile(
        stem: key.stem, bytes: Int(content.size), image: answer.image, digest: answer.digest,
        isPDF: answer.isPDF), content)
  }

  private func keep(_ file: PreviewFile, _ content: OpenContent) {
    guard ContentHash(file.content).map(isPrivate) != true else { return }
    // A region with many digits may have too long a name; its image is not cached.
    guard file.name.utf8.count <= PreviewFile.maximumName, begin(file, content) else { return }
    Task { await store(file, content) }
  }

  /// Waits until all stored entries are in their files and the evicted files are gone.
  func settle() async {
    while state.withLock({ $0.unsettled > 0 }) { await writing.run {} }
  }

  private func begin(_ file: PreviewFile, _ content: OpenContent) -> Bool {
    state.withLock { state in
      guard state.pending[file.stem] == nil, file.cost <= state.files.limit / 4,
        state.pendingBytes == 0 || state.pendingBytes + file.cost <= Self.maximumPendingBytes
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

  /// Moves an entry from memory to the index; returns the files to delete.
  private func finish(_ file: PreviewFile, isWritten: Bool) -> [PreviewFile] {
    state.withLock { state in
      guard state.pending.removeValue(forKey: file.stem) != nil else {
        // The content was removed while its entry was written.
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

extension WorkerResponse {
  var image: ImageFacts? {
    if case .rendered(let facts) = payload { facts } else { nil }
  }

  var isPDF: Bool {
    if case .printed = payload { true } else { false }
  }
}

extension PreviewCache: RenditionCache {
  /// The PDF that a converter made earlier.
  public func rendition(_ key: RenditionKey) async -> (any ReadableContent)? {
    await value(for: PreviewKey(key))?.content
  }

  /// Keeps a PDF that a converter of this module made.
  public func keep(_ pdf: any ReadableContent, as key: RenditionKey) {
    guard let content = pdf as? OpenContent else { return }
    let isPDF = ["pdf", "leading"].contains(key.part)
    keep(PreviewFile(stem: PreviewKey(key).stem, bytes: Int(pdf.size), image: nil, isPDF: isPDF), content)
  }
}
