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
/// let document = try await workspace.documents.add(
///   try await stage.finish(), named: FileName("report.pdf"), origin: .api)
/// ```
public struct DocumentWorkspace: UsesServices {
  let services: Services
  /// The files on the disk.
  public let tree: Tree
  /// Documents, and what is done with one.
  public let documents: Documents
  /// Documents thrown away, and their removal.
  public let trash: Trash
  /// Folders.
  public let folders: Folders
  /// Earlier contents of documents.
  public let versions: Versions
  /// Many changes as one.
  public let batches: Batches
  /// Pages and previews of documents.
  public let pages: Pages

  /// Bytes on their way in, and earlier versions.
  public var contents: any ContentStore { services.contents }
  /// The tree of `Documents`.
  public var directory: any DirectoryTree { services.directory }
  /// Documents as they are indexed.
  public var index: any DocumentIndex { services.index }
  /// Versions as they are indexed.
  public var versionIndex: any VersionIndex { services.versionIndex }
  /// The log of changes.
  public var eventLog: any EventLog { services.eventLog }
  /// The contents of which nothing is kept in `Caches`.
  public var privates: PrivateContents { services.privates }
  /// Which types and handlers there are.
  public var types: TypeRegistry { services.types }
  /// The stream of events.
  public var events: EventHub { services.events }
  /// Notices, which are not kept.
  public var notices: Broadcast<Notice> { services.notices }
  /// Long work.
  public var jobs: Jobs { services.jobs }

  /// A workspace over its ports.
  ///
  /// - Parameters:
  ///   - contents: keeps bytes on their way in, and earlier versions.
  ///   - documentFiles: keeps the current bytes of documents.
  ///   - directory: the tree in which they lie.
  ///   - index: the index over documents.
  ///   - versionIndex: the index over their versions.
  ///   - trashIndex: the index over the Trash.
  ///   - eventLog: the log that these indexes write.
  ///   - journal: keeps batches.
  ///   - renderer: opens them somewhere safe.
  ///   - makers: make PDFs of what it does not open.
  ///   - media: opens sound and film.
  ///   - renditionCache: keeps what these make.
  ///   - privates: the contents of which it keeps nothing.
  ///   - types: which types and handlers there are.
  ///   - events: hands changes on to listeners.
  ///   - trashRetention: how long documents stay in the Trash.
  ///   - expiry: what dates them.
  ///   - quiet: how long a file must not have been written to before a pass over the tree takes it up.
  ///   - sharesFiles: whether files that other programs put into `Documents` become documents.
  ///   - log: notes what was done with which document.
  ///   - onContentGone: told of each content that can never be read again, because no document has it and no version
  ///     is kept. Caches that are keyed by hashes need it.
  ///   - now: tells the time; to be replaced in tests alone.
  ///   - rest: waits for so long, or until the task is cancelled; to be replaced in tests alone.
  public init(
    contents: any ContentStore, documentFiles: any DocumentFiles, directory: any DirectoryTree,
    index: any DocumentIndex, versionIndex: any VersionIndex, trashIndex: any TrashIndex,
    eventLog: any EventLog, journal: any BatchJournal, renderer: any PageRenderer,
    makers: [any RenditionMaker] = [],
    media: (any MediaReader)? = nil, renditionCache: (any RenditionCache)? = nil,
    privates: PrivateContents = PrivateContents(), types: TypeRegistry,
    events: EventHub,
    trashRetention: TrashRetention = .standard,
    expiry: ExpiryGuard = ExpiryGuard(), quiet: Duration = .zero,
    sharesFiles: Bool = true, log: Logger,
    onContentGone: @escaping @Sendable (ContentHash) async -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() },
    rest: @escaping PeriodicTask.Pause = PeriodicTask.sleep
  ) {
    let notices = Broadcast<Notice>()
    let jobs = Jobs(notices: notices, now: now)
    services = Services(
      contents: contents, documentFiles: documentFiles, directory: directory, index: index,
      versionIndex: versionIndex, trashIndex: trashIndex, eventLog: eventLog, journal: journal,
      renderer: renderer,
      renditions: Renditions(makers, media: media, cache: renditionCache, jobs: jobs, log: log),
      privates: privates,
      types: types, events: events, notices: notices, wordsSettled: Broadcast(), jobs: jobs, log: log,
      now: now)
    let places = Places(
      services: services, expiry: expiry, sharesFiles: sharesFiles, onContentGone: onContentGone)
    tree = Tree(places, quiet: quiet, rest: rest)
    documents = Documents(tree: tree)
    trash = Trash(documents: documents, retention: trashRetention)
    folders = Folders(documents: documents)
    versions = Versions(documents: documents)
    batches = Batches(documents: documents, trash: trash)
    pages = Pages(documents: documents)
  }

  /// The document with this id.
  ///
  /// Throws `.notFound` when there is none, or when it is in the Trash and `includingTrash` is false.
  public func document(_ id: DocumentID, includingTrash: Bool = false) async throws(DocumentError) -> Document
  {
    guard let document = try await index.document(id), includingTrash || document.trashed == nil else {
      throw DocumentError(.notFound, "there is no document \(id)")
    }
    return document
  }

  /// A page of the list.
  public func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    try await index.documents(query)
  }

  /// The value of a `Content-Type` header for a content: its media type, and of a text its encoding, where that is known.
  ///
  /// Found out once for each content. Never fails: where no worker can be asked, there is no encoding.
  public func contentType(
    of type: TypeIdentifier, _ content: any ReadableContent, hash: ContentHash
  ) async -> String {
    let registry = types.current
    let isText = registry.preferredMediaType(of: type).hasPrefix("text/") && content.size > 0
    let sniffed = isText ? try? await renderer.sniff(content, hash: hash) : nil
    return registry.contentType(of: type, sniffed: sniffed)
  }
}
