/// Bytes in DEFLATE's blocks without compression (RFC 1951, 3.2.4).
///
/// A streaming reader cannot find the end of a merely stored entry; blocks mark it, and the length is known beforehand
/// all the same.
enum StoredBlocks {
  /// The most bytes that one block holds.
  static let most: Int64 = 0xFFFF
  private static let headBytes: Int64 = 5

  /// How long `size` bytes become; `.max` when no number says so.
  static func length(of size: Int64) -> Int64 {
    let blocks = max(1, size / most + (size % most == 0 ? 0 : 1))
    let (length, isTooLarge) = size.addingReportingOverflow(blocks * headBytes)
    return isTooLarge ? .max : length
  }

  /// `bytes` in as few blocks as there can be, the last of which ends the whole when `isLast`.
  static func blocks(of bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var blocks: [UInt8] = []
    blocks.reserveCapacity(Int(length(of: Int64(bytes.count))))
    var start = 0
    repeat {
      let end = min(start + Int(most), bytes.count)
      let length = UInt16(end - start)
      blocks.append(isLast && end == bytes.count ? 1 : 0)
      for number in [length, ~length] { withUnsafeBytes(of: number.littleEndian) { blocks += $0 } }
      blocks += bytes[start..<end]
      start = end
    } while start < bytes.count
    return blocks
  }
}
