public import DocumentModel
import Synchronization

/// How many more bytes a workspace takes: a quota on what it keeps, and a distance from a full disk.
///
/// An upload is counted from its first byte, so that many at once cannot pass together where each
/// alone may. Threading: safe from any task; the disk is asked once a second at most, wherever the caller runs it.
///
/// ```swift
/// try await room.require(contentLength)   // refuses with .quotaExceeded or .storageLow, and the numbers
/// ```
public final class StorageRoom: Sendable {
  /// How things stand.
  public struct Status: Hashable, Sendable {
    /// Bytes of all contents that are kept, each once.
    public var used: Int64 = 0
    /// The most that may be kept; nil for any number.
    public var quota: Int64?
    /// Bytes free on the disk.
    public var free: Int64 = 0
    /// Bytes of them that must stay free.
    public var keptFree: Int64 = 0
    /// Whether nothing that adds bytes is taken until there is room on the disk again.
    public var isLow = false

    /// Whether the quota is used up.
    public var isFull: Bool { quota.map { used >= $0 } ?? false }
  }

  private struct State {
    var watermark: Watermark
    var status: Status
    var reserved: Int64 = 0
    /// How often some of them stopped being so, and how often they had when the sum of the index was read.
    var releases = 0
    var usedAfter = -1
    var measured: ContinuousClock.Instant?

    /// Whether nothing that stopped being on its way is missing from the sum; without a quota no caller asks
    /// for it.
    var isSumKnown: Bool { status.quota == nil || usedAfter == releases }
  }

  static let freshness = Duration.seconds(1)

  private let state: Mutex<State>
  private let news = Broadcast<Status>(backlog: 8)
  private let versionIndex: any VersionIndex
  private let measure: @Sendable () async throws(DocumentError) -> DiskSpace
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - quota: the most bytes that may be kept; nil for any number.
  ///   - keepFree: bytes that must stay free on the disk; nil for what suits it, 0 to fill it up.
  ///   - versionIndex: knows the sum of the contents that are kept.
  ///   - measure: asks the disk; must not block its caller's thread.
  ///   - now: tells the time; to be replaced in tests alone.
  public init(
    quota: Int64? = nil, keepFree: Int64? = nil, versionIndex: any VersionIndex,
    measure: @escaping @Sendable () async throws(DocumentError) -> DiskSpace,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    state = Mutex(State(watermark: Watermark(keepFree: keepFree), status: Status(quota: quota)))
    self.versionIndex = versionIndex
    self.measure = measure
    self.now = now
  }

  /// How things stood at the last look.
  public var status: Status { state.withLock(\.status) }

  /// Looks at disk and index, unless that was done within the last second, and returns how things stand.
  @discardableResult
  public func look() async -> Status {
    guard isStale else { return status }
    // A question that fails now is asked again; until then the last answer holds.
    if let space = try? await measure() { learn(space) }
    let releases = state.withLock(\.releases)
    if let used = try? await versionIndex.storedBytes() {
      state.withLock { state in
        state.status.used = used
        state.usedAfter = releases
      }
    }
    return status
  }

  private var isStale: Bool {
    let time = now()
    return state.withLock { state in
      if let last = state.measured, last.duration(to: time) < Self.freshness { return false }
      state.measured = time
      return true
    }
  }

  private func learn(_ space: DiskSpace) {
    state.withLock { state in
      let isNews = state.watermark.saw(space)
      state.status.free = space.free
      state.status.keptFree = state.watermark.kept(of: space)
      state.status.isLow = state.watermark.isLow
      if isNews { news.post(state.status) }
    }
  }

  /// Every change between open and closed from now on, and how things stand if that is closed.
  public func changes() -> AsyncStream<Status> {
    // Under the lock, so that no change comes between the two.
    state.withLock { news.listen(first: $0.status.isLow ? $0.status : nil) }
  }

  /// Throws `.storageLow` or `.quotaExceeded` when `bytes` more may not come in now.
  public func require(_ bytes: Int64) async throws(DocumentError) {
    await look()
    try await admit(bytes) { _ in }
  }

  /// Counts `bytes` in until the reservation goes; refuses as ``require(_:)`` does.
  ///
  /// Of several that do not fit together the first gets in.
  func reserve(_ bytes: Int64) async throws(DocumentError) -> Reservation {
    let reservation = Reservation(self)
    await look()
    try await admit(bytes) { $0.reserved += bytes }
    reservation.add(bytes)
    return reservation
  }

  fileprivate func grow(_ reservation: Reservation, by bytes: Int64) async throws(DocumentError) {
    await look()
    try await admit(bytes) { $0.reserved += bytes }
    reservation.add(bytes)
  }

  fileprivate func release(_ bytes: Int64) {
    state.withLock { state in
      state.reserved -= bytes
      state.releases += 1
    }
  }

  /// Checks `bytes` and lets `body` count them, in one step for all other tasks.
  ///
  /// The sum of the index may have an upload by now that was released. Then it is read again, so that nothing is
  /// missing from both. A content removed since the last look is not in it any more. So the sum is read once more
  /// before the quota refuses anything, and a client that has just emptied the Trash is let in.
  private func admit(_ bytes: Int64, _ body: @Sendable (inout State) -> Void) async throws(DocumentError) {
    var isFresh = false
    while true {
      let (releases, known) = state.withLock { ($0.releases, $0.isSumKnown) }
      if !known { try await readSum(after: releases) }
      do throws(DocumentError) {
        let isDone = try state.withLock { state throws(DocumentError) in
          guard state.isSumKnown else { return false }
          try Self.check(bytes, state)
          body(&state)
          return true
        }
        if isDone { return }
      } catch  where error.code == .quotaExceeded && !isFresh {
        isFresh = true
        try await readSum(after: releases)
      }
    }
  }

  private func readSum(after releases: Int) async throws(DocumentError) {
    let used = try await versionIndex.storedBytes()
    state.withLock { state in
      state.status.used = used
      state.usedAfter = releases
    }
  }

  private static func check(_ bytes: Int64, _ state: State) throws(DocumentError) {
    let status = state.status
    // A file with holes may say any length.
    let (coming, isBeyond) = state.reserved.addingReportingOverflow(bytes)
    guard !isBeyond, coming <= .max - max(0, status.used) else { throw low(status, bytes) }
    if status.isLow || (bytes > 0 && status.keptFree > 0 && status.free - bytes < status.keptFree) {
      throw low(status, bytes)
    }
    guard let quota = status.quota, status.used + coming > quota || status.isFull else { return }
    throw exceeded(status, quota, coming)
  }

  private static func low(_ status: Status, _ bytes: Int64) -> DocumentError {
    DocumentError(
      .storageLow,
      "the disk is nearly full, so that nothing more is taken; reading and deleting go on. Make room on the disk",
      numbers: ["freeBytes": status.free, "keepFreeBytes": status.keptFree, "neededBytes": bytes])
  }

  private static func exceeded(_ status: Status, _ quota: Int64, _ reserved: Int64) -> DocumentError {
    DocumentError(
      .quotaExceeded,
      "the workspace may keep \(quota) bytes and has \(status.used); earlier versions and the Trash count, too",
      numbers: ["quotaBytes": quota, "usedBytes": status.used, "neededBytes": reserved])
  }
}

final class Reservation: HeldRoom {
  private let room: StorageRoom
  private let bytes = Mutex<Int64>(0)

  fileprivate init(_ room: StorageRoom) {
    self.room = room
  }

  deinit {
    room.release(bytes.withLock(\.self))
  }

  fileprivate func add(_ more: Int64) {
    bytes.withLock { $0 += more }
  }

  /// Counts no more than `total` bytes any longer.
  func shrink(to total: Int64) {
    let surplus = bytes.withLock { bytes in
      let surplus = max(0, bytes - total)
      bytes -= surplus
      return surplus
    }
    if surplus > 0 { room.release(surplus) }
  }

  /// Counts bytes in until there are `total` of them; refuses as ``StorageRoom/require(_:)`` does.
  func grow(to total: Int64) async throws(DocumentError) {
    let missing = total - bytes.withLock(\.self)
    if missing > 0 { try await room.grow(self, by: missing) }
  }
}
