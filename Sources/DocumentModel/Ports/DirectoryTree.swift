public import FoundationEssentials

/// The folders and files below `Documents`, as far as only a directory tree has them: other programs work in it, too.
///
/// Nothing in a package is a document or a folder.
/// **Threading** and **errors** as in ``ContentStore``.
public protocol DirectoryTree: Sendable {
  /// Makes a folder and those above it; true when it is new.
  func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool
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
  /// Throws `.notFound` when it, or the folder that it is to lie in, is not there, `.nameTaken` when something lies
  /// at the target. Throws `.folderStays` when the target is within it or on another disk.
  func moveFolder(_ source: FolderPath, to target: FolderPath) async throws(DocumentError)
  /// Removes a folder and those below it as far as nothing is in them, durably.
  ///
  /// Tells what keeps the other folders: hidden files, links, names that no document can have, and documents.
  ///
  /// Throws `.notFound` when it is not there.
  func removeEmptyFolders(_ folder: FolderPath) async throws(DocumentError) -> LeftFiles

  /// Every regular file in `folder` and below it, in no order, without opening any, and what else is worth a word.
  /// Hidden names are passed over. Memory stays bounded however many there are. Finds nothing when `folder` is not
  /// there.
  ///
  /// Throws `.storageFailed` when `Documents` itself is missing, or is no longer where the workspace was opened.
  func walk(in folder: FolderPath) -> AsyncThrowingStream<TreeFinding, any Error>
  /// Hints of what other programs do in the tree from now on, while a task listens; nil for a tree that gets
  /// none.
  ///
  /// Hints only: what happens on a network disk is not told, nor what happens while too much does. The stream ends when
  /// no more come.
  func notices() -> AsyncStream<TreeNotice>?
  /// Whether a program has the content at `location` open for writing, as far as that can be known.
  func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool
  /// How the files at these places look. Those where no file lies are left out.
  ///
  /// A package that can be no document as it is looks like nothing that was ever read. But it has the number that it
  /// had (``Fingerprint/inode``): it is not missing.
  func fingerprints(at locations: [Location]) async throws(DocumentError) -> [Location: Fingerprint]
  /// Hashes the content at `location` as it is now. Nil when it changed while it was read.
  func hash(_ location: Location) async throws(DocumentError) -> HashedContent?
  /// As ``hash(_:)-(Location)``, of a content that a document is to have: from then on it is held, as one that was placed
  /// is.
  func take(_ location: Location) async throws(DocumentError) -> HashedContent?
  /// Those of `hashes` whose contents are held. Opens none of them.
  func heldContents(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash>
  /// Holds the content at `location` without reading all of it, if its file looks like `fingerprint`. For that it was
  /// proved to be the content of `hash` (``Fingerprint/hasContent(of:)``).
  ///
  /// Returns how the file looks afterwards; nil, and nothing is held, when no file is there, it looks otherwise, or it is too
  /// long.
  func hold(
    _ location: Location, as hash: ContentHash, looking fingerprint: Fingerprint
  ) async throws(DocumentError) -> Fingerprint?
  /// Makes an earlier version, durably, of a content that a document had and that another program replaced or
  /// removed.
  ///
  /// False when that cannot be: it was never placed or taken here, or was written over. True also when the version was
  /// there already. A document's present content stays as it is.
  func keepHeld(_ hash: ContentHash) async throws(DocumentError) -> Bool
  /// Lets go of the contents that are held since before `date` and for which `isNeeded` answers false; returns how many.
  func releaseHeld(
    before date: Date, unless isNeeded: @Sendable (ContentHash) async throws(DocumentError) -> Bool
  ) async throws(DocumentError) -> Int
  /// Hashes a content that the ``DocumentFiles`` of this tree opened, and tells how its file looks. Nil when it changed while
  /// it was read.
  func hash(
    _ content: any ReadableContent
  ) async throws(DocumentError) -> (sha256: ContentHash, fingerprint: Fingerprint)?
}

extension DirectoryTree {
  /// As ``walk(in:)``, of all `Documents`.
  public func walk() -> AsyncThrowingStream<TreeFinding, any Error> { walk(in: .top) }
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

/// A folder as a content store has it.
public struct FoundFolder: Hashable, Sendable {
  /// Where it lies.
  public let path: FolderPath
  /// Whether folders lie directly in it; hidden ones do not count.
  public let hasFolders: Bool
  /// Changes when something comes directly into it, leaves it or gets another name there.
  ///
  /// Two changes within one tick of the store's clock may look like one.
  public let state: String

  /// A finding from its parts.
  public init(path: FolderPath, hasFolders: Bool, state: String) {
    self.path = path
    self.hasFolders = hasFolders
    self.state = state
  }
}

/// The entries that kept folders from being removed.
public struct LeftFiles: Hashable, Sendable {
  /// So many are named at most.
  public static let namedCount = 20

  /// Paths relative to `Documents`, in no order; at most ``namedCount``.
  public private(set) var paths: [String] = []
  /// How many there are.
  public private(set) var count = 0

  /// Nothing.
  public init() {}

  /// Notes one more.
  public mutating func add(_ path: String) {
    if count < Self.namedCount { paths.append(path) }
    count += 1
  }
}

/// Something that a walk over `Documents` meets.
public enum TreeFinding: Hashable, Sendable {
  /// A document's file.
  case file(PlacedContent)
  /// A folder that could not be read now: nothing is known of what lies in it.
  case unread(FolderPath)
  /// Something that can be no document, with its path relative to `Documents` as far as it can be written.
  case passedOver(String, Reason)

  /// Why something can be no document.
  ///
  /// Hidden names are passed over without a word.
  public enum Reason: String, Hashable, Sendable {
    /// Not UTF-8, or with characters that no name may have.
    case illegalName
    /// Another spelling in Unicode of a name that lies beside it.
    case twin
    /// A link, device, socket or FIFO.
    case notRegular
    /// Nested more deeply than documents may be.
    case tooDeep
    /// A package that holds what none may hold, or too much of it.
    case unfitPackage

    /// The reason for people.
    public var sentence: String {
      switch self {
      case .illegalName: "the name cannot be a document's; rename the file to have it listed"
      case .twin: "a file of the same name in another Unicode spelling lies beside it; rename one of them"
      case .notRegular: "links, devices and FIFOs are no documents"
      case .tooDeep: "nested more deeply than documents may be"
      case .unfitPackage:
        "the package holds a link, a device, a name that cannot be kept, or too many files or levels"
      }
    }
  }
}

/// A hint that other programs may have changed something in the tree.
public enum TreeNotice: Hashable, Sendable {
  /// At these places; it may have been the store itself.
  case places([Location])
  /// Anywhere.
  case anywhere
}
