public import DocumentModel
public import FoundationEssentials
import Logging

/// Uploads whose bytes come in several requests until they are documents.
///
/// ```
///            more bytes                    all bytes                    added
///   begun ◄──────────────► receiving ──────────────────► finishing ──────────────► finished
///     │    settled, cut off                   ▲              │                        │
///     │                                       └── refused ───┘                        │
///     └── a week without bytes, or removed ──► (gone) ◄── a day ──────────────────────┘
/// ```
/// An offset that was answered is durable: neither a crash nor a power cut takes it back. One request at a time sends
/// bytes of an upload. A second one ends the first, whose connection is dead most likely, and waits for its bytes to
/// be durable. The id of the document is planned at the beginning, so that a crash while it is added makes one
/// document, once.
public actor ResumableUploads {
  /// An upload as clients see it.
  public struct Status: Hashable, Sendable {
    /// Its description.
    public let upload: ResumableUpload
    /// The number of bytes that are durable.
    public let offset: Int64
    /// The time at which it is removed.
    public let expires: Date
  }

  /// The bytes of one request, and what it says about them.
  public struct Piece<Body: AsyncSequence & Sendable>: Sendable where Body.Element == [UInt8] {
    /// The offset of the first byte.
    public let offset: Int64
    /// The announced number of bytes; nil when unknown.
    public let announced: Int64?
    /// The bytes.
    ///
    /// A body that is checked throws at its end when the check fails.
    public let body: Body
    /// Whether bytes count only once the whole body has come.
    public let isChecked: Bool

    /// A piece from its parts.
    public init(at offset: Int64, announced: Int64?, body: Body, isChecked: Bool = false) {
      (self.offset, self.announced, self.body, self.isChecked) = (offset, announced, body, isChecked)
    }
  }

  private struct Entry {
    var kept: KeptUpload
    /// Takes the bytes of a request; returns when they are durable.
    var receiving: Task<Void, any Error>?
    /// Makes the document.
    var finishing: Task<Void, any Error>?
    /// Lets the bytes count against the room there is.
    var hold: Reservation?

    var isComplete: Bool { kept.upload.length == kept.offset }
    var isIdle: Bool { receiving == nil && finishing == nil }
  }

  /// The time for which an unfinished upload is kept after its last bytes came.
  public static let patience = 7 * 86_400.0
  /// The time for which the document of a finished upload is told.
  public static let memory = 86_400.0

  private let workspace: DocumentWorkspace
  private let store: any UploadStore
  private let room: StorageRoom?
  private let maximumBytes: Int64
  private let maximumCount: Int
  private var entries: [UploadID: Entry] = [:]

  /// The uploads that `store` keeps, and new ones.
  ///
  /// - Parameters:
  ///   - workspace: gets the documents.
  ///   - store: keeps bytes and descriptions.
  ///   - room: counts bytes that are not documents yet.
  ///   - maximumBytes: the most bytes of an upload.
  ///   - maximumCount: the most unfinished uploads, and the most finished ones that are remembered.
  public init(
    _ workspace: DocumentWorkspace, store: any UploadStore, room: StorageRoom? = nil, maximumBytes: Int64,
    maximumCount: Int = 1000
  ) async {
    self.workspace = workspace
    self.store = store
    self.room = room
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
    do {
      for kept in try await store.uploads() {
        entries[kept.upload.id] = Entry(kept: kept, hold: try? await room?.reserve(kept.offset))
      }
    } catch {
      workspace.log.error("the unfinished uploads are not known", metadata: ["reason": "\(error)"])
    }
  }

  /// Begins an upload.
  ///
  /// Throws `.tooLarge`, `.quotaExceeded` or `.storageLow` where there is no room for it, `.busy` beside too many
  /// unfinished ones.
  ///
  /// - Parameters:
  ///   - destination: the place of the document.
  ///   - length: the number of all bytes; nil where the client tells it later.
  ///   - metadata: `Upload-Metadata`, to be told again.
  ///   - author: the client that begins it, by the name of its token or session.
  public func begin(
    _ destination: ResumableUpload.Destination, length: Int64?, metadata: String? = nil, author: String? = nil
  ) async throws(DocumentError) -> Status {
    try require(length ?? 0)
    try await workspace.contents.requireRoom(for: length ?? 0)
    guard entries.values.count(where: { $0.kept.upload.outcome == nil }) < maximumCount else {
      throw DocumentError(.busy, "\(maximumCount) uploads are unfinished; finish or remove some first")
    }
    let upload = ResumableUpload(
      length: length, to: destination, metadata: metadata, author: author, created: workspace.now())
    let kept = KeptUpload(upload, offset: 0, touched: upload.created)
    entries[upload.id] = Entry(kept: kept)
    do throws(DocumentError) {
      try await store.keep(upload)
    } catch {
      entries[upload.id] = nil
      throw error
    }
    return try status(upload.id)
  }

  /// An upload as it is once no request sends bytes of it any more.
  ///
  /// Throws `.notFound` when there is none, or no longer.
  public func settled(_ id: UploadID) async throws(DocumentError) -> Status {
    await endReceiving(id)
    return try status(id)
  }

  /// Removes an upload; one that is becoming a document becomes it first.
  ///
  /// Throws `.notFound` when there is none.
  public func remove(_ id: UploadID) async throws(DocumentError) {
    await becomeIdle(id)
    _ = try entry(id)
    try await drop(id)
  }

  /// Takes the bytes of a request; the last ones make the document.
  ///
  /// - Parameters:
  ///   - piece: the bytes.
  ///   - id: the upload.
  ///   - length: the number of all bytes, where the client tells it only now.
  ///   - redirect: changes the destination.
  ///
  /// Throws `.notFound` for an unknown upload, `.offsetMismatch` for a piece that begins elsewhere, `.tooLarge` for
  /// bytes beyond the length, `.busy` when another request took over. Throws the errors of the body, and those of
  /// adding the document; the bytes stay then.
  public func take<Body>(
    _ piece: Piece<Body>, of id: UploadID, length: Int64? = nil,
    redirect: (@Sendable (inout ResumableUpload.Destination) -> Void)? = nil
  ) async throws -> Status {
    await becomeIdle(id)
    // From here to the task there is no other request between.
    var kept = try entry(id).kept
    guard piece.offset == kept.offset else { throw Self.mismatch(kept.offset) }
    if kept.upload.outcome != nil { return try status(id) }
    let before = kept.upload
    try Self.tell(length, to: &kept, limit: maximumBytes)
    redirect?(&kept.upload.destination)
    let limit = (kept.upload.length ?? maximumBytes) - kept.offset
    if let announced = piece.announced, announced > limit { throw Self.tooLong(limit) }
    if kept.upload != before || piece.announced != 0 {
      if piece.isChecked { kept.upload.unchecked = kept.offset }
      let isNoted = kept.upload != before
      let told = kept
      let task = Task { try await receive(piece, told, limit: limit, isNoted: isNoted) }
      entries[id]?.receiving = task
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
    if entries[id]?.isComplete == true { try await finish(id) }
    return try status(id)
  }

  /// Removes what is old, and makes documents of uploads that were complete when the server ended.
  ///
  /// - Parameter mayExpire: whether the clock can be believed.
  public func tidy(at date: Date, mayExpire: Bool) async {
    for id in entries.keys {
      // It may have changed since the one before was looked at.
      guard let entry = entries[id], entry.isIdle else { continue }
      if mayExpire, Self.expiry(of: entry.kept) <= date {
        try? await drop(id)
      } else if entry.isComplete, entry.kept.upload.outcome == nil {
        do {
          try await finish(id)
        } catch {
          workspace.log.info(
            "a complete upload was refused as a document",
            metadata: ["upload": "\(id)", "reason": "\(error)"])
        }
      }
    }
  }
}

// MARK: - Receiving

extension ResumableUploads {
  private func receive<Body>(
    _ piece: Piece<Body>, _ kept: KeptUpload, limit: Int64, isNoted: Bool
  ) async throws {
    let id = kept.upload.id
    defer { entries[id]?.receiving = nil }
    try await reserve(kept.offset + (piece.announced ?? 0), for: id)
    if isNoted { try await store.keep(kept.upload) }
    entries[id]?.kept.upload = kept.upload
    let receiver = try await store.receive(id, at: kept.offset)
    let outcome = await Self.read(piece.body, into: receiver, limit: limit) { @Sendable total in
      try await self.reserve(kept.offset + total, for: id)
    }
    // The bytes that came are made durable also when the request was cancelled.
    try await Task { try await settle(receiver, outcome, kept, isChecked: piece.isChecked) }.value
    do {
      try outcome.get()
    } catch is CancellationError {
      throw DocumentError(.busy, "another request went on with the upload")
    }
  }

  /// The bytes of `body`, one batch after the other; its error is the result.
  private static func read<Body: AsyncSequence>(
    _ body: Body, into receiver: any UploadReceiver, limit: Int64,
    growing: @Sendable (Int64) async throws -> Void
  ) async -> Result<Void, any Error> where Body.Element == [UInt8] {
    var total: Int64 = 0
    do {
      for try await bytes in body {
        total += Int64(bytes.count)
        guard total <= limit else { throw tooLong(limit) }
        try await growing(total)
        try await receiver.write(bytes)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func settle(
    _ receiver: any UploadReceiver, _ outcome: Result<Void, any Error>, _ kept: KeptUpload, isChecked: Bool
  ) async throws {
    let (id, start) = (kept.upload.id, kept.offset)
    var end = start
    defer {
      entries[id]?.kept.offset = end
      entries[id]?.kept.touched = workspace.now()
      entries[id]?.hold?.shrink(to: end)
    }
    let settled = try await receiver.settle()
    if case .failure(let error) = outcome, isChecked || (error as? DocumentError)?.code == .tooLarge {
      try await store.cut(id, to: start)
    } else {
      end = settled
    }
    guard isChecked else { return }
    var upload = kept.upload
    upload.unchecked = nil
    do {
      try await store.keep(upload)
      entries[id]?.kept.upload = upload
    } catch {
      // The next start would cut the bytes off, so they do not count.
      end = start
      throw error
    }
  }

  /// Ends the request that sends bytes of an upload, and waits until they are durable.
  private func endReceiving(_ id: UploadID) async {
    while let task = entries[id]?.receiving {
      task.cancel()
      _ = try? await task.value
    }
  }

  /// The same, and waits for the document that is being made.
  private func becomeIdle(_ id: UploadID) async {
    while let entry = entries[id], let task = entry.receiving ?? entry.finishing {
      entry.receiving?.cancel()
      _ = try? await task.value
    }
  }

  private func reserve(_ bytes: Int64, for id: UploadID) async throws(DocumentError) {
    guard let room else { return try await workspace.contents.requireRoom(for: 0) }
    // The disk may have become full for another reason.
    if await room.look().isLow { try await room.require(0) }
    if let hold = entries[id]?.hold { return try await hold.grow(to: bytes) }
    let hold = try await room.reserve(bytes)
    entries[id]?.hold = hold
  }

  private static func tell(
    _ length: Int64?, to kept: inout KeptUpload, limit: Int64
  ) throws(DocumentError) {
    guard let length, length != kept.upload.length else { return }
    guard kept.upload.length == nil, length >= kept.offset else {
      throw DocumentError(.invalidParameter, "the length of an upload is told once, and not below its offset")
    }
    guard length <= limit else { throw tooLong(limit) }
    kept.upload.length = length
  }
}

// MARK: - Finishing

extension ResumableUploads {
  /// Makes the document; a request that comes meanwhile waits for the same one.
  private func finish(_ id: UploadID) async throws {
    let task = entries[id]?.finishing ?? Task { try await add(id) }
    entries[id]?.finishing = task
    try await task.value
  }

  private func add(_ id: UploadID) async throws {
    defer { entries[id]?.finishing = nil }
    let upload = try entry(id).kept.upload
    guard upload.outcome == nil else { return }
    let staged = try await store.stage(id)
    let document = try await workspace.documents.add(
      staged, named: upload.destination.name, in: upload.destination.folder,
      conflict: upload.destination.conflict, origin: .api, author: upload.author, id: upload.document)
    var finished = upload
    finished.outcome = ResumableUpload.Outcome(document: document.id, date: workspace.now())
    // The document is there: a refusal would be untrue, and the next start finds it by its id.
    try? await store.keep(finished)
    try? await store.removeBytes(of: id)
    entries[id]?.kept.upload = finished
    entries[id]?.hold = nil
    await forgetOldest()
  }

  private func forgetOldest() async {
    let finished = entries.values.compactMap { entry in
      entry.kept.upload.outcome.map { (id: entry.kept.upload.id, date: $0.date) }
    }
    guard finished.count > maximumCount else { return }
    let old = finished.sorted { $0.date < $1.date }.dropLast(maximumCount)
    for one in old { try? await drop(one.id) }
  }
}

extension ResumableUploads {
  private func entry(_ id: UploadID) throws(DocumentError) -> Entry {
    guard let entry = entries[id] else {
      throw DocumentError(.notFound, "there is no upload \(id), or no longer; begin it again")
    }
    return entry
  }

  private func status(_ id: UploadID) throws(DocumentError) -> Status {
    let kept = try entry(id).kept
    return Status(upload: kept.upload, offset: kept.offset, expires: Self.expiry(of: kept))
  }

  private func drop(_ id: UploadID) async throws(DocumentError) {
    // Gone before the store is asked: no request may begin to send bytes of it meanwhile.
    let entry = entries.removeValue(forKey: id)
    do throws(DocumentError) {
      try await store.remove(id)
    } catch {
      entries[id] = entry
      throw error
    }
  }

  private func require(_ bytes: Int64) throws(DocumentError) {
    guard bytes <= maximumBytes else { throw Self.tooLong(maximumBytes) }
  }

  private static func expiry(of kept: KeptUpload) -> Date {
    kept.upload.outcome.map { $0.date.addingTimeInterval(memory) }
      ?? kept.touched.addingTimeInterval(patience)
  }

  private static func mismatch(_ offset: Int64) -> DocumentError {
    DocumentError(
      .offsetMismatch, "the upload has \(offset) bytes; go on from there", numbers: ["offset": offset])
  }

  private static func tooLong(_ limit: Int64) -> DocumentError {
    DocumentError(.tooLarge, "the upload takes \(limit) more bytes at most", numbers: ["limit": limit])
  }
}
