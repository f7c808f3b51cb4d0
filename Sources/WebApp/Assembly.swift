import DocumentModel
import LinuxSystem
import Logging
import Maintenance
import Previews
import Storage
import Workspace

/// The composition root: the one place that chooses the implementation of each port.
struct Assembly: Sendable {
  let files: AppFiles
  let icons: TypeIconFiles
  let root: SandboxRoot
  let index: SQLiteIndex
  /// Whether the index knows nothing of what lies in the tree, or not all.
  private let isIndexNew: Bool
  let indexHealth: IndexHealth
  /// The words of all documents.
  let words: MendingTextIndex
  let room: StorageRoom
  let pool: WorkerPool
  let cache: PreviewCache
  let renderer: CachingRenderer
  let converters: Converters
  let accountStore: SQLiteAccountStore
  let accounts: Accounts
  /// The time by which entries expire.
  let expiry: ExpiryGuard
  private let contents: FileContentStore
  let workspace: DocumentWorkspace
  let sessions: DocumentSessions
  let uploads: ResumableUploads
  let annotations: Annotations
  /// Reads the words of scans; nil where nothing can.
  let scans: ScanReading?
  /// Documents with the words of their scans.
  let scanned: ScannedRenditions
  let comparer: VersionComparer
  let preferences: Preferences
  let rules: Rules
  /// Documents from the web.
  let imports: WebImports
  /// Addresses of copies, for web apps.
  let addresses: SignedAddresses
  /// Actions of web apps that go on.
  let actionRuns: ActionRuns
  let states: SavedStateFolder
  /// Areas that are shown beside the workspace and never written to.
  let areas: [ServedArea]
  let blocking: BlockingPool
  /// Identifies the workspace, also after its folder was moved on its disk.
  ///
  /// It consists of the creation time of the owner, and the inode of the folder, which a copy does not share.
  let identity: String

  /// Opens the workspace of `configuration` and puts the parts together.
  ///
  /// Workers are started; nothing is served.
  ///
  /// `root` is the workspace if it is already open; `change` is for tests that reach the limits of the pool.
  ///
  /// Throws ``StartError`` or `DocumentError`, each with a sentence for the operator.
  init(
    _ configuration: Configuration, root opened: SandboxRoot? = nil,
    limits change: (inout PoolLimits) -> Void = { _ in }, log: Logger
  ) async throws {
    files = try AppFiles(given: configuration.files)
    let builtIn = try BuiltInTypes.load(files)
    root = try opened ?? SandboxRoot(opening: configuration.root, for: .serving)
    Self.report(oddFilesIn: root, log)
    let opened = try IndexRecovery(root).open()
    index = opened.index
    isIndexNew = opened.index.isNew || opened.rebuilt != nil
    indexHealth = IndexHealth(index, IndexDamageMark(in: root), rebuilt: opened.rebuilt, log)
    words = MendingTextIndex(root: root)
    if let refusal = words.refusal {
      log.warning("the index of words could not be opened", metadata: ["reason": "\(refusal)"])
    }
    accountStore = try SQLiteAccountStore(root: root)
    let types = try await Self.types(builtIn, in: root, log)
    Self.report(settingsIn: root, log)
    icons = TypeIconFiles(in: "\(files.resources)/icons")
    icons.report(missingFrom: types.current.types, to: log)
    // Opened from the top, so that a removed `Caches` is created again.
    let top = try Directory(opening: configuration.root)
    let privates = try await PrivateContents(PrivateContentFile(root: root))
    cache = PreviewCache(
      in: top, at: "\(SandboxArea.caches.path)/previews", byteLimit: Int(configuration.cacheBytes),
      logger: log
    ) { hash in privates.contains(hash) }
    let quarantine = QuarantineFile(
      in: top, at: "\(SandboxArea.caches.path)/quarantine.json", logger: log)
    pool = try Self.pool(
      configuration.workers, cache: cache, quarantine: quarantine, limits: change, log: log)
    renderer = CachingRenderer(pool: pool, cache: cache) { [words] hash, page in
      (try? await words.recognizedText(ofPage: page, of: hash)) ?? nil
    }
    converters = Converters(log: log)
    _ = types.update(available: converters.look())
    accounts = Accounts(accountStore)
    try await accounts.establishOwner()
    identity = "\(try await accounts.established()) \(root.number ?? 0)"
    blocking = BlockingPool(threads: 4, name: "files")
    areas = try await ReadOnlyAreas(besides: configuration.root, log: log)
      .open(configuration.readOnlyAreas, files: files)
    room = StorageRoom(quota: configuration.quota, keepFree: configuration.keepFree, versionIndex: index) {
      [root] () async throws(DocumentError) in
      let space = try await root.space()
      return DiskSpace(free: space.free, total: space.total)
    }
    // Read before anything is dated, because the clock may have leapt.
    expiry = await ExpiryGuard.following(ClockReadingFile(root: root), log: log)
    contents = FileContentStore(root: root, copiesUpTo: configuration.copiesUpTo)
    workspace = DocumentWorkspace(
      contents: BoundedContentStore(contents, in: room), documentFiles: contents, directory: contents,
      index: index, versionIndex: index, trashIndex: index, eventLog: index, journal: index,
      renderer: renderer, makers: converters.makers, media: converters.media, renditionCache: cache,
      privates: privates, types: types,
      events: try await EventHub(eventLog: index, log: log),
      trashRetention: configuration.trashRetention, expiry: expiry, quiet: .seconds(2),
      sharesFiles: configuration.sharesFiles, log: log,
      onContentGone: { [renderer] hash in
        await renderer.forget(hash)
        await privates.remove(hash)
      })
    sessions = DocumentSessions(workspace, drafts: DraftFolder(root: root), room: room, log: log)
    uploads = await ResumableUploads(
      workspace, store: UploadFolder(root: root), room: room, maximumBytes: configuration.maximumUpload)
    annotations = Annotations(workspace, store: AnnotationFolder(root: root))
    comparer = VersionComparer(workspace, pool: BlockingPool(threads: 2, name: "compare"))
    preferences = try await Preferences(
      try BuiltInSettings.load(files), store: PreferenceFile(root: root), notices: workspace.notices)
    types.follow { [preferences] in preferences.chosenHandlers }
    rules = try await Rules(of: workspace, store: RuleFile(root: root), index: words)
    scans = Self.scans(of: workspace, into: words, by: converters.recognizer, preferences)
    scanned = ScannedRenditions(workspace, words: words, reading: scans)
    states = SavedStateFolder(root: root)
    addresses = SignedAddresses(SignedAddressFile(root: root))
    actionRuns = ActionRuns(workspace.jobs)
    imports = Self.imports(into: workspace, root, configuration, log) { [renderer] hash in
      await renderer.forget(hash)
    }
    await pool.start()
  }

  private static func scans(
    of workspace: DocumentWorkspace, into words: any TextIndex, by recognizer: (any TextRecognizer)?,
    _ preferences: Preferences
  ) -> ScanReading? {
    recognizer.map {
      ScanReading(
        workspace, into: words, by: $0, settings: { ScanSettings(preferences.value(of:)) },
        minuteOfDay: { LocalTime.minuteOfDay() })
    }
  }

  private static func imports(
    into workspace: DocumentWorkspace, _ root: SandboxRoot, _ configuration: Configuration, _ log: Logger,
    forgetting forget: @escaping @Sendable (ContentHash) async -> Void
  ) -> WebImports {
    let transfers = configuration.transfers
    let limits = ImportLimits(
      bytes: configuration.maximumUpload, gap: transfers.gap, total: transfers.time,
      perHost: transfers.importsPerHost)
    return WebImports(
      into: workspace, fetcher: CurlFetcher(agent: "Sheaf/\(App.version)", gap: limits.gap),
      store: ImportOrderFile(root: root), limits: limits,
      allowsPrivate: configuration.allowsPrivateImports, log: log, forgetMade: forget
    ) { host in await CurlFetcher.machines(of: host) }
  }

  /// The registry of `builtIn` and of the types that were declared, which the folders of `root` follow.
  private static func types(
    _ builtIn: FileTypeRegistry, in root: SandboxRoot, _ log: Logger
  ) async throws -> TypeRegistry {
    try await TypeRegistry(
      builtIn: builtIn, store: DeclarationFile(root: root), log: log,
      follow: { (registry, leftOut) async throws(DocumentError) in
        try await root.takeForDocuments(
          registry.packageNames, declared: registry.userDeclarations.extensions, leftOut: leftOut.extensions)
      })
  }

  /// Reports files that could not be removed, and files that lie where Sheaf cannot use them.
  private static func report(oddFilesIn root: SandboxRoot, _ log: Logger) {
    for (name, reason) in root.leftovers {
      log.warning(
        "something in tmp could not be removed", metadata: ["name": "\(name)", "reason": "\(reason)"])
    }
    for (name, place) in root.putAside {
      log.warning(
        "an entry in the place of a database file was no file, and was put aside; the last changes may be lost",
        metadata: ["name": "\(name)", "place": "\(place)"])
    }
  }

  /// Reports damaged settings that were set aside, and stored declarations that are no longer valid.
  private static func report(settingsIn root: SandboxRoot, _ log: Logger) {
    for settings in root.damagedSettings {
      log.error(
        "settings were damaged and were put aside; the server goes on without them",
        metadata: [
          "name": "\(settings.path)", "damage": "\(settings.damage)", "place": "\(settings.place)",
        ])
    }
    guard !root.undeclaredPackages.isEmpty else { return }
    log.warning(
      "folders of these names stay documents though their types are lost; put types.json back, or declare them again",
      metadata: ["extensions": "\(root.undeclaredPackages.joined(separator: ", "))"])
  }

  /// The service that keeps the index in line with the files: at the start, and later where files are shared.
  ///
  /// A new index and a rebuilt one do not know the documents of the tree. The files are then indexed once, whether
  /// files are shared or not, so that losing the index loses no document.
  func reconciler(log: Logger) -> Reconciler {
    Reconciler(
      workspace.tree, quiet: workspace.tree.quiet, takesUp: workspace.tree.sharesFiles || isIndexNew, log: log
    )
  }

  /// Lets rules act on what arrives, once `reconciler` knows what was there before.
  func judging(after reconciler: Reconciler) -> ArrivalJudging {
    let isNew = isIndexNew
    let (reads, preferences) = (scans != nil, preferences)
    return ArrivalJudging(
      rules, store: index, awaitsScans: reads && ScanSettings(preferences.value(of:)).mode != .off
    ) {
      // The first pass over the tree finds again what a lost index knew.
      if isNew { await reconciler.firstPassEnds() }
    }
  }

  /// An importer into the workspace that reads on the threads of `pool`.
  func importer(on pool: BlockingPool) -> FileImporter {
    let contents = contents
    return FileImporter(into: workspace, pool: pool) { (package) async throws(DocumentError) in
      try await contents.pack(package)
    }
  }

  /// A pool of the worker program that lies beside this one.
  static func pool(
    _ workers: Int?, cache: PreviewCache?, quarantine: QuarantineFile? = nil,
    limits change: (inout PoolLimits) -> Void = { _ in }, log: Logger
  ) throws(StartError) -> WorkerPool {
    guard let program = WorkerProgram.besideThisProgram() else {
      throw StartError(
        "sheaf-render was not found beside sheaf; build both, or install both into one folder.")
    }
    var configuration = WorkerPool.Configuration(program: program, workers: workers)
    change(&configuration.limits)
    return WorkerPool(configuration, cache: cache, quarantine: quarantine, logger: log)
  }
}
