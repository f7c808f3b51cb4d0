public import DocumentModel

/// A content store that takes in no more than there is room for.
///
/// Only what adds bytes is refused; earlier versions are read and removed as before.
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

  /// Opens a place for incoming bytes, each of which is counted: there is room for `bytes`, or none comes in; throws as
  /// ``requireRoom(for:)`` does.
  public func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage {
    let reservation = try await room.reserve(bytes)
    return BoundedStage(try await store.stage(expecting: bytes), reservation, room)
  }

  /// Copies a content where there is room for it; throws as ``requireRoom(for:)`` does.
  public func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent {
    let reservation = try await room.reserve(content.size)
    let staged = try await store.stage(copyOf: content, expecting: hash)
    staged.room = reservation
    return staged
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
    try await store.keepVersion(staged)
  }

  /// As the store's own.
  public func removeVersion(_ hash: ContentHash) throws(DocumentError) {
    try store.removeVersion(hash)
  }
}

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
    // The disk may have become full for another reason, despite all reservations.
    if await room.look().isLow { try await room.require(0) }
    try await stage.write(bytes)
  }

  func finish() async throws(DocumentError) -> any StagedContent {
    let staged = try await stage.finish()
    staged.room = reservation
    return staged
  }

  func abandon() async { await stage.abandon() }
}
