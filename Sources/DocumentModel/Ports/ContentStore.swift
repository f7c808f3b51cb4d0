/// Keeps bytes on their way in, and those of earlier versions.
///
/// **Durability.** What a method has kept survives power loss when the method has returned.
/// **Threading.** Every method may be called from any task; none blocks the caller's thread on the disk, but
/// ``removeVersion(_:)``.
/// **Errors.** Every refusal is a ``DocumentError``; `.storageFull` for a full disk, `.storageFailed` for an I/O
/// error, `.readOnly` for a store that cannot be written.
///
/// ```swift
/// let stage = try await contents.stage()
/// for try await chunk in body { try await stage.write(chunk) }
/// let staged = try await stage.finish()
/// let placed = try await documentFiles.place(staged, at: location, replacing: nil)
/// ```
public protocol ContentStore: Sendable {
  /// Throws `.quotaExceeded` or `.storageLow` when so many more bytes may not come in now.
  ///
  /// A store without such bounds takes any number until its disk is full.
  func requireRoom(for bytes: Int64) async throws(DocumentError)

  /// Opens a place for incoming bytes. Bytes that are not placed in the end leave nothing behind.
  ///
  /// - Parameter bytes: how many come at least; a store that has no room for all of them refuses as
  ///   ``requireRoom(for:)`` does, before one has come.
  func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage
  /// Stages a copy of a content that this store or the ``DocumentFiles`` beside it opened, sharing its blocks where the
  /// file system can. Throws `.damaged` when its bytes are not those of `hash`.
  func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent

  /// The bytes of an earlier version. Throws `.notFound` when they are not kept.
  func openVersion(_ hash: ContentHash) async throws(DocumentError) -> any ReadableContent
  /// Those of `hashes` whose bytes are kept as earlier versions. Opens none of them.
  func keptVersions(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash>
  /// Keeps staged bytes as an earlier version without their ever having been a document's content, durably; they cannot
  /// be placed afterwards.
  func keepVersion(_ staged: any StagedContent) async throws(DocumentError)
  /// Removes the bytes of an earlier version; nothing happens when they are not kept.
  ///
  /// Blocks for a moment: to be called from a thread that may.
  func removeVersion(_ hash: ContentHash) throws(DocumentError)
}

extension ContentStore {
  /// There is always room, unless said otherwise.
  public func requireRoom(for bytes: Int64) async throws(DocumentError) {}

  /// As ``stage(expecting:)``, for any number of bytes.
  public func stage() async throws(DocumentError) -> any ContentStage { try await stage(expecting: 0) }
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

/// Room on the disk that counts as taken for as long as the object lives.
public protocol HeldRoom: AnyObject, Sendable {}

/// Durable bytes that have no name yet.
///
/// They are removed when the last reference goes without `place`.
public protocol StagedContent: ReadableContent {
  /// Their hash.
  var sha256: ContentHash { get }
  /// The room that counts as taken for as long as these bytes are held; nil where it is not counted.
  var room: (any HeldRoom)? { get set }

  /// Lets go of ``ReadableContent/descriptor`` until ``wake()``: for many contents that wait for one another. Used by
  /// the one task that has the content. Placing it wakes it.
  func rest()
  /// Makes it usable again; nothing happens when it is awake. Throws `.storageFailed` when another program
  /// changed the bytes meanwhile.
  func wake() async throws(DocumentError)
}

extension StagedContent {
  /// Bytes that hold nothing open need no rest.
  public func rest() {}

  /// A content that holds nothing open is awake.
  public func wake() async throws(DocumentError) {}
}
