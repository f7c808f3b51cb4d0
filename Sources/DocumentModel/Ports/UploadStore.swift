/// Keeps uploads whose bytes come in several requests until they are documents.
///
/// **Durability.** What ``keep(_:)`` and ``UploadReceiver/settle()`` have kept survives power loss when they have
/// returned. Bytes that were written and not settled may be there after a crash, but never in place of settled ones.
/// **Threading.** Every method may be called from any task; none blocks the caller's thread on the disk. One change of
/// an upload at a time: the caller sees to that.
/// **Errors.** Every refusal is a ``DocumentError``; `.storageFull` for a full disk, `.storageFailed` for an I/O error.
///
/// ```swift
/// try await uploads.keep(upload)
/// let receiver = try await uploads.receive(upload.id, at: 0)
/// for try await chunk in body { try await receiver.write(chunk) }
/// let offset = try await receiver.settle()
/// let staged = try await uploads.stage(upload.id)   // as often as adding it is tried
/// try await uploads.remove(upload.id)
/// ```
public protocol UploadStore: Sendable {
  /// All uploads, in no order; one that cannot be read is left where it is.
  ///
  /// For the start, before one is kept: what a crash left half kept or unchecked is removed.
  func uploads() async throws(DocumentError) -> [KeptUpload]
  /// Keeps the description of an upload in place of the earlier one; the first makes room for its bytes.
  func keep(_ upload: ResumableUpload) async throws(DocumentError)
  /// Opens an upload for more bytes from `offset` on; bytes beyond it are removed.
  ///
  /// Throws `.notFound` when it is not kept, `.damaged` when fewer bytes are there.
  func receive(_ id: UploadID, at offset: Int64) async throws(DocumentError) -> any UploadReceiver
  /// Removes the bytes from `offset` on, durably. Throws `.notFound` when the upload is not kept.
  func cut(_ id: UploadID, to offset: Int64) async throws(DocumentError)
  /// Hashes the bytes and stages them, without a copy where the disk can, for the content store beside it.
  ///
  /// They stay here, too. Throws `.notFound` when they are not kept.
  func stage(_ id: UploadID) async throws(DocumentError) -> any StagedContent
  /// Removes the bytes of an upload and keeps its description.
  func removeBytes(of id: UploadID) async throws(DocumentError)
  /// Removes an upload, durably; nothing happens when it is not kept.
  func remove(_ id: UploadID) async throws(DocumentError)
}

/// The way in for more bytes of an upload; used by one task.
public protocol UploadReceiver: AnyObject, Sendable {
  /// Takes the next bytes. Returns when few enough wait for the disk, so that a slow disk slows the sender.
  func write(_ bytes: [UInt8]) async throws(DocumentError)
  /// Makes durable what was written, and tells how many bytes the upload has now; takes no more.
  ///
  /// Also after a refused write: the bytes before it count. Throws when the disk may have lost some.
  func settle() async throws(DocumentError) -> Int64
}
