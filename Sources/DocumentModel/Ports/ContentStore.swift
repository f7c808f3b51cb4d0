public import FoundationEssentials

/// Keeps the bytes of documents and of their earlier versions.
///
/// **Durability.** When `place` has returned, the content and its name survive power loss. Between any two steps
/// there is the old content or the new one, never a mixture.
/// **Packages.** A store that has folders takes those of certain names for documents. The content of one is its archive,
/// which is the same for equal folders; nothing in it is a document, and no folder. What replaces or makes one is an
/// archive, else `.unfitPackage`.
/// **Threading.** Every method may be called from any task; none blocks the caller's thread on the disk.
/// **Errors.** Every refusal is a ``DocumentError``; `.storageFull` for a full disk, `.storageFailed` for an I/O
/// error, `.readOnly` for a store that cannot be written.
///
/// ```swift
/// let stage = try await contents.stage()
/// for try await chunk in body { try await stage.write(chunk) }
/// let staged = try await stage.finish()
/// let placed = try await contents.place(staged, at: location, replacing: nil)
/// ```
public protocol ContentStore: Sendable {
  /// Throws `.quotaExceeded` or `.storageLow` when so many more bytes may not come in now.
  ///
  /// A store without such bounds takes any number until its disk is full.
  func requireRoom(for bytes: Int64) async throws(DocumentError)

  /// Opens a place for incoming bytes. What is not placed in the end leaves nothing behind.
  func stage() async throws(DocumentError) -> any ContentStage
  /// As ``stage()``, for bytes of which is known how many they will be; a store that has no room for all of them
  /// refuses as ``requireRoom(for:)`` does, before one has come.
  func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage

  /// Gives staged bytes their name, and makes both durable.
  ///
  /// - Parameters:
  ///   - location: where; missing folders are made.
  ///   - replacing: nil to require that nothing lies there (else `.nameTaken`); otherwise the hash of the content
  ///     that is there now, which is kept as a version first.
  func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent

  /// Takes back what was placed at `location` a moment ago and became nobody's: the file goes for good, durably.
  ///
  /// Nothing happens when another content than `hash` is there by now. Throws `.notFound` when nothing is.
  func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError)

  /// The current bytes at `location`. Throws `.notFound` when nothing, or no regular file, is there, `.unfitPackage` when
  /// it is a package that can be no document as it is.
  func open(_ location: Location) async throws(DocumentError) -> any ReadableContent
  /// The bytes of an earlier version. Throws `.notFound` when they are not kept.
  func openVersion(_ hash: ContentHash) async throws(DocumentError) -> any ReadableContent
  /// Those of `hashes` whose bytes are kept as earlier versions. Opens none of them.
  func keptVersions(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash>
  /// Keeps staged bytes as an earlier version without their ever having been a document's content, durably; they cannot
  /// be placed afterwards.
  func keepVersion(_ staged: any StagedContent) async throws(DocumentError)
  /// Stages a copy of a content that this store opened, sharing its blocks where the file system can. Throws `.damaged`
  /// when its bytes are not those of `hash`.
  func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent

  /// The archive of the package that lies in the open folder `directory`, wherever that is: what ``place`` makes an equal
  /// folder of. The descriptor stays the caller's.
  ///
  /// Throws `.unfitPackage` for a folder that can be no document, `.contentChanged` for one that somebody writes to all the
  /// time.
  func pack(_ directory: CInt) async throws(DocumentError) -> any ReadableContent

  /// Removes the bytes of an earlier version; nothing happens when they are not kept.
  ///
  /// Blocks for a moment: to be called from a thread that may.
  func removeVersion(_ hash: ContentHash) throws(DocumentError)

  /// Another name or folder; `.nameTaken` when something lies there, missing folders are made.
  func move(_ source: Location, to target: Location) async throws(DocumentError)
  /// Out of `Documents` into the Trash.
  func trash(_ id: DocumentID, at location: Location) async throws(DocumentError)
  /// Back from the Trash; `.nameTaken` when something lies at `location`.
  func restore(_ id: DocumentID, to location: Location) async throws(DocumentError)
  /// The bytes of a document in the Trash. Throws `.notFound` when its file is not there.
  func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent

  /// Removes what lies in the Trash of a document, durably; nothing happens when nothing does.
  ///
  /// - Parameter hash: keeps the content as an earlier version first, if it is the one of this hash and no such version
  ///   is kept; nil for a content that nobody needs.
  ///
  /// Blocks for a moment: to be called from a thread that may.
  func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError)

  /// Makes a folder and those above it; true when it is new.
  func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool
  /// The folders directly in `folder`.
  func folders(in folder: FolderPath) async throws(DocumentError) -> [FileName]
  /// One folder. Throws `.notFound` when none is there.
  func folder(_ folder: FolderPath) async throws(DocumentError) -> FoundFolder
  /// The folders directly in `folder` whose names come after `name` (nil for all), in the order of lists by name; at
  /// most `limit`. Memory stays bounded however many there are. Throws `.notFound` when `folder` is not there.
  func folders(
    in folder: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> [FoundFolder]
  /// Throws `.invalidName` when a folder in `folder` would lie too deep in `target` to be listed, whether or not anything
  /// in it is indexed.
  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError)
  /// Another place for a folder with all that is in it, in one step and durably.
  ///
  /// Throws `.notFound` when it, or the folder that it is to lie in, is not there, `.nameTaken` when something lies at
  /// the target, `.folderStays` when the target is within it or on another disk.
  func moveFolder(_ source: FolderPath, to target: FolderPath) async throws(DocumentError)
  /// Removes a folder and those below it as far as nothing is in them, durably, and tells what keeps the others: hidden
  /// files, links, names that no document can have, and documents.
  ///
  /// Throws `.notFound` when it is not there.
  func removeEmptyFolders(_ folder: FolderPath) async throws(DocumentError) -> LeftFiles

  /// Every regular file in `Documents`, in no order, without opening any, and what else is worth a word; hidden
  /// names are passed over. Memory stays bounded however many there are.
  ///
  /// Throws `.storageFailed` when `Documents` itself is missing, or is no longer where the workspace was opened.
  func walk() -> AsyncThrowingStream<TreeFinding, any Error>
  /// As ``walk()``, of a folder and those below it; finds nothing when it is not there.
  func walk(in folder: FolderPath) -> AsyncThrowingStream<TreeFinding, any Error>
  /// Hints of what others do in the tree from now on, while somebody listens; nil for a store that gets none.
  ///
  /// Hints only: what happens on a network disk is not told, nor what happens while too much does. The stream ends when
  /// no more come.
  func notices() -> AsyncStream<TreeNotice>?
  /// Whether somebody has the content at `location` open for writing, as far as that can be known.
  func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool
  /// How the files at these places look. Those where no file lies are left out.
  ///
  /// A package that can be no document as it is looks like nothing that was ever read, but has the number that it had
  /// (``Fingerprint/inode``): it is not missing.
  func fingerprints(at locations: [Location]) async throws(DocumentError) -> [Location: Fingerprint]
  /// Hashes the content at `location` as it is now. Nil when it changed while it was read.
  func hash(_ location: Location) async throws(DocumentError) -> HashedContent?
  /// As ``hash(_:)-(Location)``, of a content that a document is to have: from then on it is held, as one that was placed
  /// here is.
  func take(_ location: Location) async throws(DocumentError) -> HashedContent?
  /// Those of `hashes` whose contents are held. Opens none of them.
  func heldContents(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash>
  /// Holds the content at `location` without reading all of it, if its file looks like `fingerprint`, for which it was
  /// proved to be that of `hash` (``Fingerprint/hasContent(of:)``).
  ///
  /// Returns how the file looks afterwards; nil, and nothing is held, when no file is there, it looks otherwise, or it is too
  /// long.
  func hold(
    _ location: Location, as hash: ContentHash, looking fingerprint: Fingerprint
  ) async throws(DocumentError) -> Fingerprint?
  /// Makes an earlier version, durably, of a content that a document had and that others replaced or removed.
  ///
  /// False when that cannot be: it was never placed or taken here, or was written over. True also when the version was
  /// there already. What a document has now stays what it is.
  func keepHeld(_ hash: ContentHash) async throws(DocumentError) -> Bool
  /// Lets go of the contents that are held since before `date` and for which `isNeeded` answers false; returns how many.
  func releaseHeld(
    before date: Date, unless isNeeded: @Sendable (ContentHash) async throws(DocumentError) -> Bool
  ) async throws(DocumentError) -> Int
  /// Hashes a content that this store opened, wherever its file lies, and tells how it looks for that. Nil when it
  /// changed while it was read.
  func hash(
    _ content: any ReadableContent
  ) async throws(DocumentError) -> (sha256: ContentHash, fingerprint: Fingerprint)?
}

extension ContentStore {
  /// There is always room, unless said otherwise.
  public func requireRoom(for bytes: Int64) async throws(DocumentError) {}

  /// Nobody has, unless said otherwise.
  public func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool { false }

  /// No hints, unless said otherwise.
  public func notices() -> AsyncStream<TreeNotice>? { nil }

  /// How many bytes will come makes no difference, unless said otherwise.
  public func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage {
    try await stage()
  }
}

/// Incoming bytes on their way into the store.
///
/// Used by one task; dropped without `finish`, it leaves nothing.
public protocol ContentStage: AnyObject, Sendable {
  /// Bytes written so far.
  var written: Int64 { get }
  /// Takes the next bytes. Returns when they are written, so that a slow disk slows the sender.
  func write(_ bytes: [UInt8]) async throws(DocumentError)
  /// Makes the bytes durable and gives their hash.
  func finish() async throws(DocumentError) -> any StagedContent
  /// Removes what came so far.
  func abandon() async
}

/// Durable bytes that have no name yet.
///
/// They are removed when the last reference goes without `place`.
public protocol StagedContent: ReadableContent {
  /// Their hash.
  var sha256: ContentHash { get }

  /// Lets go of ``ReadableContent/descriptor`` until ``wake()``: for many contents that wait for one another. Used by
  /// the one task that has the content. Placing it wakes it.
  func rest()
  /// Makes it usable again; nothing happens when it is awake. Throws `.storageFailed` when somebody changed the bytes
  /// meanwhile.
  func wake() async throws(DocumentError)
}

extension StagedContent {
  /// Bytes that hold nothing open need no rest.
  public func rest() {}

  /// What holds nothing open is awake.
  public func wake() async throws(DocumentError) {}
}

/// What a tree walk and a placement know of a file: enough to notice that it changed, without reading it.
public struct PlacedContent: Hashable, Sendable {
  /// Where it lies.
  public let location: Location
  /// Length in bytes.
  public let size: Int64
  /// How it looks from outside.
  public let fingerprint: Fingerprint
  /// When it was last written.
  public var modified: Date { Date(timeIntervalSince1970: Double(fingerprint.modified) / 1e9) }

  /// A finding from its parts.
  ///
  /// - Parameter size: nil for the length that the fingerprint tells.
  public init(location: Location, size: Int64? = nil, fingerprint: Fingerprint) {
    self.location = location
    self.size = size ?? fingerprint.size
    self.fingerprint = fingerprint
  }
}

/// A file and the hash of its bytes at one moment.
public struct HashedContent: Hashable, Sendable {
  /// Where, and how it looked from outside at that moment.
  public let placed: PlacedContent
  /// The hash of its bytes.
  public let sha256: ContentHash

  /// A finding from its parts.
  public init(placed: PlacedContent, sha256: ContentHash) {
    self.placed = placed
    self.sha256 = sha256
  }
}
