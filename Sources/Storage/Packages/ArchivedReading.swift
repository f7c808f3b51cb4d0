import DocumentModel
import LinuxSystem

/// A file of an archive while it is read, as far as it went when it was opened.
///
/// All calls block.
struct ArchivedReading: Sendable {
  /// Longer contents are read while they are sent; shorter ones have their checksum before their header.
  ///
  /// Whole blocks, so that the number of blocks does not depend on how a content is read.
  static let pieceBytes: Int64 = 4 * StoredBlocks.most

  let opened: FileStatus
  private(set) var done: Int64 = 0
  private(set) var sum = CyclicRedundancyCheck()
  private let file: Descriptor
  private let changed: DocumentError

  /// Reads `file`, which looked like `opened` when it was opened; `changed` is the refusal when it does not any more.
  init(_ file: Descriptor, _ opened: FileStatus, changed: DocumentError) {
    (self.file, self.opened, self.changed) = (file, opened, changed)
  }

  var size: Int64 { opened.size }

  /// Whether a file of `size` bytes is sent before all of it was read.
  static func isInBlocks(_ size: Int64) -> Bool { size > pieceBytes }

  /// The next bytes as they stand in the archive.
  ///
  /// With the last of them the file was seen not to have changed since it was opened.
  mutating func next() throws -> [UInt8] {
    let wanted = min(Self.pieceBytes, size - done)
    let piece = try file.read(Int(wanted), at: done)
    guard piece.count == Int(wanted) else { throw changed }
    sum.update(piece)
    done += wanted
    if done == size, try !file.status().isSameContent(as: opened) { throw changed }
    return Self.isInBlocks(size) ? StoredBlocks.blocks(of: piece, isLast: done == size) : piece
  }
}

/// CRC-32 as ZIP has it (APPNOTE 4.4.7; polynomial 0xEDB88320, bits reversed), of bytes that come in pieces.
///
/// It finds damage by a disk or a line, and no forgery.
struct CyclicRedundancyCheck {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func update(_ bytes: [UInt8]) {
    var sum = state
    Self.table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
      }
    }
    state = sum
  }
}

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
