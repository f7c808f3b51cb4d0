import DocumentModel
import LinuxSystem
import Logging
import Previews
import Storage
import Workspace

/// The composition root: the one place that knows which implementation stands behind which port.
struct Assembly: Sendable {
  let files: AppFiles
  let root: SandboxRoot
  let metadata: SQLiteMetadataStore
  let room: StorageRoom
  let pool: WorkerPool
  let cache: PreviewCache
  let renderer: CachingRenderer
  let accounts: Accounts
  let workspace: DocumentWorkspace
  let comparer: VersionComparer
  let preferences: Preferences
  let states: SavedStateFolder
  let blocking: BlockingPool

  /// Opens the workspace of `configuration` and puts the parts together.
  ///
  /// Workers are started; nothing is served.
  ///
  /// `root` is the workspace for who has opened it already.
  ///
  /// Throws ``StartError`` or `DocumentError`, each with a sentence for the operator.
  init(_ configuration: Configuration, root opened: SandboxRoot? = nil, log: Logger) async throws {
    files = try AppFiles(given: configuration.files)
    let builtIn = try BuiltInTypes.load(files)
    root = try opened ?? SandboxRoot(opening: configuration.root, for: .serving)
    metadata = try SQLiteMetadataStore(root: root)
    let store = try SQLiteAccountStore(root: root)
    let types = try await TypeRegistry(builtIn: builtIn, store: DeclarationFile(root: root), log: log)
    // From the top, so that even a removed Caches is made again.
    let top = try Directory(opening: configuration.root)
    cache = PreviewCache(
      in: top, at: "\(SandboxArea.caches.path)/previews", byteLimit: Int(configuration.cacheBytes),
      logger: log)
    pool = try Self.pool(configuration.workers, cache: cache, log: log)
    renderer = CachingRenderer(pool: pool, cache: cache)
    accounts = Accounts(store)
    blocking = BlockingPool(threads: 4, name: "files")
    room = StorageRoom(quota: configuration.quota, keepFree: configuration.keepFree, metadata: metadata) {
      [root] () async throws(DocumentError) in
      let space = try await root.space()
      return DiskSpace(free: space.free, total: space.total)
    }
    workspace = DocumentWorkspace(
      contents: BoundedContentStore(FileContentStore(root: root), in: room), metadata: metadata,
      renderer: renderer, types: types,
      events: try await EventHub(metadata: metadata, log: log), log: log,
      onContentGone: { [renderer] hash in await renderer.forget(hash) })
    comparer = VersionComparer(workspace, pool: BlockingPool(threads: 2, name: "compare"))
    preferences = try await Preferences(
      try BuiltInSettings.load(files), store: PreferenceFile(root: root), notices: workspace.notices)
    states = SavedStateFolder(root: root)
    await pool.start()
  }

  /// A pool of the worker program that lies beside this one.
  static func pool(_ workers: Int?, cache: PreviewCache?, log: Logger) throws(StartError) -> WorkerPool {
    guard let program = WorkerProgram.besideThisProgram() else {
      throw StartError(
        "sheaf-render was not found beside sheaf; build both, or install both into one folder.")
    }
    return WorkerPool(.init(program: program, workers: workers), cache: cache, logger: log)
  }
}
