/// The size and the free bytes of a file system.
public struct DiskSpace: Hashable, Sendable {
  /// Bytes that may still be written.
  public let free: Int64
  /// All its bytes.
  public let total: Int64

  /// A measurement from its parts.
  public init(free: Int64, total: Int64) {
    self.free = free
    self.total = total
  }
}

/// Decides when a disk counts as full, before it is: a pure machine, told what each look at the disk saw.
///
/// ```
///             free < kept
///   roomy ─────────────────────────► low
///     ▲                               │
///     └───────────────────────────────┘
///        free ≥ kept and a quarter more
/// ```
/// The quarter keeps it from going to and fro while a user makes room.
struct Watermark: Sendable {
  /// Bytes that must stay free; nil for what suits the disk.
  let keepFree: Int64?
  private(set) var isLow = false

  init(keepFree: Int64?) {
    self.keepFree = keepFree
  }

  /// Bytes that must stay free on a disk like this.
  ///
  /// By itself 256 MiB or a hundredth, whichever is more, but never more than a tenth of a small disk.
  func kept(of space: DiskSpace) -> Int64 {
    keepFree ?? min(max(256 << 20, space.total / 100), space.total / 10)
  }

  mutating func saw(_ space: DiskSpace) -> Bool {
    let (before, kept) = (isLow, kept(of: space))
    isLow = space.free < (isLow ? kept + kept / 4 : kept)
    return isLow != before
  }
}
