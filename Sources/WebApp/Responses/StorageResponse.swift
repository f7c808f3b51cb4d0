import Workspace

struct StorageResponse: Encodable {
  enum State: String, Encodable {
    case open
    /// The disk is nearly full.
    case low
    /// The quota is used up.
    case full
  }

  /// The free bytes below which a disk counts as full in any case: a page of the index would not fit.
  private static let asGoodAsNothing: Int64 = 64 << 10

  let state: State
  let usedBytes: Int64
  let quotaBytes: Int64?
  let freeBytes: Int64
  let keepFreeBytes: Int64

  init(_ status: StorageRoom.Status) {
    let isLow = status.isLow || status.free < Self.asGoodAsNothing
    state = isLow ? .low : status.isFull ? .full : .open
    usedBytes = status.used
    quotaBytes = status.quota
    freeBytes = status.free
    keepFreeBytes = status.keptFree
  }
}
