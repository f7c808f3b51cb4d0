/// In which form a content is held (``HeldFolder``): a pure rule.
///
/// ```
///   length     at most ``smallBytes``          a copy, always
///              at most ``longestCopy``         free ≥ ``roomy`` after it    a copy
///                                              free < ``tight``             a second name: copies are given back
///                                              in between                   what it is
///              more                            what it is; a second name when it is new
/// ```
/// The gap between the two bounds keeps a disk from being written to and fro. Both lie far above what makes a workspace
/// read-only, so that copies take nobody's room.
struct HoldingRule: Sendable {
  /// What a content of some length is to be.
  enum Form { case copy, name, either }

  /// Up to so many bytes are copied whatever the disk has: most of what people edit in place, texts, is shorter.
  static let smallBytes: Int64 = 64 << 10
  /// Up to so many bytes are copied where there is room, which takes some tens of milliseconds.
  static let longestCopy: Int64 = 64 << 20

  /// Up to so many bytes are copied.
  var longest = Self.longestCopy

  /// - Parameters:
  ///   - bytes: how long it is.
  ///   - free: bytes that may still be written to the disk.
  ///   - total: all its bytes.
  func form(of bytes: Int64, free: Int64, total: Int64) -> Form {
    if bytes <= Self.smallBytes { return .copy }
    if free < Self.tight(total) { return .name }
    return bytes <= longest && free - bytes >= Self.roomy(total) ? .copy : .either
  }

  /// Bytes that a copy leaves free at least: 2 GiB or a twelfth, whichever is more, but half of a small disk.
  static func roomy(_ total: Int64) -> Int64 { min(max(2 << 30, total / 12), total / 2) }

  /// Bytes below which copies are given back: half of that.
  static func tight(_ total: Int64) -> Int64 { roomy(total) / 2 }
}
