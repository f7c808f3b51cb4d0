public import DocumentModel
public import FoundationEssentials

/// A content store that takes in no more than there is room for.
///
/// Only what adds bytes is refused; reading, moving, and the ways into the Trash and back are as they were.
public struct BoundedContentStore: ContentStore {
  private let store: any ContentStore
  private let room: StorageRoom

  /// `store`, with as much room as `room` says.
  public init(_ store: any ContentStore, in room: StorageRoom) {
    self.store = store
    self.room = room
  }

  /// Throws `.quotaExceeded` or `.storageLow` when so many more bytes may not come in now.
  public func requireRoom(for bytes: Int64) async throws(DocumentError) {
    try await room.require(bytes)
  }

  /// Opens a place for incoming bytes, each of which is counted; throws as ``requireRoom(for:)`` does.
  public func stage() async throws(DocumentError) -> any ContentStage {
    try await stage(expecting: 0)
  }

  /// As ``stage()``, for so many bytes: there is room for all of them, or none comes in.
  public func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage {
    let reservation = try await room.reserve(bytes)
    return BoundedStage(try await store.stage(), reservation, room)
  }

  /// As the store's own.
  public func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent {
    try await store.place(staged.beneath, at: location, replacing: replacing)
  }

  /// As the store's own.
  public func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError) {
    try await store.withdraw(hash, from: location)
  }

  /// As the store's own.
  public func open(_ location: Location) async throws(DocumentError) -> any ReadableContent {
    try await store.open(location)
  }

  /// As the store's own.
  public func openVersion(_ hash: ContentHash) async throws(DocumentError) -> any ReadableContent {
    try await store.openVersion(hash)
  }

  /// As the store's own.
  public func keptVersions(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash> {
    try await store.keptVersions(among: hashes)
  }

  /// As the store's own.
  public func keepVersion(_ staged: any StagedContent) async throws(DocumentError) {
    try await store.keepVersion(staged.beneath)
  }

  /// Copies a content where there is room for it; throws as ``requireRoom(for:)`` does.
  public func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent {
    let reservation = try await room.reserve(content.size)
    return BoundedContent(try await store.stage(copyOf: content, expecting: hash), reservation)
  }

  /// As the store's own: what is packed leaves with its last reader, and is counted when it is staged.
  public func pack(_ directory: CInt) async throws(DocumentError) -> any ReadableContent {
    try await store.pack(directory)
  }

  /// As the store's own.
  public func removeVersion(_ hash: ContentHash) throws(DocumentError) {
    try store.removeVersion(hash)
  }

  /// As the store's own.
  public func move(_ source: Location, to target: Location) async throws(DocumentError) {
    try await store.move(source, to: target)
  }

  /// As the store's own.
  public func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    try await store.trash(id, at: location)
  }

  /// As the store's own.
  public func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    try await store.restore(id, to: location)
  }

  /// As the store's own.
  public func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try await store.openTrashed(id)
  }

  /// As the store's own.
  public func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError) {
    try store.removeTrashed(id, keepingAs: hash)
  }

  /// As the store's own.
  public func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool {
    try await store.makeFolder(folder)
  }

  /// As the store's own.
  public func folders(in folder: FolderPath) async throws(DocumentError) -> [FileName] {
    try await store.folders(in: folder)
  }

  /// As the store's own.
  public func folder(_ folder: FolderPath) async throws(DocumentError) -> FoundFolder {
    try await store.folder(folder)
  }

  /// As the store's own.
  public func folders(
    in folder: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> [FoundFolder] {
    try await store.folders(in: folder, after: name, limit: limit)
  }

  /// As the store's own.
  public func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try await store.requireRoom(for: folder, in: target)
  }

  /// As the store's own.
  public func moveFolder(_ source: FolderPath, to target: FolderPath) async throws(DocumentError) {
    try await store.moveFolder(source, to: target)
  }

  /// As the store's own.
  public func removeEmptyFolders(_ folder: FolderPath) async throws(DocumentError) -> LeftFiles {
    try await store.removeEmptyFolders(folder)
  }

  /// As the store's own.
  public func walk(in folder: FolderPath) -> AsyncThrowingStream<TreeFinding, any Error> {
    store.walk(in: folder)
  }

  /// As the store's own.
  public func fingerprints(
    at locations: [Location]
  ) async throws(DocumentError) -> [Location: Fingerprint] {
    try await store.fingerprints(at: locations)
  }

  /// As the store's own.
  public func walk() -> AsyncThrowingStream<TreeFinding, any Error> { store.walk() }

  /// As the store's own.
  public func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool {
    try await store.isOpenForWriting(location)
  }

  /// As the store's own.
  public func notices() -> AsyncStream<TreeNotice>? { store.notices() }

  /// As the store's own.
  public func take(_ location: Location) async throws(DocumentError) -> HashedContent? {
    try await store.take(location)
  }

  /// As the store's own.
  public func heldContents(
    among hashes: Set<ContentHash>
  ) async throws(DocumentError) -> Set<ContentHash> {
    try await store.heldContents(among: hashes)
  }

  /// As the store's own.
  public func hold(
    _ location: Location, as hash: ContentHash, looking fingerprint: Fingerprint
  ) async throws(DocumentError) -> Fingerprint? {
    try await store.hold(location, as: hash, looking: fingerprint)
  }

  /// As the store's own.
  public func keepHeld(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await store.keepHeld(hash)
  }

  /// As the store's own.
  public func releaseHeld(
    before date: Date, unless isNeeded: @Sendable (ContentHash) async throws(DocumentError) -> Bool
  ) async throws(DocumentError) -> Int {
    try await store.releaseHeld(before: date, unless: isNeeded)
  }

  /// As the store's own.
  public func hash(_ location: Location) async throws(DocumentError) -> HashedContent? {
    try await store.hash(location)
  }

  /// As the store's own.
  public func hash(
    _ content: any ReadableContent
  ) async throws(DocumentError) -> (sha256: ContentHash, fingerprint: Fingerprint)? {
    try await store.hash((content as? BoundedContent)?.content ?? content)
  }
}

/// Incoming bytes that count against the room there is.
private final class BoundedStage: ContentStage {
  private let stage: any ContentStage
  private let reservation: Reservation
  private let room: StorageRoom

  var written: Int64 { stage.written }

  init(_ stage: any ContentStage, _ reservation: Reservation, _ room: StorageRoom) {
    self.stage = stage
    self.reservation = reservation
    self.room = room
  }

  func write(_ bytes: [UInt8]) async throws(DocumentError) {
    try await reservation.grow(to: stage.written + Int64(bytes.count))
    // The disk may have become full for another reason, whoever was promised what.
    if await room.look().isLow { try await room.require(0) }
    try await stage.write(bytes)
  }

  func finish() async throws(DocumentError) -> any StagedContent {
    BoundedContent(try await stage.finish(), reservation)
  }

  func abandon() async { await stage.abandon() }
}

extension StagedContent {
  /// The content as the store has it that staged it, whoever counts its bytes.
  var beneath: any StagedContent { (self as? BoundedContent)?.content ?? self }
  /// Keeps the bytes counted for as long as it lives; nil where they are not counted.
  var counted: Reservation? { (self as? BoundedContent)?.reservation }
}

/// Durable bytes without a name, counted until they are placed or given up.
private final class BoundedContent: StagedContent {
  let content: any StagedContent
  let reservation: Reservation

  var sha256: ContentHash { content.sha256 }
  var descriptor: CInt { content.descriptor }
  var size: Int64 { content.size }
  var fingerprint: Fingerprint? { content.fingerprint }

  init(_ content: any StagedContent, _ reservation: Reservation) {
    self.content = content
    self.reservation = reservation
  }

  func isUnchanged() -> Bool { content.isUnchanged() }

  func rest() { content.rest() }

  func wake() async throws(DocumentError) { try await content.wake() }
}
