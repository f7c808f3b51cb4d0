public import DocumentModel
public import FoundationEssentials
public import Logging

/// The documents of one workspace and all that can be done with them: the use cases above the ports.
///
/// A value over thread-safe parts; copy it freely and call it from any task. Every refusal is a ``DocumentError``.
///
/// ```swift
/// let stage = try await workspace.contents.stage()
/// for try await chunk in body { try await stage.write(chunk) }
/// let document = try await workspace.add(
///   try await stage.finish(), named: FileName("report.pdf"), origin: .api)
/// ```
public struct DocumentWorkspace: Sendable {
  /// Where the bytes are.
  public let contents: any ContentStore
  /// What is known of them.
  public let metadata: any MetadataStore
  /// Opens them somewhere safe.
  public let renderer: any PageRenderer
  /// Which types and handlers there are.
  public let types: TypeRegistry
  /// Who hears of changes.
  public let events: EventHub
  /// Who hears of what is not kept.
  public let notices = Broadcast<Notice>()
  /// Long work.
  public let jobs: Jobs
  /// How long documents stay in the Trash.
  public let trashRetention: TrashRetention
  /// Dates what goes there.
  let expiry: ExpiryGuard
  /// How long a file must not have been written to before a pass over the tree takes it up.
  public let quiet: Duration
  /// Whether files that others put into `Documents` become documents (spec documents FS-1).
  public let sharesFiles: Bool
  /// Tells the time.
  let now: @Sendable () -> Date
  /// Waits for so long.
  let rest: @Sendable (Duration) async -> Void
  /// Notes what was done with which document.
  let log: Logger
  /// Told of a content that can never be read again.
  let onContentGone: @Sendable (ContentHash) async -> Void
  /// Keeps two changes of one place apart.
  let gate = Gate<Location>()
  /// Keeps a document's two ways out of the Trash apart, by its id.
  let bin = Gate<String>()
  /// Lets one batch at a time be done.
  let batchGate = Gate<Int>()
  /// What is left of batches that could not be taken back to their end.
  let interruptedBatches = InterruptedBatches()
  /// Lets one board at a time have all its documents open.
  let boards = Gate<Int>()
  /// Which files are missing, as the last pass over the tree saw it.
  let missing = MissingFiles()
  /// Files that are read beside the passes over the tree.
  let longFiles = LongFiles()
  /// Looks at where all files are now, for who cannot wait for the next pass.
  let looks: TreeLooks

  /// A workspace over its ports.
  ///
  /// - Parameters:
  ///   - contents: where the bytes are.
  ///   - metadata: what is known of them.
  ///   - renderer: opens them somewhere safe.
  ///   - types: which types and handlers there are.
  ///   - events: who hears of changes.
  ///   - trashRetention: how long documents stay in the Trash.
  ///   - expiry: what dates them.
  ///   - quiet: how long a file must not have been written to before a pass over the tree takes it up.
  ///   - sharesFiles: whether files that others put into `Documents` become documents.
  ///   - log: notes what was done with which document.
  ///   - onContentGone: told of each content that can never be read again, because no document has it and no version is
  ///     kept: for caches that are keyed by hashes.
  ///   - now: tells the time; to be replaced in tests alone.
  ///   - rest: waits for so long, or until the task is cancelled; to be replaced in tests alone.
  public init(
    contents: any ContentStore, metadata: any MetadataStore, renderer: any PageRenderer, types: TypeRegistry,
    events: EventHub, trashRetention: TrashRetention = .standard,
    expiry: ExpiryGuard = ExpiryGuard(), quiet: Duration = .zero,
    sharesFiles: Bool = true, log: Logger,
    onContentGone: @escaping @Sendable (ContentHash) async -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() },
    rest: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.contents = contents
    self.metadata = metadata
    self.renderer = renderer
    self.types = types
    self.events = events
    self.trashRetention = trashRetention
    self.expiry = expiry
    self.quiet = quiet
    self.rest = rest
    looks = TreeLooks(rest: min(quiet, .milliseconds(200)))
    self.sharesFiles = sharesFiles
    self.log = log
    self.now = now
    jobs = Jobs(notices: notices, now: now)
    self.onContentGone = onContentGone
  }

  /// The document with this id.
  ///
  /// Throws `.notFound` when there is none, or when it is in the Trash and `includingTrash` is false.
  public func document(_ id: DocumentID, includingTrash: Bool = false) async throws(DocumentError) -> Document
  {
    guard let document = try await metadata.document(id), includingTrash || document.trashed == nil else {
      throw DocumentError(.notFound, "there is no document \(id)")
    }
    return document
  }

  /// A page of the list.
  public func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    try await metadata.documents(query)
  }
}
